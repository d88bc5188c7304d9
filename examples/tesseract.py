"""Run Tesseract for real on pages drawn here, and see what it makes of them.

`python examples/tesseract.py [OUT]` draws the ground truth of the demo as old, slightly crooked
pages, lets Tesseract read them, and compares. It needs the program `tesseract`
(`apt install tesseract-ocr`) and Pillow, which comes with `pip install 'veriscope[report]'`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from matplotlib.font_manager import findfont
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from veriscope.io.page_files import find_pages, read_page

TRUTH = Path(__file__).parent / "data" / "pages" / "gt"
SIZE = (1500, 1300)


def draw(text: str) -> Image.Image:
    """Return a page as a scanner might see it: yellowed, a little crooked, a little blurred."""
    page = Image.new("L", SIZE, 235)
    font = ImageFont.truetype(findfont("DejaVu Serif"), 34)
    ImageDraw.Draw(page).multiline_text((90, 90), text, font=font, fill=40, spacing=14)
    return page.rotate(0.6, fillcolor=235).filter(ImageFilter.GaussianBlur(1.6))


def main(out: Path) -> int:
    """Draw, read, compare."""
    if shutil.which("tesseract") is None:
        print("tesseract is not installed; on Debian: apt install tesseract-ocr")
        return 1
    images, output = out / "images", out / "tesseract"
    for folder in (images, output):
        folder.mkdir(parents=True, exist_ok=True)
    for name, path in find_pages(TRUTH).items():
        image = images / f"{name}.png"
        draw(read_page(path)).save(image)
        subprocess.run(["tesseract", image, output / name, "hocr"], check=True, capture_output=True)
    program = [sys.executable, "-m", "veriscope", "transcription", TRUTH, output, "--out", out]
    return subprocess.run(program, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "demo-out/tesseract")))
