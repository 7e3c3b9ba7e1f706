(() => {
  "use strict";
  const { game } = wargameGame;
  const { Widget, drawBelow, drawFrom, drawGroup, drawShape } = play;
  const decimals = (number) => (number === 0 ? "0" : number < 0.0001 ? "less than 0.0001" : number.toFixed(4));

  class WargamePlay {
    constructor(address) { this.address = address; }

    async begin() {
      this.data ??= (await manifestPart(this.address)).data;
      this.game ??= game(this.data);
      this.a = this.b = this.game.start;
      this.round = 1;
      this.reviewed = [];
      this.fields = null;  // those of the battle
      return "";
    }

    label(sent) { return `${sent} of ${this.a[0]}`; }

    isFree(loss) {
      return loss <= this.data.bound;  // no more than the error of the stored values
    }

    question() {
      const [p, q] = this.game.chances[this.round - 1], chance = p === q ? "The battle follows for certain." : `The battle follows with probability ${p}/${q}.`;
      const armies = `You have ${this.a[0]} in camp and ${this.a[1]} in the field, the page has ${this.b[0]} and ${this.b[1]}.`;
      return { state: `Round ${this.round} of ${this.game.rounds}. ${chance} ${armies}`, least: 0, most: this.a[0] };
    }

    move(sent) {
      const { b, losses } = this.game.solve(this.round, this.a, this.b), reply = drawFrom(b);
      this.reviewed.push({ sent, loss: losses[sent], best: losses.flatMap((loss, number) => (this.isFree(loss) ? [number] : [])) });
      const fields = [this.a[1] + sent, this.b[1] + reply], [p, q] = this.game.chances[this.round - 1];
      const moves = `Round ${this.round}: you send ${sent}, the page sends ${reply}.`;
      if (drawBelow(q) < p) {
        [this.a, this.b] = [[this.a[0] - sent, fields[0]], [this.b[0] - reply, fields[1]]];
        this.fields = fields;
        return `${moves} The battle begins.`;
      }
      [this.a, this.b] = [this.game.next(this.a, sent), this.game.next(this.b, reply)];
      this.round += 1;
      return `${moves} No battle yet: ${fields[0] - this.a[1]} of yours and ${fields[1] - this.b[1]} of theirs are killed in the fields.`;
    }

    over() { return this.fields; }

    review() {
      const [own, other] = this.fields;
      const total = this.reviewed.reduce((sum, { loss }) => sum + loss, 0), worst = this.reviewed.reduce((most, each) => (each.loss > most.loss ? each : most));
      const round = this.reviewed.indexOf(worst) + 1, result = own > other ? "You win." : own < other ? "You lose." : "A draw.";
      const verdict = this.isFree(total) ? "None of your choices costs anything against the equilibrium: the rest was luck."
        : `Against the equilibrium, your choices cost ${decimals(total)} of the expected payoff in all (a win is 1, a loss −1).`;
      const most = this.isFree(total) ? "" : `The most costly was round ${round}, ${decimals(worst.loss)}.`;
      return [`The battle begins with ${own} in your field and ${other} in theirs. ${result}`, [verdict, most],
        this.reviewed.map(({ loss, best }) => (this.isFree(loss) ? "" : `This costs ${decimals(loss)}; best: ${best.join(" or ")}.`))];
    }

    draw(drawing) {
      const groups = [["your camp", this.a[0]], ["your field", this.a[1]], ["their field", this.b[1]], ["their camp", this.b[0]]];
      drawing.replaceChildren();
      groups.forEach(([name, count], place) => {
        const x = 4 + 80 * place;
        drawShape(drawing, "rect", { class: name.endsWith("field") ? "ground field" : "ground", x, y: 2, width: 72, height: 96, rx: 6 });
        drawGroup(drawing, count, { x: x + 10, y: 13, high: 7, round: place < 2, step: 13 });
        drawShape(drawing, "text", { x: x + 36, y: 113, "text-anchor": "middle" }, `${name} ${count}`);
      });
    }
  }

  for (const figure of document.querySelectorAll("[data-play=wargame]")) new Widget(figure, new WargamePlay(figure.dataset.address));
})();
