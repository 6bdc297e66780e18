import { prepare } from './prepare.mjs';

prepare();
await import('../bench/dist/figures/main.js');
