"""Tasks: what a frame on the stack waits for. Use them as ``tasks.MOVING``."""

# What a frame waits for. First the ones that chance answers …
(
    DEAL,  # a family card for the actor (SETUP-2)
    FIRST_ROLL,  # the actor's die for who begins; x: who still rolls, y: best so far, z: who has it
    ENTER_ROLL,
    OUST_ROLL,  # x: market
    DESTROY_ROLL,  # x: market, y: victim
    DRAW,
    BIRTH_CARD,
    BIRTH_ROLL,
    ELECTION_ROLL,
    # … then the ones that a player answers …
    MOVING,  # x: players done, y: 1 once the roll is used or forgone, z: agents that have moved (bits)
    INTRIGUE,  # x: players done, y: 1 once an intrigue was done
    BUILDING,  # x: players done, y: 1 once something was built or destroyed
    BARGAIN,  # the actor is to answer; x: proposer, y: other, z: price index, u: counter-offers left, v: child
    OFFER,  # pay a card's price for prestige, or not
    PATRONAGE,  # pay, or lose an agent
    MATCHMAKING,  # old morals; x: players asked so far (bits)
    SEPARATION,  # forced divorce
    # … and the ones that need nobody.
    TRADE,
    FATE,  # x: players done, y: the card drawn
    RECKONING,
    OVER,
) = range(21)
FIRST_DECISION = MOVING
FIRST_AUTOMATIC = TRADE
