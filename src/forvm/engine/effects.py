"""Effects: what a fate card does. Use them as ``effects.FLOODS``; `rules/fate.py` tells what each one means."""

(
    FIRE,
    AMPHITHEATRE,
    FLOODS,
    WAR,
    AGENTS_LOST,
    CENSUS,
    HARVEST,
    DISPATCH,
    SHIPWRECK,
    GOVERNOR,
    MORALS,
    DIVORCE,
    CANDIDATE,
    NEWS,
    SNUB,
    ELECTIONS,
    PRAEFECTUS,
    VOW,
    PATRON,
) = range(19)
