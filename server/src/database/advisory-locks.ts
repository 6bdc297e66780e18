/**
 * The advisory locks of a database, listed together to keep their numbers distinct. None is taken inside a trade's
 * transaction.
 */
export const ADVISORY_LOCKS = {
  /** Held by the one server of an embedded database. */
  server: 7_735_390,
  /** Held while migrating. */
  migrating: 7_735_391,
  /** Held while the demonstration market is created. */
  filling: 7_735_392,
  /** Held by the one process that runs the automatic trading of the demonstration market. */
  demoTrading: 7_735_393,
  /** Held by the one server that closes expired orders. */
  sweepingOrders: 7_735_394,
  /** Held while products are created. */
  creatingProducts: 7_735_395,
} as const;
