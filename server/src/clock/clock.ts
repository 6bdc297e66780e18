/**
 * The time of this server, for days and dates that it shows, and for what it holds in memory. Only the composition
 * roots read the real one (decision 80). Whether a stored row is due or expired is decided by the database's clock, in
 * SQL: all servers share it, so one with a wrong clock ends no session and runs no job too early.
 */
export interface Clock {
  /** Milliseconds since 1970. They can jump when the clock is set. */
  readonly wallMs: () => number;
  /** Monotonic milliseconds from an arbitrary start. */
  readonly steadyMs: () => number;
}
