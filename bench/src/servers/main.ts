import { FULL, measureServers } from './measure.js';

await measureServers(FULL, console.log);
