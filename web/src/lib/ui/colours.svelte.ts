/** Which sign each seat wears: in their order, unless people chose. A sign is a colour and a shape, by number. */

const SEATS = 4;

class Colours {
  #worn = $state.raw<number[]>([]);

  of(seat: number): number {
    return this.#worn[seat] ?? seat;
  }

  /** The signs of the game that is on the screen; none for the usual ones. */
  wear(signs: number[] = []) {
    this.#worn = signs;
    const { style } = document.documentElement;
    for (let seat = 0; seat < SEATS; seat++) {
      const sign = this.of(seat);
      for (const part of ['', '-fill'])
        if (sign === seat) style.removeProperty(`--seat-${seat}${part}`);
        else style.setProperty(`--seat-${seat}${part}`, `var(--sign-${sign}${part})`);
    }
  }
}

export const colours = new Colours();
