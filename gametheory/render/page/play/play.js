// The widget of all games of the page: the drawing, the move of the reader, and the record of the game.
globalThis.play = (() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const amount = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

  function drawShape(parent, name, attributes, text = "") {
    const shape = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    shape.textContent = text;
    parent.append(shape);
  }

  // One mark for each member of a group, in columns of at most `high`: soldiers are round, their enemies are square.
  function drawGroup(drawing, count, { x, y, high, round, step = 7 }) {
    for (let each = 0; each < count; each += 1) {
      const [left, top] = [x + step * Math.floor(each / high), y + step * (each % high)];
      if (round) drawShape(drawing, "circle", { class: "own", cx: left, cy: top, r: 2.7 });
      else drawShape(drawing, "rect", { class: "other", x: left - 2.5, y: top - 2.5, width: 5, height: 5 });
    }
  }

  // Draws from the random numbers of the system, without a bias: a whole number below `size`, a place of a distribution.
  function drawBelow(size) {
    const most = Math.floor(2 ** 32 / size) * size;
    for (;;) {
      const [number] = crypto.getRandomValues(new Uint32Array(1));
      if (number < most) return number % size;
    }
  }
  function drawFrom(distribution) {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    let rest = ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;  // uniform in [0, 1), 53 bits
    for (const [place, probability] of distribution.entries()) if ((rest -= probability) < 0) return place;
    return distribution.findLastIndex((probability) => probability > 0);
  }

  // A game begins, and says why it cannot; asks for a number in a range, or for one of several choices; moves, and
  // returns a note for the record; is over; and is then reviewed in sentences, with remarks on some of the notes.
  class Widget {
    constructor(figure, game) {
      const find = (selector) => figure.querySelector(selector);
      this.game = game;
      this.setup = find(".setup");
      [this.board, this.drawing, this.state, this.form] = [".board", ".board .drawing", ".state", ".move"].map(find);
      [this.result, this.record, this.again, this.problem] = [".result", ".record", ".again", ".problem"].map(find);
      this.output = this.form.querySelector("output");
      const slider = this.form.elements.number;
      this.setup.addEventListener("submit", (event) => { event.preventDefault(); this.start(); });
      this.again.addEventListener("click", () => { this.setup.hidden = false; this.board.hidden = true; this.setup.querySelector("button").focus(); });
      this.form.addEventListener("submit", (event) => { event.preventDefault(); this.move(Number(event.submitter?.value || slider?.value)); });
      slider?.addEventListener("input", () => this.show());
      for (const button of this.form.querySelectorAll("[data-step]"))
        button.addEventListener("click", () => { slider.value = Number(slider.value) + Number(button.dataset.step); this.show(); });
    }

    async start() {
      this.problem.textContent = await this.game.begin(this.setup.elements);
      if (this.problem.textContent) return;
      this.setup.hidden = true;
      this.board.hidden = this.form.hidden = false;
      this.again.hidden = true;
      this.result.textContent = "";
      this.record.replaceChildren();
      this.next();
    }

    move(number) {
      const line = document.createElement("li");
      line.textContent = this.game.move(number);
      this.record.append(line);
      this.next();
    }

    next() {
      this.game.draw(this.drawing);
      if (this.game.over()) this.end(...this.game.review());
      else this.ask(this.game.question());
    }

    ask({ state, least, most, choices }) {
      const slider = this.form.elements.number;
      this.state.textContent = state;
      if (choices) {
        const buttons = choices.map((text, value) => Object.assign(document.createElement("button"), { value, textContent: text }));
        this.form.querySelector(".choices").replaceChildren(...buttons);
        buttons[0].focus({ preventScroll: true });
        return;
      }
      [slider.min, slider.max, slider.value] = [least, most, least];
      this.show();
      slider.focus({ preventScroll: true });
    }

    show() {
      const slider = this.form.elements.number, [least, number, most] = [slider.min, slider.value, slider.max].map(Number);
      this.output.textContent = this.game.label(number);
      slider.setAttribute("aria-valuetext", this.output.textContent);
      for (const button of this.form.querySelectorAll("[data-step]"))
        button.disabled = Number(button.dataset.step) < 0 ? number === least : number === most;
    }

    end(state, sentences, remarks) {
      this.state.textContent = state;
      this.form.hidden = true;
      this.again.hidden = false;
      remarks.forEach((remark, line) => {
        if (!remark) return;
        const strong = document.createElement("strong");
        strong.textContent = ` ${remark}`;
        this.record.children[line].append(strong);
      });
      this.result.textContent = sentences.filter(Boolean).join(" ");
      this.result.focus({ preventScroll: true });
    }
  }

  return { Widget, amount, drawGroup, drawShape, drawBelow, drawFrom };
})();
