import type { Clock } from './clock.js';

export const SYSTEM_CLOCK: Clock = { wallMs: () => Date.now(), steadyMs: () => performance.now() };
