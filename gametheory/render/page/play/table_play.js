(() => {
  "use strict";
  const { Widget, drawFrom } = play;
  const MOST = 1000;  // moves of others in a row
  const WIDE = 48;  // characters in a line of a drawing

  // A cell that makes its move when it is clicked. Its form has a button of the same move for the keyboard.
  function cell(label, labels) {
    const button = Object.assign(document.createElement("button"), { textContent: label, value: labels.indexOf(label), tabIndex: -1 });
    button.setAttribute("form", "choices");
    return button;
  }

  // A game whose states the page contains. A move without a label is one of chance or of the other players.
  class TablePlay {
    constructor(states) { this.states = states; }

    begin({ odds }) {
      this.odds = odds.checked;
      this.costs = [];
      this.remarks = [];
      this.state = this.states[0];
      this.before = this.follow(this.automatic());
      return "";
    }

    // Follows a move, and then those of the others up to the next one of the reader. Returns what the others did.
    follow(move) {
      const notes = [];
      for (let count = 0; move && count < MOST; count += 1) {
        const [next, , note] = move.after[drawFrom(move.after.map(([, probability]) => probability))];
        notes.push(note);
        this.state = this.states[next];
        move = this.automatic();
      }
      return notes.filter(Boolean).join(" ");
    }

    automatic() { return this.state.moves?.find(({ label }) => label === undefined); }

    question() {
      const choices = this.state.moves.map(({ label, payoff }) => (this.odds ? `${label} (${payoff})` : label ?? "Go on"));
      return { state: `${this.before} Your move:`.trim(), choices };
    }

    move(number) {
      const move = this.state.moves[number];
      this.costs.push(move.cost === null ? Infinity : move.cost ?? 0);  // null: the goal is lost
      this.remarks.push(move.remark);
      this.before = this.follow(move);
      return `You: ${move.label ?? "go on"}. ${this.before}`;
    }

    over() { return this.state.end; }

    review() {
      const total = this.costs.reduce((sum, cost) => sum + cost, 0), all = total === Infinity ? "the goal" : Number(total.toFixed(4));
      return [this.state.end, [total ? `In all, your moves cost ${all}.` : "No move of yours cost anything."], this.remarks];
    }

    draw(drawing) {
      const { text, moves = [] } = this.state, labels = moves.map(({ label }) => label);
      const words = text.split(/(\s+)/);  // with the spaces between them
      // a board has one cell for each move; another text can have the label of a move by chance
      const isBoard = labels.length > 0 && labels.every((label) => words.filter((word) => word === label).length === 1);
      drawing.replaceChildren(...(isBoard ? words.map((word) => (labels.includes(word) ? cell(word, labels) : word)) : [text]));
      drawing.classList.toggle("cells", isBoard);
      drawing.classList.toggle("wide", text.split("\n").some((line) => line.length > WIDE));
    }
  }

  for (const figure of document.querySelectorAll("[data-play=table]"))
    new Widget(figure, new TablePlay(JSON.parse(document.getElementById("states").textContent)));
})();
