/** What an address names within PerkeX. */
export interface Place {
  readonly pathname: string;
  /** With its question mark; empty without a query. */
  readonly search: string;
  /** With its sign; empty without one. */
  readonly hash: string;
}

/** What an entry of the history keeps besides its address. It survives a reload and may be older than this code. */
export type HistoryState = Readonly<Record<string, unknown>> | null;

/** An entry of the history: another visit of the same place is another one. */
export interface Location extends Place {
  readonly state: HistoryState;
  readonly key: string;
}

/** How the browser came to a location: `pop` is Back, Forward, or the first page. */
export type Movement = 'push' | 'replace' | 'pop';

export interface NavigateOptions {
  /** Takes the place of the entry of the moment, so that Back does not lead to it. */
  readonly replace?: boolean;
  readonly state?: object | null | undefined;
}

/** @param to an address, from its first slash on; or how many entries forward (1) or back (-1) */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

/** Writes an address as browsers do, and stays in PerkeX. @param base where PerkeX is */
export function placeOf(address: string, base: string): Place {
  const { pathname, search, hash } = new URL(address, base);
  return { pathname, search, hash };
}

/** What a value is as the state of an entry, which may hold anything. */
export function stateIn(value: unknown): HistoryState {
  return typeof value === 'object' && value !== null ? { ...value } : null;
}
