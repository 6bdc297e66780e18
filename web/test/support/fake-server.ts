import { CALL_ADDRESSES } from '@perkex/contract/call-addresses.js';
import { CALLS } from '@perkex/contract/calls.js';
import { IDENTITY_ADDRESSES } from '@perkex/contract/identity-addresses.js';
import { IDENTITY_CALLS } from '@perkex/contract/identity-calls.js';
import { PROBLEMS, type Problem, type ProblemCode } from '@perkex/contract/problems.js';
import * as z from 'zod/mini';

const ADDRESSES = { ...CALL_ADDRESSES, ...IDENTITY_ADDRESSES };
const ALL_CALLS = { ...CALLS, ...IDENTITY_CALLS };

type CallName = keyof typeof ALL_CALLS;
type CallAnswer<Name extends CallName> = z.output<(typeof ALL_CALLS)[Name]['answer']>;

/** A request that the pages have sent. */
export interface ReceivedRequest {
  readonly name: CallName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answer<Name extends CallName> =
  | CallAnswer<Name>
  | Error
  | ((request: ReceivedRequest) => CallAnswer<Name> | Promise<CallAnswer<Name>>);

class Refusal extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly more: Partial<Problem>,
  ) {
    super(PROBLEMS[code].detail);
  }
}

/** An answer, or thrown in one. The pages show the detail of the problem. */
export function refusal(code: ProblemCode, more: Partial<Problem> = {}): Error {
  return new Refusal(code, more);
}

/** An answer, or thrown in one: no response arrives. */
export function lostConnection(): Error {
  return new TypeError('Failed to fetch');
}

/** Answers the calls of the contract in place of a server. Every answer has to match the schema of its call. */
export class FakeServer {
  private readonly answers = new Map<CallName, (request: ReceivedRequest) => unknown>();
  private readonly received: ReceivedRequest[] = [];
  /** Mistakes of a test that the pages cannot report: calls without an answer, and answers of a wrong shape. */
  readonly faults: string[] = [];

  answer<Name extends CallName>(name: Name, answer: Answer<Name>): void {
    const given = () => (answer instanceof Error ? Promise.reject(answer) : answer);
    this.answers.set(name, typeof answer === 'function' ? answer : given);
  }

  /** Answers only once `release` is called. */
  answerLater<Name extends CallName>(name: Name, answer: CallAnswer<Name>): { readonly release: () => void } {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.answer(name, () => released.then(() => answer));
    return { release: () => release() };
  }

  requestsOf(name: CallName): readonly ReceivedRequest[] {
    return this.received.filter((request) => request.name === name);
  }

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const request = requestAt(address, init);
    const answer = request && this.answers.get(request.name);
    if (!request || !answer) {
      this.faults.push(`no answer to ${init.method ?? 'GET'} ${address}`);
      throw lostConnection();
    }
    this.received.push(request);
    try {
      return this.responseOf(request.name, await unlessAborted(init.signal, answer(request)));
    } catch (error) {
      if (error instanceof Refusal) {
        return problemResponse(error);
      }
      throw error;
    }
  };

  private responseOf(name: CallName, answer: unknown): Response {
    const { success, data, error } = z.safeParse<z.core.$ZodType>(ALL_CALLS[name].answer, answer);
    if (!success) {
      this.faults.push(`wrong answer to ${name}: ${z.prettifyError(error)}`);
      throw lostConnection();
    }
    return typeof data === 'string'
      ? new Response(data, { headers: { 'content-type': 'text/plain' } })
      : new Response(JSON.stringify(data), { headers: { 'content-type': 'application/json' } });
  }
}

/** @throws the reason, as soon as the page gives up the request */
function unlessAborted<Value>(signal: AbortSignal | null | undefined, value: Value): Promise<Awaited<Value>> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    Promise.resolve(value).then(resolve, reject);
  });
}

function problemResponse({ code, more }: Refusal): Response {
  const { status, detail } = PROBLEMS[code];
  const problem = { type: `/problems/${code}`, title: code, status, code, detail, ...more };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}

/** The router prefers the pattern with fewer parameters. */
const PATTERNS = Object.entries(ADDRESSES)
  .sort(([, one], [, other]) => one.path.split('/:').length - other.path.split('/:').length)
  .map(([name, { method, path }]) => ({
    name: name as CallName,
    method,
    pattern: new RegExp(
      `^${path.replaceAll(/:(\w+)(?:\(\^(.*?)\$\))?/g, (_place, key, values = '[^/]+') => `(?<${key}>${values})`)}$`,
    ),
  }));

function requestAt(address: string, { method = 'GET', body }: RequestInit): ReceivedRequest | null {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const path = pathname.replace(/^\/api/, '');
  for (const { name, method: wanted, pattern } of PATTERNS) {
    const match = method === wanted ? pattern.exec(path) : null;
    if (match) {
      const sent = typeof body === 'string' ? JSON.parse(body) : {};
      return { name, params: { ...match.groups }, query: searchParams, body: sent };
    }
  }
  return null;
}
