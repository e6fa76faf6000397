"""A lesson as a file has it, for the tests of lessons."""

from __future__ import annotations

SPOT = """seats = [
    {name = "A", stack = 5000}, {name = "B", stack = 5000}, {name = "C", stack = 5000},
]
blinds = [50, 100]
button = "A"
actions = "A raises to 300"
question = {kind = "min_raise", player = "B"}
"""
"""The first example of the Malay seed: after a raise from 100 to 300 the next is to 500 at least (TDA 2024 43-A)."""

CHECK = SPOT.replace("raises to 300", "raises to 250")
"""The same spot with a raise of 150: to 400 at least."""

ENGLISH = f"""+++
title = "A first raise"
summary = "What the next raise has to be."
part = "betting"
place = 10
needs = []
exit = {{kind = "min_raise", level = 2}}
+++

The next raise is to {{first.raise_to}} at least: {{rule raise-amounts}}. Houses differ: {{toggle min_raise}}.

```spot first
{SPOT}```

## Your turn

```check second
{CHECK}```

See {{lesson a-raise}} and {{kind min_raise}}.

```replay played
{SPOT}```
"""

MALAY = """+++
title = "Raise pertama"
summary = "Berapa raise seterusnya."
+++

Raise seterusnya sekurang-kurangnya hingga {first.raise_to}.

```spot first
```

```check second
```
"""
