/** Faults to inject into a server, to show that the crash test detects each of them. */
export const SPOILINGS = ['durability-off', 'answer-before-commit', 'lost-resting-order'] as const;

/**
 * In addition, a crash that the market must survive: the server kills itself with kill -9 between the commit of an ask
 * at `DEADLY_DOLLARS` and its announcement.
 */
export type Spoiling = (typeof SPOILINGS)[number] | 'death-after-commit';

export const DEADLY_DOLLARS = 777;

const SPOILT_SERVER = new URL('../../dist/crash/spoilt-server.js', import.meta.url);

/** The environment that injects this fault into a server; without a fault, the server is unchanged. */
export function spoilt(spoiling: Spoiling | null): NodeJS.ProcessEnv {
  return spoiling ? { NODE_OPTIONS: `--import ${SPOILT_SERVER.href}`, SPOILING: spoiling } : {};
}
