"""`gametheory battle table`: all battles up to two armies as a file."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import add_action, add_json, add_workers, output_file, print_json, write_output
from gametheory.cli.battle.rules import add_counts, add_rules, battle_of, check_turns, refuse
from gametheory.cli.memory_limit import add_memory, check_memory

if TYPE_CHECKING:
    from gametheory.games.battle.table import OddsTable


def add_table(actions: Any) -> None:
    """Declare `battle table`."""
    table = add_action(actions, "table", _table, "all battles up to A against D as a file", "100 100 -o odds.npz")
    add_counts(table)
    add_rules(table)
    table.add_argument("-o", dest="output", metavar="FILE", type=_table_file, required=True, help=".npz or .csv")
    table.add_argument("--plot", metavar="FILE.svg", type=output_file, help="also draw the chances as a map")
    add_workers(table)
    add_memory(table)
    add_json(table)


def _table_file(text: str) -> Any:
    path = output_file(text)
    if path.suffix not in (".npz", ".csv"):
        raise argparse.ArgumentTypeError(f"{text} ends neither in .npz nor in .csv")
    return path


def _table(chosen: argparse.Namespace) -> int:
    from gametheory.cli.battle.output import rules_json
    from gametheory.cli.battle.plots import table_plot
    from gametheory.cli.probabilities import error_bound_text
    from gametheory.games.battle.memory_estimate import bytes_for_table
    from gametheory.games.battle.table import require_free_memory as check_free_memory
    from gametheory.games.battle.table import odds_table

    check_turns(chosen)
    battle = battle_of(chosen, chosen.attackers)
    needed = bytes_for_table(chosen.attackers, chosen.defenders, chosen.output.suffix == ".csv", bool(chosen.plot))
    check_memory(chosen, needed, "battle table")
    rules = battle.attacker_hits, battle.defender_hits, battle.both_dead, battle.reserve, battle.stop_when_outnumbered
    try:
        check_free_memory(battle.attackers, battle.defenders)
        table = odds_table(battle.attackers, battle.defenders, chosen.turns, *rules)
    except ValueError as error:
        refuse(chosen, str(error))
    write_output(chosen.output, _file(table, chosen.output.suffix))
    if chosen.plot:
        write_output(chosen.plot, table_plot(table))
    battles = (battle.attackers - battle.reserve) * battle.defenders
    if chosen.json:
        made = {"turns": chosen.turns, "battles": battles, "error_bound": table.error_bound}
        print_json(rules_json(battle) | made | {"file": str(chosen.output)})
    else:
        print(f"wrote {chosen.output}: {battles:,} battles")
        print(error_bound_text(table.error_bound))
        if chosen.plot:
            print(f"wrote {chosen.plot}")
    return 0


def _file(table: OddsTable, suffix: str) -> bytes:
    from io import BytesIO

    from gametheory.games.battle.table import write_csv, write_npz

    file = BytesIO()
    (write_npz if suffix == ".npz" else write_csv)(table, file)
    return file.getvalue()
