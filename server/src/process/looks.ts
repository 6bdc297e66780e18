import { inTurn } from './in-turn.js';

/** Looks for work that is due, one after the other: a call during a look has another one follow it. */
export class Looks {
  /** Never rejects. */
  last = Promise.resolve();
  private isFailing = false;
  private readonly begin = inTurn(() => this.once());

  /**
   * @param ending no look begins once it is aborted
   * @param onFailure called once per outage
   */
  constructor(
    private readonly ending: AbortSignal,
    private readonly work: () => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  look(): void {
    if (!this.ending.aborted) {
      this.last = this.begin();
    }
  }

  private async once(): Promise<void> {
    try {
      await this.work();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) {
        this.isFailing = true;
        this.onFailure(error);
      }
    }
  }
}
