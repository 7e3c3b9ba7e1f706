// The rules of the castle game, as in gametheory/games/castle/rules.py, and an exact search of all its positions.
// A position is [soldiers, defenders, strength]; a volley is its number of shots at defenders.
globalThis.castleGame = (() => {
  "use strict";
  const start = (n, s) => [n, 0, s];

  const outcome = ([soldiers, defenders, strength]) =>
    soldiers <= 0 ? "castle" : defenders === 0 && strength === 0 ? "soldiers" : null;

  // The fewest and the most shots that may be at defenders; every number between them is a legal volley.
  const volleys = ([soldiers, defenders, strength]) =>
    [Math.min(Math.max(soldiers - strength, 0), defenders), Math.min(soldiers, defenders)];

  function after([soldiers, defenders, strength], shot, dpw) {
    const left = Math.max(strength - (soldiers - shot), 0), alive = defenders - shot;
    const survivors = Math.max(soldiers - alive, 0);
    return [survivors, alive + (survivors > 0 && left > 0 ? dpw : 0), left];
  }

  const same = (a, b) => a.every((number, index) => number === b[index]);

  // Returns a function from a position to the fewest waves in which a side can win from it; Infinity if it cannot.
  // The only cycles of the game are volleys that change nothing, and no fastest win contains one.
  function search(dpw, side) {
    const known = new Map();
    return function fewest(position) {
      const winner = outcome(position);
      if (winner) return winner === side ? 0 : Infinity;
      const [soldiers, defenders, strength] = position, key = (soldiers * 65536 + defenders) * 65536 + strength;
      if (!known.has(key)) {
        const [least, most] = volleys(position);
        let best = Infinity;
        for (let shot = least; shot <= most; shot += 1) {
          const next = after(position, shot, dpw);
          if (!same(next, position)) best = Math.min(best, 1 + fewest(next));
        }
        known.set(key, best);
      }
      return known.get(key);
    };
  }

  // Returns the volleys of a fastest win of a side, or null if it cannot win; among equals the most shots at the castle.
  function fastestWin(n, s, dpw, side, fewest = search(dpw, side)) {
    let position = start(n, s);
    if (fewest(position) === Infinity) return null;
    const shots = [];
    while (!outcome(position)) {
      let shot = volleys(position)[0];
      while (fewest(after(position, shot, dpw)) !== fewest(position) - 1) shot += 1;
      shots.push(shot);
      position = after(position, shot, dpw);
    }
    return shots;
  }

  // Replays volleys. Returns for each wave the position after it, and by how many waves it makes the fastest win of the
  // side longer: null if the win was impossible before it, Infinity if this wave makes it impossible.
  function review(n, s, dpw, side, shots, fewest = search(dpw, side)) {
    let position = start(n, s);
    return shots.map((shot) => {
      const before = position;
      position = after(before, shot, dpw);
      const loss = fewest(before) === Infinity ? null : 1 + fewest(position) - fewest(before);
      return { before, shot, position, loss };
    });
  }

  return { start, outcome, volleys, after, same, search, fastestWin, review };
})();
