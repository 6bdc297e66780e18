import { prepare } from './prepare.mjs';

prepare();
await import('../bench/dist/servers/main.js');
