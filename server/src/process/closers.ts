interface Opened {
  readonly name: string;
  readonly close: () => unknown;
}

/** The open resources of a process or a test. They are closed in the reverse order of their addition. */
export class Closers {
  private readonly opened: Opened[] = [];
  private closing: Promise<void> | null = null;

  /** @param name shown in the log if it does not close in time */
  add(name: string, close: () => unknown): void {
    this.opened.push({ name, close });
  }

  /** The names of the resources that are not closed yet, in the order of closing. */
  get stillOpen(): string[] {
    return this.opened.map(({ name }) => name).reverse();
  }

  /** Closes one after the other, even if one fails. Further calls wait for the first. */
  close(onError: (error: unknown) => void): Promise<void> {
    this.closing ??= this.closeAll(onError);
    return this.closing;
  }

  private async closeAll(onError: (error: unknown) => void): Promise<void> {
    for (let last = this.opened.at(-1); last; last = this.opened.at(-1)) {
      try {
        await last.close();
      } catch (error) {
        onError(error);
      }
      this.opened.splice(this.opened.indexOf(last), 1);
    }
  }
}
