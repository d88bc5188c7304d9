"use strict";
// Filters the table of answers. Rows are [id, model, checks, flagged, score, text].
(() => {
  const rows = JSON.parse(document.getElementById("data").textContent);
  const found = (id) => document.getElementById(id);
  const body = found("rows"), count = found("f-count"), more = found("more");
  const page = 100;
  let shown = page, kept = rows;
  const haystack = rows.map((row) => `${row[0]} ${row[1]} ${row[5]}`.toLowerCase());

  const options = (select, values) => {
    for (const value of [...new Set(values)].filter(Boolean).sort()) {
      select.add(new Option(value, value));
    }
  };
  options(found("f-check"), rows.flatMap((row) => row[2].split(" ")));
  options(found("f-model"), rows.map((row) => row[1]));

  const cell = (line, text, kind) => {
    const td = line.insertCell();
    td.textContent = text;
    if (kind) td.className = kind;
  };
  const draw = () => {
    const lines = document.createDocumentFragment();
    for (const row of kept.slice(0, shown)) {
      const line = document.createElement("tr");
      cell(line, row[0]);
      cell(line, row[1]);
      cell(line, row[3] || "–");
      cell(line, row[4] === null ? "–" : row[4].toFixed(2), "n");
      cell(line, row[5]);
      lines.append(line);
    }
    body.replaceChildren(lines);
    count.textContent = `${kept.length} of ${rows.length} answers`;
    more.hidden = kept.length <= shown;
  };
  const filter = () => {
    const text = found("f-text").value.trim().toLowerCase();
    const check = found("f-check").value, model = found("f-model").value;
    const flagged = found("f-flagged").checked;
    kept = rows.filter((row, i) =>
      (!text || haystack[i].includes(text)) &&
      (!check || row[2].split(" ").includes(check)) &&
      (!model || row[1] === model) &&
      (!flagged || row[3]));
    shown = page;
    draw();
  };
  found("filters").addEventListener("input", filter);
  found("filters").addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => { shown += 5 * page; draw(); });
  draw();
})();
