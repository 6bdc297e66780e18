import { CALL_ADDRESSES } from '@perkex/contract/call-addresses.js';
import { CALLS } from '@perkex/contract/calls.js';
import { IDENTITY_ADDRESSES } from '@perkex/contract/identity-addresses.js';
import { IDENTITY_CALLS } from '@perkex/contract/identity-calls.js';
import { expect } from 'vitest';
import type * as z from 'zod/mini';

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

interface DeclaredCall {
  readonly method: string;
  readonly pattern: RegExp;
  readonly schema: z.ZodMiniType;
}

const DECLARED: readonly DeclaredCall[] = [
  ...Object.entries(CALL_ADDRESSES).map(([name, address]) => ({
    ...address,
    schema: CALLS[name as keyof typeof CALLS].answer,
  })),
  ...Object.entries(IDENTITY_ADDRESSES).map(([name, address]) => ({
    ...address,
    schema: IDENTITY_CALLS[name as keyof typeof IDENTITY_CALLS].answer,
  })),
]
  .sort((one, other) => parametersIn(one.path) - parametersIn(other.path))
  .map(({ method, path, schema }) => ({ method, schema, pattern: patternOf(path) }));

/** The router prefers the pattern with fewer parameters. */
function parametersIn(path: string): number {
  return path.split('/:').length;
}

/** The router's pattern language as a regular expression. */
function patternOf(path: string): RegExp {
  const source = path.replaceAll(/:\w+(?:\(\^(.*?)\$\))?/g, (_match, values?: string) => values ?? '[^/]+');
  return new RegExp(`^/api${source}/?(\\?|$)`);
}

/** Expects a successful, uncompressed JSON answer to match the schema of its call, with no undeclared field. */
export function expectDeclaredAnswer(method: string, url: string, answer: Answer): void {
  const { 'content-type': type, 'content-encoding': encoding } = answer.headers;
  const isJson = String(type).startsWith('application/json') && encoding === undefined;
  const call = DECLARED.find((each) => each.method === method && each.pattern.test(url));
  if (call && isJson && answer.statusCode === 200) {
    const body: unknown = JSON.parse(answer.body);
    expect(call.schema.parse(body), `${method} ${url}`).toEqual(body);
  }
}
