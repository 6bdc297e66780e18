// The thread in which `packThread` has cached responses compressed.
import { packSync } from '../http/compress.js';
import { runTasks } from '../process/run-tasks.js';
import type { PackTask } from './pack-thread.js';

// A copy, as small buffers share their memory with others.
const pack = ({ bytes, compression, effort }: PackTask) =>
  new Uint8Array(packSync(bytes, compression, effort));

runTasks(pack, (packed) => [packed.buffer]);
