"""What a learner knows, and what to ask next: pure functions over plain values, with `now` and seeds passed in.

`skills.after` takes an answer into a learner's state of one skill, `choosing.choose` picks the next question from all
of them and `habits.telling` the best drill for it; `placement` and `runs` are the two other ways to be asked. A skill
is a question kind, by its id; an item is what shares a difficulty: kind, game, limit and level. States turn into JSON
and back with `to_json` and `from_json`. Times are aware and in the learner's zone, since days are counted in it.
"""
