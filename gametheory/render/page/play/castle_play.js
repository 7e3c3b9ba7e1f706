(() => {
  "use strict";
  const { Widget, amount, drawGroup, drawShape } = play;
  const SIDES = { soldiers: "The soldiers", castle: "The castle" };
  const numbers = ([soldiers, defenders, strength]) =>
    `${amount(soldiers, "soldier")}, ${amount(defenders, "defender")}, strength ${strength}`;

  class CastlePlay {
    constructor(rules) { this.rules = rules; }

    begin({ n, s, dpw, side }) {
      [this.n, this.s, this.dpw, this.side] = [Number(n.value), Number(s.value), Number(dpw.value), side.value];
      this.game = new CastleGame(this.rules, this.dpw);
      this.first = this.position = this.game.start(this.n, this.s);
      this.shots = [];
      this.visited = new Set([this.position.join()]);
      this.repeated = false;
      return this.fewest(this.position) < Infinity ? ""
        : `${SIDES[this.side]} cannot win ${this.n}/${this.s}/${this.dpw}, whatever the soldiers do. Change a number or the side.`;
    }

    fewest(position) { return this.game.fewest(position, this.side); }

    label(shot) { return `${shot} at defenders, ${this.position[0] - shot} at the castle`; }

    question() {
      const [least, most] = this.game.volleys(this.position);
      return { state: `Wave ${this.shots.length + 1}: ${numbers(this.position)}.`, least, most };
    }

    move(shot) {
      const at = this.label(shot);
      this.shots.push(shot);
      this.position = this.game.after(this.position, shot);
      this.repeated = this.visited.has(this.position.join());
      this.visited.add(this.position.join());
      return `Wave ${this.shots.length}: ${at}. Then ${numbers(this.position)}.`;
    }

    over() { return this.game.outcome(this.position) || this.repeated; }

    review() {
      const winner = this.game.outcome(this.position), length = this.shots.length, waves = amount(length, "wave");
      const best = this.fewest(this.first), reviewed = this.game.review(this.first, this.side, this.shots);
      const remarks = reviewed.map((wave) => this.remark(wave));
      const missed = reviewed.findIndex(({ loss }) => loss === Infinity) + 1;
      const costly = reviewed.flatMap(({ loss }, wave) => (loss > 0 && loss < Infinity ? [wave + 1] : []));
      const verdict = winner !== this.side ? `The best play wins in ${amount(best, "wave")}. The win was possible until wave ${missed}, which gave it away.`
        : length === best ? "No play is faster." : `The best play takes ${best}, so you needed ${amount(length - best, "wave")} more. ${lostAt(costly)}`;
      const play = this.game.fastestWin(this.first, this.side).join(", ");
      return [
        winner ? `${SIDES[winner]} ${winner === "castle" ? "wins" : "win"} in ${waves}.` : `After ${waves} the position repeats: no side ever wins.`,
        [verdict, length === best && winner === this.side ? "" : `A fastest win has these shots at defenders, wave by wave: ${play}.`], remarks];
    }

    remark({ before, loss }) {
      if (!loss) return "";
      const [least, most] = this.game.volleys(before), better = [];
      for (let shot = least; shot <= most; shot += 1)
        if (1 + this.fewest(this.game.after(before, shot)) === this.fewest(before)) better.push(shot);
      const instead = `best: ${better.join(" or ")} at defenders`;
      return loss === Infinity ? `The win is lost here; ${instead}.` : `${amount(loss, "wave")} lost here; ${instead}.`;
    }

    draw(drawing) {
      const [soldiers, defenders, strength] = this.position, height = 60 * (strength / this.s);
      drawing.replaceChildren();
      drawGroup(drawing, soldiers, { x: 8, y: 10, high: 10, round: true });
      drawGroup(drawing, defenders, { x: 130, y: 10, high: 10 });
      drawShape(drawing, "path", { class: "ruin", d: "M250 76v-60h9v6h9v-6h9v6h9v-6h9v6h9v-6h6v60z" });
      drawShape(drawing, "rect", { class: "castle", x: 250, y: 76 - height, width: 60, height });
      for (const [x, text] of [[40, amount(soldiers, "soldier")], [160, amount(defenders, "defender")], [280, `strength ${strength}`]])
        drawShape(drawing, "text", { x, y: 92, "text-anchor": "middle" }, text);
    }
  }

  const lostAt = (waves) => `${waves.length === 1 ? "It was" : "They were"} lost in ${waves.length === 1 ? "wave" : "waves"} ${waves.join(", ")}.`;

  for (const figure of document.querySelectorAll("[data-play=castle]"))
    new Widget(figure, new CastlePlay(JSON.parse(figure.querySelector(".setup").dataset.rules)));
})();
