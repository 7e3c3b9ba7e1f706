// The castle game to play: rules that are terms, made from the code of the package, and the search that the calculator uses.
// A position is [soldiers, defenders, strength]; a volley is its number of shots at defenders.
class CastleGame {
  constructor(functions, dpw) {
    this.dpw = dpw;
    this.library = compileLibrary(functions, Number);
    this.search = new RulesSearch(this.library, [dpw]);
  }

  start(n, s) { return this.library.start(n, s, this.dpw); }
  outcome(position) { return this.library.winner(this.dpw, ...position); }

  // The fewest and the most shots that may be at defenders; every number between them is a legal volley.
  volleys(position) {
    return [this.library.moves_from(this.dpw, ...position), this.library.moves_to(this.dpw, ...position) - 1];
  }

  after(position, shot) {
    return this.library.after(this.dpw, ...position, ...this.library.move(this.dpw, ...position, shot));
  }

  // The fewest waves in which a side can win from a position; Infinity if it cannot.
  fewest(position, side) { return this.search.solve(position).sides[side]?.moves ?? Infinity; }

  // The volleys of a fastest win of a side, which must be possible; among equals the most shots at the castle.
  fastestWin(position, side) {
    this.search.solve(position);
    return this.search.play(position, side).map(({ move: [, shot] }) => shot);
  }

  // Replays volleys. Returns for each wave the position after it, and by how many waves it makes the fastest win of the
  // side longer: null if the win was impossible before it, Infinity if this wave makes it impossible.
  review(position, side, shots) {
    return shots.map((shot) => {
      const before = position, fewest = this.fewest(before, side);
      position = this.after(before, shot);
      return { before, shot, position, loss: fewest === Infinity ? null : 1 + this.fewest(position, side) - fewest };
    });
  }
}
