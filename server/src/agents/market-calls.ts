import { CALL_ADDRESSES, type CallAddress, type CallName } from '@perkex/contract/call-addresses.js';
import type { CallAnswer } from '@perkex/contract/calls.js';
import { pathOf } from '@perkex/contract/path-of.js';
import { PROBLEMS, type ProblemCode } from '@perkex/contract/problems.js';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { problemOf, type Refusal } from '../http/problems.js';

/** A refusal of a tool, by a call or by the tool itself. */
export class RefusedCall extends Error {
  constructor(readonly refusal: Refusal) {
    super(problemOf(refusal).detail);
  }
}

/** The inputs of a call. Each value of a query is sent as text. */
interface Parts {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
}

/**
 * Makes calls of the market for an agent, as requests of its own: with the hooks, limits and refusals of every request
 * from its address with its key. Its cookies are not sent along.
 */
export class MarketCalls {
  constructor(
    private readonly app: Pick<FastifyInstance, 'inject'>,
    private readonly request: Pick<FastifyRequest, 'ip' | 'headers'>,
  ) {}

  /** @throws RefusedCall */
  async make<Name extends CallName>(name: Name, parts: Parts = {}): Promise<CallAnswer<Name>> {
    const { method, path }: CallAddress = CALL_ADDRESSES[name];
    const { params = {}, query = {}, body: payload } = parts;
    const { authorization } = this.request.headers;
    const options: InjectOptions = {
      method,
      url: `/api${pathOf(path, params)}${searchOf(query)}`,
      remoteAddress: this.request.ip,
      headers: { accept: 'application/json', ...(authorization !== undefined && { authorization }) },
      ...(payload && { payload }),
    };
    const { statusCode, headers, body } = await this.app.inject(options);
    const type = String(headers['content-type']);
    if (statusCode !== 200) {
      throw new RefusedCall(refusalIn(type, body, headers['retry-after']));
    }
    return (type.startsWith('application/json') ? JSON.parse(body) : body) as CallAnswer<Name>;
  }
}

function searchOf(query: NonNullable<Parts['query']>): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, String(value)] as [string, string]],
    ),
  );
  return search.size > 0 ? `?${search}` : '';
}

function refusalIn(type: string, body: string, retryAfter: unknown): Refusal {
  if (!type.startsWith('application/problem+json')) {
    return { refused: 'internal-error' };
  }
  const { code, detail } = JSON.parse(body) as { readonly code: string; readonly detail: string };
  if (code === 'not-found') {
    return { refused: 'not-found', detail: 'This market does not have this yet.' };
  }
  return code in PROBLEMS
    ? {
        refused: code as ProblemCode,
        detail,
        ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
      }
    : { refused: 'internal-error' };
}
