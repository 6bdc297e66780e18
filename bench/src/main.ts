import { bench, FULL, SMALL } from './bench.js';
import { openBenchDatabase } from './bench-database.js';

const database = await openBenchDatabase();
try {
  await bench(database, process.argv.includes('--small') ? SMALL : FULL, console.log);
} finally {
  await database.close();
}
