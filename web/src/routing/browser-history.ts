import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router';

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

/** The history of the browser, as React Router navigates in it; it can ask before somebody leaves. */
export class BrowserHistory implements Navigator {
  location: Location;
  action = NavigationType.Pop;
  private index: number;
  private guard: Guard | null = null;
  /** The browser is on its way back to where it was, or to where somebody now may go. */
  private expected: 'return' | 'leave' | null = null;
  private readonly listeners = new Set<() => void>();

  // React Router calls these without the object that they belong to.
  readonly createHref = (to: To): string => (typeof to === 'string' ? to : createPath(to));
  readonly go = (delta: number): void => this.window.history.go(delta);
  readonly push = (to: To, state?: unknown): void => this.change(NavigationType.Push, to, state);
  readonly replace = (to: To, state?: unknown): void => this.change(NavigationType.Replace, to, state);

  constructor(private readonly window: Window) {
    const { location, index } = this.readEntry(0);
    this.location = location;
    this.index = index;
    window.addEventListener('popstate', () => this.onPop());
  }

  /** @param onMove called when the location is another one. @returns what ends that */
  listen(onMove: () => void): () => void {
    this.listeners.add(onMove);
    return () => void this.listeners.delete(onMove);
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

  private change(action: NavigationType.Push | NavigationType.Replace, to: To, state: unknown): void {
    const path = typeof to === 'string' ? parsePath(to) : to;
    const next = locationOf({ pathname: this.location.pathname, ...path }, state, newKey());
    const move = () => {
      const isPush = action === NavigationType.Push;
      this.index += isPush ? 1 : 0;
      const entry: EntryState = { usr: next.state, key: next.key, idx: this.index };
      this.window.history[isPush ? 'pushState' : 'replaceState'](entry, '', this.createHref(next));
      this.moveTo(next, action);
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
    this.moveTo(location, NavigationType.Pop);
  }

  private moveTo(location: Location, action: NavigationType): void {
    this.location = location;
    this.action = action;
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
    return { location: locationOf({ pathname, search, hash }, entry.usr, entry.key ?? 'default'), index };
  }
}

function locationOf(path: Partial<Location>, state: unknown, key: string): Location {
  return { pathname: '/', search: '', hash: '', ...path, state: state ?? null, key };
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
