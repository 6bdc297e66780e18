import { prepare } from './prepare.mjs';

prepare();
await import('../bench/dist/streams/main.js');
