// What all games of the page share: the drawing, the move of the reader, and the record of the game.
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

  // The parts of a game in the page. `moved` gets the number that the reader chooses; `label` words a number.
  class Board {
    constructor(figure, { started, moved, label }) {
      const find = (selector) => figure.querySelector(selector);
      this.setup = find(".setup");
      [this.board, this.drawing, this.state, this.form] = [".board", ".board svg", ".state", ".move"].map(find);
      [this.result, this.record, this.again] = [".result", ".record", ".again"].map(find);
      this.output = this.form.querySelector("output");
      this.label = label;
      const slider = this.form.elements.number;
      this.setup.addEventListener("submit", (event) => { event.preventDefault(); started(); });
      this.again.addEventListener("click", () => { this.setup.hidden = false; this.board.hidden = true; this.setup.querySelector("button").focus(); });
      this.form.addEventListener("submit", (event) => { event.preventDefault(); moved(Number(slider.value)); });
      slider.addEventListener("input", () => this.show());
      for (const button of this.form.querySelectorAll("[data-step]"))
        button.addEventListener("click", () => { slider.value = Number(slider.value) + Number(button.dataset.step); this.show(); });
    }

    begin() {
      this.setup.hidden = true;
      this.board.hidden = this.form.hidden = false;
      this.again.hidden = true;
      this.result.textContent = "";
      this.record.replaceChildren();
    }

    // Ask for a number in a range.
    ask(state, least, most) {
      const slider = this.form.elements.number;
      this.state.textContent = state;
      [slider.min, slider.max, slider.value] = [least, most, least];
      this.show();
      slider.focus({ preventScroll: true });
    }

    show() {
      const slider = this.form.elements.number, [least, number, most] = [slider.min, slider.value, slider.max].map(Number);
      this.output.textContent = this.label(number);
      slider.setAttribute("aria-valuetext", this.output.textContent);
      for (const button of this.form.querySelectorAll("[data-step]"))
        button.disabled = Number(button.dataset.step) < 0 ? number === least : number === most;
    }

    note(text) {
      const line = document.createElement("li");
      line.textContent = text;
      this.record.append(line);
    }

    // End the game with sentences, and a remark on some of the lines of the record.
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

  return { Board, amount, drawGroup, drawShape };
})();
