import type { Problem, ProblemCode } from '@perkex/contract/problems.js';

/** The server refused, and said why in a sentence for people. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';

  constructor(
    readonly code: ProblemCode,
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

/** No answer came: nobody knows whether the server took the call. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor() {
    super('The connection to PerkeX is lost.');
  }
}

/** Whether a call was refused because nobody is logged in (any more). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RefusalError && error.code === 'not-signed-in';
}

const TIMEOUT_MS = 20_000;

/**
 * Reads a call's JSON answer; `path` is below /api.
 * @throws RefusalError, ConnectionError
 */
export async function readCall<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await request(path, signal ? { signal } : {});
  return (await readBody(() => response.json())) as Answer;
}

/** As `readCall`, in the user's own name. @throws RefusalError, ConnectionError */
export async function readOwnCall<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await request(path, { headers: await ownHeaders(), ...(signal ? { signal } : {}) });
  return (await readBody(() => response.json())) as Answer;
}

/**
 * Posts a call, in the user's own name, that answers with one sentence.
 * @throws RefusalError, ConnectionError
 */
export async function postCall(path: string, body: object): Promise<string> {
  const response = await request(path, jsonBody(body, await ownHeaders()));
  return readBody(() => response.text());
}

/** A call whose answer the caller reads by itself, whatever its status. @throws ConnectionError */
export function rawPost(path: string, body: object): Promise<Response> {
  return send(path, jsonBody(body));
}

/** As `rawPost`, for reading. @throws ConnectionError */
export function rawGet(path: string): Promise<Response> {
  return send(path, {});
}

/** Says whose the calls are, where no cookie does; null for nobody. */
type TokenReader = () => Promise<string | null>;

let readToken: TokenReader = async () => null;

/** From now on calls in the user's own name carry this token. */
export function authorizeCallsBy(reader: TokenReader): void {
  readToken = reader;
}

async function ownHeaders(): Promise<Record<string, string>> {
  const token = await readToken();
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

function jsonBody(body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await send(path, init);
  if (!response.ok) {
    throw await refusalOf(response);
  }
  return response;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    return await fetch(`/api${path}`, { ...init, signal });
  } catch (error) {
    throw connectionErrorOf(error, init.signal);
  }
}

/** An answer that breaks off is no answer. */
async function readBody<Body>(read: () => Promise<Body>): Promise<Body> {
  try {
    return await read();
  } catch (error) {
    throw connectionErrorOf(error, null);
  }
}

/** A call that its own caller gave up is no fault of the connection. */
function connectionErrorOf(error: unknown, signal: AbortSignal | null | undefined): unknown {
  return signal?.aborted ? error : new ConnectionError();
}

async function refusalOf(response: Response): Promise<Error> {
  const problem = await response.json().catch(() => null);
  if (!isProblem(problem)) {
    // A proxy between us and the server, say: not an answer of PerkeX.
    return response.status >= 500 ? new ConnectionError() : unknownRefusal(response.status);
  }
  return new RefusalError(problem.code as ProblemCode, problem.status, problem.detail);
}

function unknownRefusal(status: number): RefusalError {
  return new RefusalError('internal-error', status, 'Something went wrong on our side.');
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}
