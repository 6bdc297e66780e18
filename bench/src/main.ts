import { parseArgs } from 'node:util';
import { bench, FULL, SMALL } from './bench.js';
import { openBenchServer } from './bench-database.js';
import { FULL as FULL_ORDERS, measureOrders, QUICK as QUICK_ORDERS } from './orders-over-http.js';
import { FULL as FULL_READS, measureReads, QUICK as QUICK_READS } from './reads.js';

const { only, quick } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
}).values;
const parts = (only ?? 'reads,orders,queue').split(',');
if (parts.includes('reads')) {
  await measureReads(quick ? QUICK_READS : FULL_READS, console.log);
}
if (parts.includes('orders')) {
  await measureOrders(quick ? QUICK_ORDERS : FULL_ORDERS, console.log);
}
if (parts.includes('queue')) {
  const server = await openBenchServer();
  try {
    await bench(server, quick ? SMALL : FULL, console.log);
  } finally {
    await server.close();
  }
}
