// A search of all positions by the rules alone. What is known of a position stays, for all games with the same inputs.
class TooManyPositions extends Error {}

class RulesSearch {
  constructor(library, inputs) {
    Object.assign(this, { library, inputs, known: new Map() });
  }

  // What is known of a position; `most` limits the number of positions that are new.
  solve(position, most = Infinity) {
    this.limit = this.known.size + most;
    return this.from(position);
  }

  // The fewest moves from a position to a win of each side that can win, with the first of these moves.
  from(position, key = position.join()) {
    const found = this.known.get(key);
    if (found) {
      if (found.open) throw new Error(`a play can return to ${key}`);
      return found;
    }
    if (this.known.size >= this.limit) throw new TooManyPositions();
    const here = { position, sides: {}, open: true };
    this.known.set(key, here);
    const { library, inputs } = this;
    const winner = library.winner(...inputs, ...position);
    if (winner) here.sides[winner] = { moves: 0 };
    else {
      const end = library.moves_to(...inputs, ...position);
      for (let choice = library.moves_from(...inputs, ...position); choice < end; choice++) {
        const move = library.move(...inputs, ...position, choice);
        const next = library.after(...inputs, ...position, ...move);
        const nextKey = next.join();
        if (nextKey === key) continue; // a move that changes nothing is on no shortest play
        const { sides } = this.from(next, nextKey);
        for (const side in sides) {
          const moves = sides[side].moves + 1;
          if (!(here.sides[side]?.moves <= moves)) here.sides[side] = { moves, move, next };
        }
      }
    }
    here.open = false;
    return here;
  }

  // A shortest play that a side wins, as moves with the positions after them; none if the side cannot win.
  play(position, side) {
    const steps = [];
    for (let step = this.from(position).sides[side]; step?.move; step = this.from(step.next).sides[side]) steps.push(step);
    return steps;
  }
}
