import { type Location, type Movement, type Navigate, placeOf, stateIn } from './location.js';

/** The state object of a history entry. */
interface EntryState {
  /** The state that the pages store. */
  readonly usr: unknown;
  readonly key: string;
  /** The position of the entry among ours. */
  readonly idx: number;
}

/** Asks before the user leaves. */
export interface Guard {
  readonly isWanted: (next: Location) => boolean;
  /** Called when the user tries to leave. Nothing has happened yet. */
  readonly onLeaving: (leave: () => void) => void;
}

/** The browser's history. It can ask before the user leaves. */
export class BrowserHistory {
  location: Location;
  movement: Movement = 'pop';
  private index: number;
  private guard: Guard | null = null;
  /** The pending move of the browser: back to where it was, or on to where the user now may go. */
  private expected: 'return' | 'leave' | null = null;
  private readonly listeners = new Set<() => void>();

  /** An arrow function, because it is passed on without its object. */
  readonly navigate: Navigate = (to, { replace = false, state } = {}) => {
    if (typeof to === 'number') {
      this.go(to);
    } else {
      const place = placeOf(to, this.window.location.href);
      this.change(replace ? 'replace' : 'push', { ...place, state: stateIn(state), key: newKey() });
    }
  };

  /** Also an arrow function. @param onMove called when the location has changed. @returns stops listening */
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

  /** @returns removes the guard */
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
      // Includes the origin, because a path may begin with two slashes.
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

  /** The browser has already moved. If a guard asks first, it moves back. */
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

  /** @param newIndex the position for an entry that is not ours yet, such as a hash that the user has typed */
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
