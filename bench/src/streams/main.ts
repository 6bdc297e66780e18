import { FULL, measureStreams, SMALL } from './streams.js';

await measureStreams(process.argv.includes('--small') ? SMALL : FULL, console.log);
