"use strict";
{
  const table = document.querySelector(".games");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const texts = new Map(rows.map((row) => [row, row.textContent.replace(/\s+/g, " ").toLowerCase()]));
  const field = document.getElementById("words");
  const output = document.querySelector(".search output");

  function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !words.every((word) => texts.get(row).includes(word));
    output.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} games`;
  }

  // Words by their letters, and numbers, also within words such as 3 x 10, by their size.
  const order = new Intl.Collator("en", { numeric: true });
  function sort(head) {
    const direction = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
    for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", other === head ? direction : "none");
    const key = (row) => (row.cells[head.cellIndex].querySelector("summary, .unseen") ?? row.cells[head.cellIndex]).textContent.trim();
    const sign = direction === "ascending" ? 1 : -1;
    body.append(...[...rows].sort((one, other) => sign * order.compare(key(one), key(other))));
  }

  for (const head of table.tHead.rows[0].cells) head.querySelector("button").addEventListener("click", () => sort(head));
  field.addEventListener("input", show);
  document.querySelector(".search").addEventListener("submit", (event) => event.preventDefault());
  show();
}
