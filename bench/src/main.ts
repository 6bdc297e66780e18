import { bench, FULL, SMALL } from './bench.js';
import { openBenchServer } from './bench-database.js';

const server = await openBenchServer();
try {
  await bench(server, process.argv.includes('--small') ? SMALL : FULL, console.log);
} finally {
  await server.close();
}
