/** The parts of an address within PerkeX. */
export interface Place {
  readonly pathname: string;
  /** Includes the question mark; empty without a query. */
  readonly search: string;
  /** Includes the hash sign; empty without a hash. */
  readonly hash: string;
}

/** The state of a history entry. It survives a reload and may come from an older version of this code. */
export type HistoryState = Readonly<Record<string, unknown>> | null;

/** A history entry. Another visit of the same place has another key. */
export interface Location extends Place {
  readonly state: HistoryState;
  readonly key: string;
}

/** How the browser arrived at a location: `pop` is Back, Forward, or the first page. */
export type Movement = 'push' | 'replace' | 'pop';

export interface NavigateOptions {
  /** Replaces the current entry, so that Back skips it. */
  readonly replace?: boolean;
  readonly state?: object | null | undefined;
}

/** @param to an address that starts with a slash, or the number of entries forward (1) or back (-1) */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

/** Parses an address as browsers do, but stays in PerkeX. @param base the origin of PerkeX */
export function placeOf(address: string, base: string): Place {
  const { pathname, search, hash } = new URL(address, base);
  return { pathname, search, hash };
}

/** Reads any value as the state of an entry. */
export function stateIn(value: unknown): HistoryState {
  return typeof value === 'object' && value !== null ? { ...value } : null;
}
