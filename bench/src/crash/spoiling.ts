/** Faults that a server can be given on purpose, to show that the crash test notices each of them. */
export const SPOILINGS = ['durability-off', 'answer-before-commit', 'lost-resting-order'] as const;

/**
 * Besides those, a death that the market must bear: kill -9 by the server's own hand, between the commit of an ask at
 * `DEADLY_DOLLARS` and telling anybody of it.
 */
export type Spoiling = (typeof SPOILINGS)[number] | 'death-after-commit';

export const DEADLY_DOLLARS = 777;

const SPOILT_SERVER = new URL('../../dist/crash/spoilt-server.js', import.meta.url);

/** The environment that gives a server this fault; without one, the server is sound. */
export function spoilt(spoiling: Spoiling | null): NodeJS.ProcessEnv {
  return spoiling ? { NODE_OPTIONS: `--import ${SPOILT_SERVER.href}`, SPOILING: spoiling } : {};
}
