import { type Location, type Movement, type Navigate, placeOf, stateIn } from './location.js';

/** What stands in the state of a history entry. */
interface EntryState {
  /** What the pages keep there. */
  readonly usr: unknown;
  readonly key: string;
  /** The place of the entry among ours. */
  readonly idx: number;
}

/** Asks before somebody leaves. */
export interface Guard {
  readonly isWanted: (next: Location) => boolean;
  /** Somebody would leave; nothing has happened yet. */
  readonly onLeaving: (leave: () => void) => void;
}

/** The history of the browser; it can ask before somebody leaves. */
export class BrowserHistory {
  location: Location;
  movement: Movement = 'pop';
  private index: number;
  private guard: Guard | null = null;
  /** The browser is on its way back to where it was, or to where somebody now may go. */
  private expected: 'return' | 'leave' | null = null;
  private readonly listeners = new Set<() => void>();

  /** Handed on without the object that it belongs to. */
  readonly navigate: Navigate = (to, { replace = false, state } = {}) => {
    if (typeof to === 'number') {
      this.go(to);
    } else {
      const place = placeOf(to, this.window.location.href);
      this.change(replace ? 'replace' : 'push', { ...place, state: stateIn(state), key: newKey() });
    }
  };

  /** Likewise. @param onMove called when the location is another one. @returns what ends that */
  readonly listen = (onMove: () => void): (() => void) => {
    this.listeners.add(onMove);
    return () => void this.listeners.delete(onMove);
  };

  constructor(private readonly window: Window) {
    const { location, index } = this.readEntry(0);
    this.location = location;
    this.index = index;
    window.addEventListener('popstate', () => this.onPop());
  }

  /** @returns what takes the guard away */
  guardBy(guard: Guard): () => void {
    this.guard = guard;
    return () => {
      if (this.guard === guard) {
        this.guard = null;
      }
    };
  }

  private go(delta: number): void {
    this.window.history.go(delta);
  }

  private change(movement: 'push' | 'replace', next: Location): void {
    const move = () => {
      this.index += movement === 'push' ? 1 : 0;
      const entry: EntryState = { usr: next.state, key: next.key, idx: this.index };
      // With its origin: a path may begin with two slashes.
      const address = this.window.location.origin + next.pathname + next.search + next.hash;
      this.window.history[`${movement}State`](entry, '', address);
      this.moveTo(next, movement);
    };
    if (this.guard?.isWanted(next)) {
      this.guard.onLeaving(move);
    } else {
      move();
    }
  }

  /** The browser has moved already; where somebody is asked first, it moves back. */
  private onPop(): void {
    const { location, index } = this.readEntry(this.index + 1);
    const delta = index - this.index;
    const expected = this.expected;
    this.expected = null;
    if (expected === 'return') {
      return;
    }
    if (expected === null && delta !== 0 && this.guard?.isWanted(location)) {
      this.expected = 'return';
      this.go(-delta);
      this.guard.onLeaving(() => {
        this.expected = 'leave';
        this.go(delta);
      });
      return;
    }
    this.index = index;
    this.moveTo(location, 'pop');
  }

  private moveTo(location: Location, movement: Movement): void {
    this.location = location;
    this.movement = movement;
    for (const onMove of this.listeners) {
      onMove();
    }
  }

  /** @param newIndex the place of an entry that is not ours yet, such as a hash that somebody has typed */
  private readEntry(newIndex: number): { location: Location; index: number } {
    const { location, history } = this.window;
    const entry = (history.state ?? {}) as Partial<EntryState>;
    const index = entry.idx ?? newIndex;
    if (entry.idx === undefined) {
      history.replaceState({ ...entry, idx: index }, '');
    }
    const { pathname, search, hash } = location;
    const { usr, key = 'default' } = entry;
    return { location: { pathname, search, hash, state: stateIn(usr), key }, index };
  }
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
