import type { Problem, ProblemCode } from './generated/calls.js';
import { NoAnswerError, PerkexProblem } from './problem.js';

/** The parts of the world that a client uses. Tests and other runtimes replace them. */
export interface World {
  readonly fetch: typeof fetch;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** From 0, below 1. */
  readonly random: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const WORLD: World = {
  fetch: (input, init) => fetch(input, init),
  newId: () => crypto.randomUUID(),
  random: Math.random,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
      if (signal?.aborted) {
        done();
      }
    }),
};

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Statuses of an overloaded server, and of a proxy whose server did not answer. */
const PASSING: readonly number[] = [429, 502, 503, 504];
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/** The wait before a repetition, unless the server has named one: twice as long each time, with jitter. */
export function waitMs(repetition: number, random: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** repetition, LONGEST_WAIT_MS) * (0.5 + random / 2);
}

/**
 * Sends a request, and sends it again while no answer arrives or the server is busy. Only for requests whose repetition
 * has no further effect.
 * @param repetitions how often it is repeated at most
 * @throws PerkexProblem for a refusal, NoAnswerError if no answer has arrived in the end
 */
export async function send(world: World, request: SentRequest, repetitions: number): Promise<Response> {
  for (let repetition = 0; ; repetition += 1) {
    const outcome = await sendOnce(world, request).catch((error: unknown) => error);
    if (outcome instanceof Response && outcome.ok) {
      return outcome;
    }
    const isPassing = !(outcome instanceof Response) || PASSING.includes(outcome.status);
    if (!isPassing || repetition >= repetitions || request.signal?.aborted) {
      throw outcome instanceof Response
        ? await problemOf(outcome)
        : new NoAnswerError(`${request.method} ${request.url} got no answer.`, { cause: outcome });
    }
    const named = outcome instanceof Response ? Number(outcome.headers.get('retry-after')) * 1_000 : 0;
    if (outcome instanceof Response) {
      await outcome.body?.cancel();
    }
    await world.wait(named || waitMs(repetition, world.random()), request.signal);
  }
}

function sendOnce(world: World, { method, url, headers, body, signal }: SentRequest): Promise<Response> {
  return world.fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
}

async function problemOf(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '');
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  if (!isProblem) {
    return new NoAnswerError(`The answer has the status ${response.status}, and is not one of PerkeX.`);
  }
  const problem = JSON.parse(text) as Problem;
  return new PerkexProblem(problem.code as ProblemCode, response.status, problem);
}
