// The keys of the review pages. An element says in data-key which key works it; without this
// script every one of them is an ordinary link, button or field.
(() => {
  "use strict";
  const rows = [...document.querySelectorAll("[data-row]")];
  let leaving = false;

  const isField = (element) => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);

  // The row that has the focus is kept in the address, so that a reload finds it again.
  const select = (row) => {
    row.focus();
    row.scrollIntoView({ block: "nearest" });
    history.replaceState(null, "", `#${row.id}`);
  };

  const step = (by) => {
    const at = rows.findIndex((row) => row === document.activeElement);
    const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by));
    select(rows[next]);
  };

  const work = (key) => {
    const element = [...document.querySelectorAll("[data-key]")].find((e) => e.dataset.key === key);
    if (!element) return false;
    if (isField(element)) {
      const closed = element.closest("details:not([open])");
      if (closed) closed.open = true;
      element.focus();
    } else {
      element.click();
    }
    return true;
  };

  document.addEventListener("keydown", (event) => {
    if (leaving || event.repeat || event.altKey || event.metaKey) return;
    if (isField(event.target)) {
      const save = document.querySelector("[data-save]");
      if (event.key === "Escape") event.target.blur();
      else if (event.ctrlKey && event.key === "Enter" && save) save.click();
      return;
    }
    if (event.ctrlKey) return;
    if (rows.length && (event.key === "j" || event.key === "k")) {
      step(event.key === "j" ? 1 : -1);
      event.preventDefault();
    } else if (work(event.key)) {
      event.preventDefault();
    }
  });

  // A second key on a page that is being left must not decide twice.
  document.addEventListener("submit", () => { leaving = true; });
  window.addEventListener("pageshow", () => { leaving = false; });

  const kept = rows.find((row) => `#${row.id}` === location.hash);
  if (kept) select(kept);
})();
