(() => {
  "use strict";
  const POSITIONS = 20000; // of the search: more would keep the page busy for seconds
  const SLICE = 40; // milliseconds of computing until the page can react again

  const shownNumber = (number) => String(number).replace("-", "−");
  const waves = (number) => (number === undefined ? "no value" : number === null ? "cannot win" : `${shownNumber(number)} wave${number === 1n ? "" : "s"}`);
  const pause = () => new Promise((resolve) => setTimeout(resolve));

  class Calculator {
    constructor(figure) {
      this.figure = figure;
      this.item = JSON.parse(figure.dataset.item);
      this.names = this.item.inputs.map((each) => each.name);
      this.library = compileLibrary(this.item.functions);
      this.most = this.item.inputs.map((each) => this.term(each.most));
      this.statements = this.item.statements.map((each) => this.compileStatement(each));
      this.walks = this.item.walks.map((walk, place) => new Walk(this, walk, figure.querySelectorAll(".walk")[place]));
      this.searches = new Map();
      this.shown = this.task = 0; // numbers of the last view and of the last scan: older ones stop
      this.fields = [...figure.querySelectorAll(".numbers input[type=number]")];
      this.sliders = [...figure.querySelectorAll(".numbers input[type=range]")];
      this.menu = figure.querySelector("select");
      this.sections = [...figure.querySelectorAll(".tried")];
      this.listen();
      this.show();
    }

    one(selector) { return this.figure.querySelector(selector); }
    term(text, names = this.names) { return compile(parseTerm(text), names, this.library); }

    compileStatement(each) {
      const terms = (texts) => texts.map((text) => this.term(text));
      return {
        side: each.side, printed: this.term(each.printed), right: this.term(each.right),
        conditions: terms(each.conditions), printed_parts: terms(each.printed_parts), right_parts: terms(each.right_parts),
      };
    }

    listen() {
      this.fields.forEach((field, place) => {
        const slider = this.sliders[place];
        slider.addEventListener("input", () => { field.value = slider.value; this.show(); });
        field.addEventListener("input", () => { slider.value = field.value; this.show(); });
      });
      this.menu.addEventListener("change", () => this.show());
      for (const box of this.figure.querySelectorAll(".conditions input"))
        box.addEventListener("input", () => { this.show(); this.find("start", false); });
      for (const button of this.figure.querySelectorAll(".finders button"))
        button.addEventListener("click", () => this.find(button.dataset.from, true));
    }

    get numbers() { return this.fields.map((field) => (/^[1-9]\d{0,59}$/.test(field.value) ? BigInt(field.value) : null)); }
    get statement() { return this.statements[this.menu.value]; }
    get section() { return this.sections[this.menu.value]; }

    // The value of a compiled term; undefined where the code raises an exception.
    value(term, numbers) {
      try { return term([...numbers]); } catch (error) { if (error instanceof NoValue) return undefined; throw error; }
    }

    ticked() {
      const boxes = this.section.querySelectorAll(".conditions input");
      return this.statement.conditions.filter((_, place) => boxes[place].checked);
    }

    // Everything is computed again; only the search waits until the reader pauses.
    show() {
      const numbers = this.numbers, shown = ++this.shown;
      this.task++;
      this.fields.forEach((field, place) => field.setAttribute("aria-invalid", numbers[place] === null));
      this.sections.forEach((section) => { section.hidden = section !== this.section; });
      this.one(".found").textContent = "";
      if (numbers.includes(null)) {
        this.one(".agreement").textContent = "Each number must be a whole number of at least 1 and at most 60 digits.";
        return;
      }
      const { side, conditions, printed, right, printed_parts, right_parts } = this.statement;
      const values = { printed: this.value(printed, numbers), right: this.value(right, numbers) };
      const fill = (name, texts) => this.section.querySelectorAll(`[data-fill=${name}]`).forEach((part, place) => { part.textContent = texts[place]; });
      const inWords = (terms) => terms.map((term) => {
        const value = this.value(term, numbers);
        return value === undefined || value === null ? "none" : shownNumber(value);
      });
      fill("conditions", conditions.map((term) => (term([...numbers]) ? "– holds" : "– does not hold")));
      fill("printed_parts", inWords(printed_parts));
      fill("right_parts", inWords(right_parts));
      fill("printed", [waves(values.printed)]);
      fill("right", [waves(values.right)]);
      this.agree(numbers, values);
      for (const walk of this.walks) walk.show(numbers);
      fill("search", ["searching …"]);
      fill("positions", [""]);
      setTimeout(() => { if (shown === this.shown) this.search(numbers, side, values.right, fill); }, 120);
    }

    agree(numbers, { printed, right }) {
      const game = numbers.join("/");
      const failing = this.ticked().some((term) => !term([...numbers]));
      const both = printed === right
        ? `✓ The printed formula agrees with the right one for ${game}. Both: ${waves(right)}.`
        : `✗ The printed formula is wrong for ${game}. Printed: ${waves(printed)}. Right: ${waves(right)}.`;
      this.one(".agreement").textContent = failing
        ? `The statement says nothing about ${game}, since a condition does not hold. ${both}` : both;
    }

    // The search of a game from its start; games that differ only in other inputs share what is known.
    searched(numbers) {
      const inputs = this.item.rules.inputs.map((name) => numbers[this.names.indexOf(name)]), key = inputs.join();
      if (!this.searches.has(key)) this.searches = new Map([[key, new RulesSearch(this.library, inputs)]]);
      return this.searches.get(key);
    }

    search(numbers, side, right, fill) {
      const rows = this.one(".play tbody"), title = this.one(".play-title"), search = this.searched(numbers);
      try {
        const start = this.library.start(...numbers);
        const moves = search.solve(start, POSITIONS).sides[side]?.moves;
        const found = moves === undefined ? null : BigInt(moves);
        fill("search", [waves(found)]);
        fill("positions", [found === right ? "As the right formula says." : "This differs from the right formula!"]);
        title.textContent = found === null ? `No play ends with a win of the ${side}.` : `A shortest win of the ${side}, wave by wave`;
        rows.replaceChildren(...this.rows(start, search.play(start, side)));
      } catch (error) {
        this.searches.clear();
        if (!(error instanceof TooManyPositions || error instanceof RangeError)) throw error;
        fill("search", ["not searched"]);
        fill("positions", [`The game has more than ${POSITIONS.toLocaleString("en")} positions, too many for this page.`]);
        title.textContent = "";
        rows.replaceChildren();
      }
    }

    rows(start, steps) {
      const lines = steps.map(({ move, next }) => [...move, ...next]);
      const first = [...this.item.rules.move.map(() => null), ...start];
      const all = [first, ...lines];
      const largest = first.map((_, column) => Math.max(1, ...all.map((line) => Number(line[column] ?? 0))));
      const shots = this.item.rules.move.length; // both kinds of shots are drawn to one scale
      largest.fill(Math.max(...largest.slice(0, shots)), 0, shots);
      return all.map((line, number) => {
        const row = document.createElement("tr");
        row.insertCell().textContent = number || "start";
        line.forEach((value, column) => {
          const cell = row.insertCell();
          cell.textContent = value === null ? "" : shownNumber(value);
          if (value) cell.style.setProperty("--share", Number(value) / largest[column]);
        });
        for (const cell of row.cells) cell.className = "number";
        return row;
      });
    }

    // The games of the box in their order, from one on; a number counts from 1 to a bound that depends on those before.
    * games(after) {
      const { most } = this, last = most.length - 1;
      const numbers = after ? [...after] : most.map(() => 1n);
      if (after) numbers[last]++;
      while (true) {
        let place = 0;
        while (place <= last && numbers[place] <= most[place](numbers)) place++;
        if (place > last) { yield numbers; numbers[last]++; continue; }
        if (!place) return;
        numbers[place - 1]++;
        numbers.fill(1n, place);
      }
    }

    // The next game that satisfies the conditions and in which the formula is wrong, with the number of games before.
    async counterexample(after, stopped = () => false) {
      const ticked = this.ticked(), { printed, right } = this.statement;
      let until = performance.now() + SLICE, cases = 0;
      for (const numbers of this.games(after)) {
        if (performance.now() > until) {
          await pause();
          if (stopped()) return null;
          until = performance.now() + SLICE;
        }
        if (!ticked.every((term) => this.value(term, numbers))) continue;
        cases++;
        if (this.value(printed, numbers) !== this.value(right, numbers)) return { numbers: [...numbers], cases };
      }
      return { numbers: null, cases };
    }

    async find(from, take) {
      const task = ++this.task, output = this.one(".found"), here = from === "here" ? this.numbers : null;
      if (here?.includes(null)) return;
      output.textContent = "searching …";
      const found = await this.counterexample(here, () => task !== this.task);
      if (!found || task !== this.task) return;
      const { numbers, cases } = found, { printed, right } = this.statement;
      const scope = `with ${output.dataset.box}${here ? ` after ${here.join("/")}` : ""} that satisfy the ticked conditions`;
      if (!numbers) {
        output.textContent = `No counterexample among the ${cases.toLocaleString("en")} games ${scope}.`;
        return;
      }
      if (take) {
        numbers.forEach((number, place) => { this.fields[place].value = this.sliders[place].value = number; });
        this.show();
      }
      output.textContent = `${here ? "The next" : "The smallest"} counterexample is ${numbers.join("/")}. `
        + `Printed: ${waves(this.value(printed, numbers))}. Right: ${waves(this.value(right, numbers))}. `
        + (cases > 1 ? `It is number ${cases} of the games ${scope}.` : `It is the first game ${scope}.`);
    }
  }

  // The lemmas of a claim: each line with the values of its sides.
  class Walk {
    constructor(owner, walk, section) {
      Object.assign(this, { owner, section, day: section.querySelector("input") });
      const names = [...owner.names, "day"];
      const define = ([name, text], own) => { const term = owner.term(text, own); own.push(name); return term; };
      this.days = [walk.first, walk.last, walk.start].map((text) => owner.term(text));
      this.summary = walk.summary.map((text) => owner.term(text));
      this.values = Object.entries(walk.values).map((pair) => define(pair, names));
      this.lemmas = walk.lemmas.map(({ values, given, then }) => {
        const own = [...names], lines = (all) => all.map(([sign, left, right, depth]) =>
          ({ sign, depth, left: owner.term(left, own), right: right ? owner.term(right, own) : null }));
        return { values: Object.entries(values).map((pair) => define(pair, own)), given: lines(given), then: lines(then) };
      });
      this.day.addEventListener("input", () => this.fill());
    }

    show(numbers) {
      this.numbers = numbers;
      const [first, last, start] = this.days.map((term) => term([...numbers]));
      Object.assign(this.day, { min: first, max: last, value: start });
      this.section.querySelector(".range").textContent = `from ${first} to ${last}`;
      this.section.querySelectorAll("[data-fill=summary]").forEach((part, place) => {
        const value = this.summary[place]([...numbers]);
        part.textContent = value === null ? "never" : shownNumber(value);
      });
      this.fill();
    }

    fill() {
      if (!/^\d{1,60}$/.test(this.day.value)) return;
      const values = [...this.numbers, BigInt(this.day.value)];
      for (const term of this.values) values.push(term([...values]));
      const items = this.section.querySelectorAll("li");
      this.lemmas.forEach((lemma, place) => {
        const own = [...values];
        for (const term of lemma.values) own.push(term([...own]));
        const given = lemma.given.map((line) => compareSides(line, own)), then = lemma.then.map((line) => compareSides(line, own));
        const rows = items[place].querySelectorAll(".line");
        [...given, ...then].forEach(({ text }, each) => { rows[each].cells[1].textContent = text; });
        const failing = given.findIndex((line) => !line.deeper && !line.holds);
        const main = then.filter((line) => !line.deeper);
        items[place].classList.toggle("silent", failing >= 0);
        items[place].querySelector(".state").textContent = failing >= 0
          ? `says nothing here: ${rows[failing].cells[0].textContent} is false`
          : `${main.every((line) => line.holds) ? "holds" : "fails"}: ${main.slice(0, 3).map((line) => line.text).join("; ")}${main.length > 3 ? "; …" : ""}`;
      });
    }
  }

  const RELATIONS = { "=": OPERATIONS["="], "≠": (a, b) => a !== b, "<": OPERATIONS["<"], "≤": OPERATIONS["<="], ">": OPERATIONS[">"], "≥": OPERATIONS[">="] };

  // What a line says of these numbers: both sides, whether it holds, and by how much.
  const compareSides = ({ sign, left, right, depth }, values) => {
    const deeper = depth > 0, a = left([...values]);
    if (!sign) return { deeper, holds: a, text: a ? "true" : "false" };
    const b = right([...values]), holds = RELATIONS[sign](a, b), gap = a < b ? b - a : a - b;
    const slack = holds ? (sign === "=" ? "" : `, slack ${gap}`) : ` is false, short by ${gap}`;
    return { deeper, holds, text: `${shownNumber(a)} ${sign} ${shownNumber(b)}${slack}` };
  };

  for (const figure of document.querySelectorAll(".calculator")) figure.calculator = new Calculator(figure);
  for (const link of document.querySelectorAll("a[data-try]"))
    link.addEventListener("click", () => {
      const [option] = document.querySelectorAll(`.calculator option[data-claim="${CSS.escape(link.dataset.try)}"]`);
      option.parentElement.value = option.value;
      option.closest(".calculator").calculator.show();
    });
})();
