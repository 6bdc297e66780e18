/** Faults that a server can be given on purpose, to show that the crash test notices each of them. */
export const SPOILINGS = ['durability-off', 'answer-before-commit', 'lost-resting-order'] as const;

export type Spoiling = (typeof SPOILINGS)[number];

const SPOILT_SERVER = new URL('../../dist/crash/spoilt-server.js', import.meta.url);

/** The environment that gives a server this fault; without one, the server is sound. */
export function spoilt(spoiling: Spoiling | null): NodeJS.ProcessEnv {
  return spoiling ? { NODE_OPTIONS: `--import ${SPOILT_SERVER.href}`, SPOILING: spoiling } : {};
}
