/**
 * The life of one process of the test. Everything it does to the outside, each
 * statement to Postgres and each byte on the wire, asks for a step first. Where
 * its life ends nothing further leaves it, as nothing leaves a killed process.
 */
export class Died extends Error {
  constructor() {
    super("the process is dead");
    this.name = "Died";
  }
}

export class Life {
  #left = Infinity;
  #dead = false;
  #atPoint: string | null = null;
  #waitForTurn: (label: string) => Promise<void> = () => Promise.resolve();

  get isDead(): boolean {
    return this.#dead;
  }

  /** Dies before its next step but `steps`. */
  dieAfter(steps: number): void {
    this.#left = steps;
  }

  /** Dies at the named crash point. */
  dieAt(name: string): void {
    this.#atPoint = name;
  }

  /** What was armed and did not strike is off. */
  spare(): void {
    this.#left = Infinity;
    this.#atPoint = null;
  }

  /** Each step waits for its turn first: who steps next is the schedule's choice. */
  takeTurns(wait: ((label: string) => Promise<void>) | null): void {
    this.#waitForTurn = wait ?? ((): Promise<void> => Promise.resolve());
  }

  /** Throws `Died` where the life ends, and ever after. */
  async step(label: string): Promise<void> {
    this.spend();
    await this.#waitForTurn(label);
    this.assertAlive();
  }

  pass(name: string): void {
    if (name === this.#atPoint) this.#dead = true;
    this.assertAlive();
  }

  private spend(): void {
    if (this.#left <= 0) this.#dead = true;
    this.#left -= 1;
    this.assertAlive();
  }

  private assertAlive(): void {
    if (this.#dead) throw new Died();
  }
}
