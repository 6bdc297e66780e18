import type { Problem, ProblemCode } from './generated/calls.js';
import { NoAnswerError, PerkexProblem } from './problem.js';

/** The parts of the world that a client uses. Tests and other runtimes replace them. */
export interface World {
  readonly fetch: typeof fetch;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** From 0, below 1. */
  readonly random: () => number;
  /** A clock in milliseconds, from any beginning. */
  readonly now: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const WORLD: World = {
  fetch: (input, init) => fetch(input, init),
  newId: () => crypto.randomUUID(),
  random: Math.random,
  now: () => performance.now(),
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
  /** An error status whose JSON is nevertheless an answer, such as that of `health`. */
  readonly answerStatus?: number | undefined;
  readonly signal?: AbortSignal;
}

/** How long a request is tried. */
export interface Patience {
  /** How often it is repeated at most. */
  readonly repetitions: number;
  /** No repetition begins later than that after the first time. */
  readonly repeatForMs: number;
  /** How long to wait for an answer, each time. */
  readonly timeoutMs: number;
}

/** Statuses of an overloaded server, and of a proxy whose server did not answer. */
const PASSING: readonly number[] = [429, 502, 503, 504];
/** Refusals with these statuses, or of a failing server, do not settle the outcome of an earlier attempt. */
const INCONCLUSIVE: readonly number[] = [401, 403, 429];
/** Refusals from before the book: the product may have changed since an earlier attempt. */
const BEFORE_THE_BOOK: readonly string[] = ['unknown-product', 'not-trading-yet', 'unknown-size'];
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** A server that asks for a longer wait is asked again after this one: a timer has no room for months. */
const LONGEST_NAMED_WAIT_MS = 300_000;

/** The wait before a repetition, unless the server has named one: twice as long each time, with jitter. */
export function waitMs(repetition: number, random: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** repetition, LONGEST_WAIT_MS) * (0.5 + random / 2);
}

/**
 * Sends a request, and sends it again while no answer arrives or the server is busy. Only for requests whose repetition
 * has no further effect.
 * @param read reads the answer, which has arrived only then
 * @throws PerkexProblem for a refusal, also of a busy server that asks for a longer wait than there is time;
 *   NoAnswerError if no answer has arrived in the end, or one was lost and no later one says what became of the request
 */
export async function send<Answer>(
  world: World,
  request: SentRequest,
  { repetitions, repeatForMs, timeoutMs }: Patience,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const repeatUntil = world.now() + repeatForMs;
  let unknown: Failure['error'] | undefined;
  for (let repetition = 0; ; repetition += 1) {
    const outcome = await sendOnce(world, request, timeoutMs, read);
    if ('answer' in outcome) {
      return outcome.answer;
    }
    const { error, isPassing, namedWaitMs } = outcome;
    const pauseMs =
      namedWaitMs > 0 ? Math.min(namedWaitMs, LONGEST_NAMED_WAIT_MS) : waitMs(repetition, world.random());
    const hasTime = repetition < repetitions && world.now() + pauseMs <= repeatUntil;
    if (!isPassing || !hasTime || request.signal?.aborted) {
      throw unknown && isInconclusive(error) ? lostAnswer(request, unknown) : error;
    }
    // A request that only reads has no outcome.
    if (request.method !== 'GET' && isOutcomeUnknown(error)) {
      unknown ??= error;
    }
    await world.wait(pauseMs, request.signal);
  }
}

function isOutcomeUnknown(error: Failure['error']): boolean {
  return error instanceof NoAnswerError || error.code === 'outcome-unknown';
}

function isInconclusive(error: Failure['error']): boolean {
  if (!(error instanceof PerkexProblem)) {
    return false;
  }
  const { status, code } = error;
  const isOfServer = status >= 500 || INCONCLUSIVE.includes(status) || BEFORE_THE_BOOK.includes(code);
  return code !== 'outcome-unknown' && isOfServer;
}

function lostAnswer({ method, url }: SentRequest, cause: Failure['error']): NoAnswerError {
  return new NoAnswerError(`${method} ${url} may have had an effect: an answer was lost.`, { cause });
}

type Outcome<Answer> = { readonly answer: Answer } | Failure;

interface Failure {
  readonly error: PerkexProblem | NoAnswerError;
  /** True if the same request may succeed later. */
  readonly isPassing: boolean;
  /** How long the server asks to wait before that; not above 0 if it does not say. */
  readonly namedWaitMs: number;
}

async function sendOnce<Answer>(
  world: World,
  { method, url, headers, body, answerStatus, signal }: SentRequest,
  timeoutMs: number,
  read: (response: Response) => Promise<Answer>,
): Promise<Outcome<Answer>> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, timeoutMs);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) {
    stop();
  }
  try {
    const sent = { method, headers, signal: abort.signal, ...(body !== undefined && { body }) };
    const response = await world.fetch(url, sent);
    const isAnswer =
      response.ok || (response.status === answerStatus && hasContentType(response, 'application/json'));
    return isAnswer ? { answer: await read(response) } : await failureOf(response);
  } catch (cause) {
    const error = new NoAnswerError(`${method} ${url} got no answer.`, { cause });
    return { error, isPassing: true, namedWaitMs: 0 };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function failureOf(response: Response): Promise<Failure> {
  return {
    error: await problemOf(response),
    isPassing: PASSING.includes(response.status),
    namedWaitMs: Number(response.headers.get('retry-after')) * 1_000,
  };
}

async function problemOf(response: Response): Promise<PerkexProblem | NoAnswerError> {
  const text = await response.text();
  if (!hasContentType(response, 'application/problem+json')) {
    return new NoAnswerError(`The answer has the status ${response.status}, and is not one of PerkeX.`);
  }
  const problem = JSON.parse(text) as Problem;
  return new PerkexProblem(problem.code as ProblemCode, response.status, problem);
}

/** True if its content is of one of these types. */
export function hasContentType({ headers }: Response, ...types: readonly string[]): boolean {
  const type = headers.get('content-type') ?? '';
  return types.some((each) => type.startsWith(each));
}
