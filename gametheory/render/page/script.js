"use strict";
{
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const cards = new Map(all("article[data-claim]").map((card) => [card.dataset.claim, card]));
  const uses = new Map([...cards].map(([id, card]) => [id, JSON.parse(card.dataset.uses)]));
  const tools = document.querySelector(".tools");
  const chips = all(".chip", tools);
  const output = tools.querySelector("output");
  const field = tools.elements.text; // in the sidebar
  const hits = document.querySelector(".hits");
  const inOpening = tools.querySelector(".match-count a");
  const reset = tools.querySelector("button[type=reset]");
  const unknown = document.querySelector(".unknown");
  const HITS = 12;
  let focus = null;

  // The claims that can be reached through dependencies, direct and indirect; `next` gives the direct ones.
  function reachable(id, next) {
    const ids = new Set([id]);
    for (const name of ids) next(name).forEach((other) => ids.add(other));
    return ids;
  }
  const dependencies = (id) => reachable(id, (name) => uses.get(name));
  const dependents = (id) => reachable(id, (name) => [...uses.keys()].filter((other) => uses.get(other).includes(name)));

  const plain = (parts, id = "") => `${id} ${parts.map((part) => part.textContent).join(" ")}`.replace(/\s+/g, " ").toLowerCase();
  const opening = plain(all(".lead, .letters"));
  const texts = new Map();
  function text(id) {
    if (!texts.has(id)) {
      const source = all(":scope > h2, :scope > .intro", cards.get(id).closest("[data-source]"));
      const parts = all("header, .statement, .fact, .box", cards.get(id)).map((part) => part.cloneNode(true));
      for (const part of parts) all("details.code", part).forEach((code) => code.remove());
      texts.set(id, plain([...source, ...parts], id));
    }
    return texts.get(id);
  }

  const searched = () => tools.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);

  function matching() {
    const words = searched();
    const statuses = chips.filter((chip) => chip.getAttribute("aria-pressed") === "true").map((chip) => chip.dataset.status);
    const source = tools.elements.source.value;
    const near = focus && new Set([...dependencies(focus), ...dependents(focus)]);
    return new Set([...cards.keys()].filter((id) =>
      (!near || near.has(id)) &&
      (!statuses.length || statuses.includes(cards.get(id).dataset.status)) &&
      (!source || cards.get(id).closest("[data-source]").dataset.source === source) &&
      words.every((word) => text(id).includes(word))));
  }

  function show() {
    const visible = matching();
    const some = visible.size < cards.size || focus;
    for (const part of all("article, tr, li").filter((part) => part.dataset.claim)) part.hidden = !visible.has(part.dataset.claim);
    for (const node of all("a[data-claim]")) node.classList.toggle("dim", !visible.has(node.dataset.claim));
    for (const arrow of all(".arrow")) arrow.classList.toggle("dim", !visible.has(arrow.dataset.from) || !visible.has(arrow.dataset.to));
    for (const node of all(".map .node")) node.classList.toggle("focus", node.dataset.claim === focus);
    for (const section of all(".appendix")) section.hidden = some;
    for (const section of all(".source")) section.hidden = !all("article[data-claim]:not([hidden])", section).length;
    for (const list of all(".false-statements")) list.hidden = list.previousElementSibling.hidden = !all("li:not([hidden])", list).length;
    output.textContent = focus
      ? `${focus}: ${dependencies(focus).size - 1} dependencies, used by ${dependents(focus).size - 1}`
      : some ? `${visible.size} of ${cards.size} claims` : `${cards.size} claims`;
    inOpening.hidden = !searched().length || !searched().every((word) => opening.includes(word));
    reset.hidden = !some;
    for (const id of ["dependencies", "all-verdicts"]) {
      const section = document.getElementById(id)?.closest("section");
      if (section) section.hidden = !visible.size;
    }
    list(visible);
  }

  // The claims that a search finds, as links next to the field.
  function list(visible) {
    hits.hidden = !searched().length;
    const first = [...visible].slice(0, HITS);
    hits.replaceChildren(...first.map((id) => {
      const link = document.createElement("a");
      link.href = `#${cards.get(id).id}`;
      link.textContent = `${cards.get(id).querySelector(".badge .symbol").textContent} ${id}`;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
    const rest = visible.size - first.length;
    if (visible.size && !rest) return;
    const last = document.createElement("li");
    last.textContent = rest ? `and ${rest} more` : "No claim has all of these words.";
    hits.append(last);
  }

  function scrollToHit() {
    if (searched().length) document.querySelector("article[data-claim]:not([hidden])")?.scrollIntoView();
  }

  function clear() {
    tools.elements.text.value = tools.elements.source.value = "";
    for (const chip of chips) chip.setAttribute("aria-pressed", "false");
    focus = null;
    show();
  }

  function addressed() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return location.hash.slice(1);
    }
  }

  // #CD3.row2a scrolls to a claim; #focus=CD3.row2a shows only the claim, its dependencies and its dependents.
  function follow() {
    const address = addressed();
    const wanted = address.startsWith("focus=") ? address.slice(6) : null;
    const known = wanted === null ? !address || document.getElementById(address) : cards.has(wanted);
    unknown.hidden = Boolean(known);
    unknown.textContent = known ? "" : `This report has nothing with the address “#${address}”. Search the claims, or look in the table of all verdicts.`;
    if (!known) unknown.scrollIntoView();
    if (wanted !== null && cards.has(wanted)) {
      clear();
      focus = wanted;
      show();
      document.getElementById("dependencies").scrollIntoView();
      document.querySelector(".map .focus").scrollIntoView({ inline: "center", block: "nearest" });
      return;
    }
    const target = document.getElementById(address);
    if (target && (target.hidden || target.closest("[hidden]"))) clear();
    target?.scrollIntoView();
  }

  tools.addEventListener("change", show);
  field.addEventListener("input", () => {
    show();
    if (getComputedStyle(tools).position === "sticky") scrollToHit(); // on a phone the field would scroll away: Enter
  });
  tools.addEventListener("submit", (event) => {
    event.preventDefault();
    scrollToHit();
  });
  tools.addEventListener("reset", (event) => {
    event.preventDefault();
    if (focus) history.replaceState(null, "", location.pathname + location.search);
    clear();
  });
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      chip.setAttribute("aria-pressed", String(chip.getAttribute("aria-pressed") !== "true"));
      show();
    });
  }
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, select, textarea");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  addEventListener("hashchange", follow);
  if (location.hash) follow();

  async function copy(button, source, words) {
    try {
      await navigator.clipboard.writeText(words);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(source);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  }
  for (const button of all("button.copy")) {
    const code = button.parentElement.querySelector("code");
    button.addEventListener("click", () => copy(button, code, code.textContent));
  }

  for (const button of all("button.save")) {
    button.addEventListener("click", () => {
      const figure = button.closest("figure");
      const link = document.createElement("a");
      link.href = figure.querySelector("img").src;
      link.download = `${figure.closest("article").id}.svg`;
      link.click();
    });
  }

  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details:not([open]):not(.certificate)");
    for (const part of folded) part.open = true;
  });
  addEventListener("afterprint", () => { for (const part of folded) part.open = false; });
}
