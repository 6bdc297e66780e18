/**
 * The advisory locks of a database, side by side so that no two are the same number. None is taken inside a
 * trade's transaction.
 */
export const ADVISORY_LOCKS = {
  /** Held by the one server of an embedded database. */
  server: 7_735_390,
  /** Held while migrating. */
  migrating: 7_735_391,
  /** Held while the demonstration market is filled in. */
  filling: 7_735_392,
  /** Held by the one process in which the demonstration market trades by itself. */
  demoTrading: 7_735_393,
} as const;
