"use strict";
// The list of all answers: unpacks it, filters it, and shows it a page at a time.
// A row is [id, model, groups, checks, flagged by, failures, score, pieces of text, findings].
(async () => {
  const PAGE = 50, CHOICES = 200;
  const found = (id) => document.getElementById(id);
  const unpack = async () => {
    const bytes = Uint8Array.from(atob(found("data").textContent), (sign) => sign.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(plain).json();
  };
  // Where no check applied there is no list.
  if (typeof DecompressionStream === "undefined" || !found("data")) return;
  found("needed").hidden = true;
  const { groups, rows } = await unpack();
  const section = found("answers"), list = found("list"), count = found("f-count");
  const previous = found("previous"), next = found("next");
  const plain = (text) => text.normalize("NFC").toLowerCase();
  const wordsOf = ([id, model, values, , , failures, , pieces, findings]) => plain([
    id, model, ...values, ...failures,
    pieces.map((piece) => (typeof piece === "string" ? piece : piece[1])).join(""),
    ...findings.map((finding) => finding.slice(2).join(" ")),
  ].join("\n"));
  let indexed;
  const haystack = () => (indexed ??= rows.map(wordsOf));
  let kept = rows.map((_, number) => number), first = 0;

  const make = (name, kind, text) => {
    const element = document.createElement(name);
    if (kind) element.className = kind;
    if (text) element.textContent = text;
    return element;
  };
  const textOf = (pieces) => {
    const text = make("div", "text");
    text.dir = "auto";
    for (const piece of pieces) {
      text.append(typeof piece === "string" ? piece : make("mark", piece[0], piece[1]));
    }
    return text;
  };
  const findingOf = ([kind, word, claim, reason, quote, source]) => {
    const item = make("li");
    item.append(make("span", `tag ${kind}`, word), " ", make("bdi", "", claim));
    if (reason) item.append(make("div", "quiet", reason));
    if (quote) {
      const block = make("blockquote");
      block.dir = "auto";
      block.append(make("bdi", "", quote));
      if (source) block.append(" ", make("cite", "", source));
      item.append(block);
    }
    return item;
  };
  const fill = (line, row) => {
    const pair = make("div", "pair"), right = make("ul", "findings");
    right.append(...row[8].map(findingOf));
    for (const failure of row[5]) {
      const item = make("li");
      item.append(make("span", "tag doubt", "failed"), ` ${failure}`);
      right.append(item);
    }
    pair.append(textOf(row[7]));
    if (right.childElementCount) pair.append(right);
    line.append(pair);
  };
  const lineOf = (row) => {
    const [id, model, values, , flagged, failures, score, pieces] = row;
    const line = make("details"), summary = make("summary");
    summary.append(make("code", "", id));
    const about = [model, ...values].filter(Boolean).join(" · ");
    if (about) summary.append(" ", make("span", "quiet", about));
    for (const check of flagged) summary.append(" ", make("span", "tag bad", check));
    if (failures.length) summary.append(" ", make("span", "tag doubt", "failed"));
    if (!flagged.length && !failures.length) {
      summary.append(" ", make("span", "tag good", "nothing found"));
    }
    if (score !== null) summary.append(" ", make("span", "quiet", `score ${score.toFixed(2)}`));
    const start = pieces.map((piece) => (typeof piece === "string" ? piece : piece[1])).join("");
    summary.append(make("bdi", "start", start.slice(0, 160)));
    line.append(summary);
    line.addEventListener("toggle", () => {
      if (line.childElementCount === 1) fill(line, row);
    });
    return line;
  };
  const draw = () => {
    const shown = kept.slice(first, first + PAGE);
    list.replaceChildren(...shown.map((number) => lineOf(rows[number])));
    const range = kept.length > PAGE ? `${first + 1} to ${first + shown.length} of ` : "";
    const all = kept.length < rows.length ? ` (${rows.length.toLocaleString("en")} in all)` : "";
    const noun = kept.length === 1 ? "answer" : "answers";
    count.textContent = `${range}${kept.length.toLocaleString("en")} ${noun}${all}`;
    previous.disabled = first === 0;
    next.disabled = first + PAGE >= kept.length;
    found("pager").hidden = kept.length <= PAGE;
  };

  const STATES = {
    flagged: (row) => row[4].length > 0,
    failed: (row) => row[5].length > 0,
    clean: (row) => !row[4].length && !row[5].length,
  };
  const choices = [
    [found("f-check"), (row, value) => row[3].includes(value), (row) => row[3]],
    [found("f-model"), (row, value) => row[1] === value, (row) => [row[1]]],
    ...groups.map((name, number) => {
      const label = make("label", "", name), select = make("select");
      select.add(new Option("any", ""));
      label.append(" ", select);
      found("f-groups").append(label);
      return [select, (row, value) => row[2][number] === value, (row) => [row[2][number]]];
    }),
  ];
  for (const [select, , values] of choices) {
    const known = [...new Set(rows.flatMap(values))].filter(Boolean).sort();
    // Of very many, such as a number for each answer, the search finds the one.
    select.parentElement.hidden = known.length < 2 || known.length > CHOICES;
    select.append(...known.map((value) => new Option(value, value)));
  }
  const filter = () => {
    const words = plain(found("f-text").value).split(/\s+/).filter(Boolean);
    const state = STATES[found("f-state").value];
    const set = choices.filter(([select]) => select.value);
    kept = [];
    rows.forEach((row, number) => {
      if ((!state || state(row)) &&
          set.every(([select, fits]) => fits(row, select.value)) &&
          words.every((word) => haystack()[number].includes(word))) kept.push(number);
    });
    first = 0;
    draw();
  };
  const turn = (pages) => {
    first += pages * PAGE;
    draw();
    section.scrollIntoView();
  };
  found("filters").addEventListener("input", filter);
  found("filters").addEventListener("reset", () => setTimeout(filter));
  found("filters").addEventListener("submit", (event) => event.preventDefault());
  previous.addEventListener("click", () => turn(-1));
  next.addEventListener("click", () => turn(1));
  draw();
  section.hidden = false;
  performance.mark("usable");
  // Made while nobody waits; a search that is faster than that makes it itself.
  setTimeout(haystack);
})();

// On paper nothing can be opened: what is folded is unfolded for it, and folded again.
(() => {
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details.whole:not([open])")];
    for (const details of opened) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
})();
