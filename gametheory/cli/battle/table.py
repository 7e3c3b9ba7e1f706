"""`gametheory battle table`: odds of all battles up to a size, as a file."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import add_action, add_json, add_workers, output_file, print_json, write_output
from gametheory.cli.battle.rules import add_armies, add_rules, battle_of, check_turns, fail

if TYPE_CHECKING:
    from gametheory.games.battle.table import OddsTable


def add_table(actions: Any) -> None:
    """Add `battle table`."""
    table = add_action(
        actions, "table", _table, "write the odds of all battles up to A against D to a file", "100 100 -o odds.npz"
    )
    add_armies(table)
    add_rules(table)
    table.add_argument(
        "-o", dest="output", metavar="FILE", type=_table_file, required=True, help="output file, .npz or .csv"
    )
    table.add_argument("--plot", metavar="FILE.svg", type=output_file, help="also draw a map of the win probabilities")
    add_workers(table)
    add_json(table)


def _table_file(text: str) -> Any:
    path = output_file(text)
    if path.suffix not in (".npz", ".csv"):
        raise argparse.ArgumentTypeError(f"{text} ends neither in .npz nor in .csv")
    return path


def _table(args: argparse.Namespace) -> int:
    from gametheory.cli.battle.output import rules_json
    from gametheory.cli.probabilities import error_bound_text
    from gametheory.games.battle.table import odds_table
    from gametheory.render.figures import table_plot

    check_turns(args)
    battle = battle_of(args, args.attackers)
    rules = battle.attacker_hits, battle.defender_hits, battle.both_dead, battle.reserve, battle.stop_when_outnumbered
    try:
        table = odds_table(battle.attackers, battle.defenders, args.turns, *rules)
    except ValueError as error:
        fail(args, str(error))
    write_output(args.output, _file(table, args.output.suffix))
    if args.plot:
        write_output(args.plot, table_plot(table))
    battles = (battle.attackers - battle.reserve) * battle.defenders
    if args.json:
        made = {"turns": args.turns, "battles": battles, "error_bound": table.error_bound}
        print_json(rules_json(battle) | made | {"file": str(args.output)})
    else:
        print(f"wrote {args.output}: {battles:,} battles")
        print(error_bound_text(table.error_bound))
        if args.plot:
            print(f"wrote {args.plot}")
    return 0


def _file(table: OddsTable, suffix: str) -> bytes:
    from io import BytesIO

    from gametheory.games.battle.table import write_csv, write_npz

    file = BytesIO()
    (write_npz if suffix == ".npz" else write_csv)(table, file)
    return file.getvalue()
