import type { IncomingHttpHeaders } from 'node:http';
import type { KeyScope } from '@perkex/contract/key-scopes.js';
import type { KeyLimits } from '@perkex/core/keys/key-limits.js';

/** The key of a program, as a request uses it. */
export interface ProgramKey extends KeyLimits {
  readonly userId: string;
  readonly id: string;
  /** Counts its changes. */
  readonly version: number;
  readonly scopes: readonly KeyScope[];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the request, if it came with one. Set by `acceptKeys`. */
    programKey: ProgramKey | null;
  }
  interface FastifyContextConfig {
    /** The scope that a key needs for this call. Without it, the call is not for keys. */
    readonly scope?: KeyScope | undefined;
    /** True if a valid key needs no scope here: the calls that the request makes need theirs. */
    readonly takesAnyKey?: boolean;
  }
}

/** The beginning of every key, by which scanners for secrets recognise it. */
export const KEY_PREFIX = 'pkx_live_';

const BEARER_OF_KEY = /^bearer +(pkx_.*)$/i;

/** The key that a request names, valid or not; null if it names none. */
export function keyTextIn({ authorization }: IncomingHttpHeaders): string | null {
  return BEARER_OF_KEY.exec(authorization?.trim() ?? '')?.[1] ?? null;
}
