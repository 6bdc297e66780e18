import { BATCHES } from './figures/batches.js';
import { DEALS } from './figures/deals.js';
import { EXPIRY } from './figures/expiry.js';
import { FINDING } from './figures/finding.js';
import { GROWTH } from './figures/growth.js';
import { IMPORT } from './figures/import.js';
import { MIXED } from './figures/mixed.js';
import { ORDERS } from './figures/orders.js';
import { PAGES } from './figures/pages.js';
import { PEERS } from './figures/peers.js';
import { QUEUE } from './figures/queue.js';
import { READS } from './figures/reads.js';
import { REPLAY } from './figures/replay.js';
import { SERVERS } from './figures/servers.js';
import { SESSIONS } from './figures/sessions.js';
import { STREAMS } from './figures/streams.js';
import { WEBHOOKS } from './figures/webhooks.js';
import type { Benchmark } from './harness/benchmark.js';

/** All benchmarks, which are independent of each other. Each has a section in docs/performance.md. */
export const BENCHMARKS: readonly Benchmark[] = [
  READS,
  ORDERS,
  BATCHES,
  MIXED,
  QUEUE,
  REPLAY,
  IMPORT,
  SESSIONS,
  DEALS,
  WEBHOOKS,
  EXPIRY,
  GROWTH,
  FINDING,
  PAGES,
  PEERS,
  SERVERS,
  STREAMS,
];
