"""Train the embedded judge.

    python -m training prepare --data DATA --work WORK     build rows and tokens
    python -m training learn   --work WORK                 train, on a GPU where there is one
    python -m training finish  --data DATA --work WORK     export, calibrate, measure
    python -m training all     --data DATA --work WORK     all three
    python -m training settle  --data DATA --work WORK     only calibrate and measure a model again

For a GPU elsewhere: take `WORK/parcel.tar` and this folder there, run `learn`, bring back what it
names, run `finish`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from training.plans import PLANS

SHIPPED = Path(__file__).parents[1] / "src" / "veriscope" / "judges" / "model"


def main() -> None:
    """Run the steps that were asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("step", choices=("prepare", "learn", "finish", "all", "settle"))
    parser.add_argument("--data", type=Path, help="the folder with train/ and test/")
    parser.add_argument("--work", type=Path, required=True, help="where everything goes on the way")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="where the model goes")
    parser.add_argument("--budget", type=int, default=150, help="tokens of evidence beside a claim")
    parser.add_argument("--bits", type=int, choices=(7, 8), default=7)
    parser.add_argument("--limit", type=int, help="rows of each test set")
    parser.add_argument("--plan", choices=tuple(PLANS), default="distilled")
    parser.add_argument("--scale", type=float, default=1.0, help="stretches every training")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.step != "learn" and given.data is None:
        parser.error("--data is needed")
    given.work.mkdir(parents=True, exist_ok=True)
    if given.step in ("prepare", "all"):
        from training.steps import prepare

        prepare(given.data, given.work, given.plan, given.seed)
    if given.step in ("learn", "all"):
        from training.steps import learn

        learn(given.work, given.scale)
    if given.step in ("finish", "all"):
        from training.finish import finish

        finish(given.data, given.work, given.out, given.budget, given.bits, given.limit)
    if given.step == "settle":
        from training.settle import settle

        settle(given.data, given.work, given.out, given.limit)


if __name__ == "__main__":
    main()
