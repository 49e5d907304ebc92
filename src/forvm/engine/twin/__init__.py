"""The rules, compiled. Every rule is a plain function; this package compiles the same function with Numba.

It knows nothing of the game. ``rule`` marks a function, ``layout`` declares a record, ``compiler`` makes programs.
"""
