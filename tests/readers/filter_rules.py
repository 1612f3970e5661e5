"""The meaning of filters on games, by rules of their own, and lists of filters to try.

Names are folded by Python's unicodedata; a date is the set of the days that it can mean.
"""

import calendar
import datetime
import re
import unicodedata
from functools import cache

# Letters that have no decomposition, and what they count as.
WHOLE = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h"}
    | {"ŧ": "t", "ŋ": "n", "ı": "i", "ĸ": "q"}
)


@cache
def folded(text):
    """Without case and accents."""
    parts = unicodedata.normalize("NFD", text.casefold())
    letters = "".join(part for part in parts if not unicodedata.category(part).startswith("M"))
    return letters.translate(WHOLE)


def words(text):
    return [word for word in re.split(r"[\s,.]+", folded(text)) if word]


def begin(asked, names):
    """True if each of the words begins a different name."""
    return not asked or any(
        name.startswith(asked[0]) and begin(asked[1:], names[:at] + names[at + 1 :])
        for at, name in enumerate(names)
    )


def holds(text, part):
    """True if the part is in the text, or if each of its several words begins another of the text."""
    if text is None:
        return False
    asked = words(part)
    return folded(part.strip()) in folded(text) or len(asked) > 1 and begin(asked, words(text))


@cache
def days(text):
    """All days that a tag can mean; none if its year is not known."""
    text = (text or "").strip()
    known = re.match(r"([0-9]{4})(?![0-9])(.*)", text, re.DOTALL)
    if not known or known[1] == "0000":
        return frozenset()
    year = int(known[1])
    # A month, then a day after the same separator; each ends at a separator, a blank or a T.
    parts = re.match(r"([./-])([^./\-\sT]*)(?:([./-])([^./\-\sT]*)([./-]?))?", known[2])
    month = day = None
    if parts:
        separator, month_text, other, day_text, more = parts.groups()
        is_month = re.fullmatch(r"[0-9]{1,2}", month_text) and 1 <= int(month_text) <= 12
        is_open = re.fullmatch(r"\?+", month_text)
        if (is_month or is_open) and other in (None, separator):
            month = int(month_text) if is_month else None
            if day_text and not more and re.fullmatch(r"[0-9]{1,2}", day_text):
                day = int(day_text)
    months = [month] if month else range(1, 13)
    dates = all_days(year, months)
    on_day = [date for date in dates if date.day == day]
    return frozenset(on_day or dates)


def all_days(year, months):
    ends = ((month, calendar.monthrange(year, month)[1]) for month in months)
    return [datetime.date(year, month, day + 1) for month, end in ends for day in range(end)]


@cache
def asked(text):
    """The days of a date of the command line."""
    year, *rest = (int(part) for part in re.split(r"[.-]", text))
    dates = all_days(year, rest[:1] or range(1, 13))
    return [date for date in dates if rest[1:] in ([], [date.day])]


def facts(row):
    """What filters ask of a row of the table of games."""
    columns = "white_name black_name white_elo black_elo result event time_control".split()
    dates = [days(row["date"]), days(row["utc_date"])]
    return {column: row[column] for column in columns} | {
        "days": next(filter(None, dates), frozenset())
    }


def player_side(options, game):
    """The color of the player, White if both are: whose name it is and who plays the opponent."""
    for color, other in (("white", "black"), ("black", "white")):
        own_name, other_name = game[f"{color}_name"], game[f"{other}_name"]
        if (
            options.get("as", color) == color
            and ("player" not in options or any(holds(own_name, p) for p in options["player"]))
            and ("opponent" not in options or holds(other_name, options["opponent"]))
        ):
            return color
    return None


def elo_bounds(options):
    low, high = options["elo"].split("..") if "elo" in options else (options["min-elo"], "")
    return int(low or 1), int(high or 9999)


def keeps(options, game):
    """True if a game meets all conditions."""
    if ("player" in options or "opponent" in options) and player_side(options, game) is None:
        return False
    if "elo" in options or "min-elo" in options:
        low, high = elo_bounds(options)
        elos = game["white_elo"], game["black_elo"]
        if not all(elo is not None and low <= elo <= high for elo in elos):
            return False
    if "since" in options or "until" in options:
        first = asked(options.get("since", "0001"))[0]
        last = asked(options.get("until", "9999"))[-1]
        if not game["days"] or not all(first <= day <= last for day in game["days"]):
            return False
    if "result" in options and game["result"] != options["result"]:
        return False
    if "event" in options and not holds(game["event"], options["event"]):
        return False
    if "time-control" in options:
        control = game["time_control"]
        if control is None or control.strip() != options["time-control"].strip():
            return False
    return True


# Options that exclude each other.
CLASHES = {"elo": ["min-elo"], "min-elo": ["elo"]}

ANY_RESULT = [{"result": result} for result in ("1-0", "1/2-1/2", "0-1", "*")]

LISTS = {
    # The games of data/.
    "sample": [
        {"player": ["(28"]},
        {"player": ["STOCKFISH 15.1 (13"], "as": "white"},
        {"player": ["(25"], "as": "black"},
        {"player": ["(18", "(20"]},
        {"opponent": "(135"},
        {"player": ["(2"], "opponent": "(1"},
        {"since": "2025"},
        {"since": "2024.06"},
        {"since": "2025-06-15"},
        {"until": "2024"},
        {"until": "2025.03"},
        {"until": "2024.09.30"},
        {"elo": "1800..2400"},
        {"elo": "2100.."},
        {"elo": "..2000"},
        {"min-elo": "1700"},
        *ANY_RESULT,
        {"max-ply": 3},
    ],
    # What odd_games.py makes.
    "odd": [
        {"player": ["muller"]},
        {"player": ["MÜLLER"], "as": "white"},
        {"player": ["lukasz"], "as": "black"},
        {"player": ["carlsen", "drnykterstein"]},
        {"player": ["strasse"]},
        {"player": ["алехин"]},
        {"player": ["ångström"]},
        {"player": ["?"]},
        {"opponent": "Łukasz"},
        {"player": ["carlsen"], "opponent": "carlsen"},
        {"player": ["magnus carlsen"]},
        {"player": ["J müller"], "as": "white"},
        {"player": ["straße", "zak, luk"]},
        {"since": "2023"},
        {"since": "2022.06"},
        {"since": "2023-05-02"},
        {"until": "2023"},
        {"until": "2023.05"},
        {"until": "2024.02.29"},
        {"elo": "2000..2400"},
        {"elo": "2100.."},
        {"elo": "..2100"},
        {"min-elo": "1"},
        *ANY_RESULT,
        {"event": "münchen"},
        {"event": "blitz"},
        {"time-control": "180+2"},
        {"time-control": "-"},
        {"max-ply": 1},
        {"max-ply": 5},
    ],
}
