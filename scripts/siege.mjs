import { prepare } from './prepare.mjs';

prepare();
await import('../bench/dist/siege/main.js');
