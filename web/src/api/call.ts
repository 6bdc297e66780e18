import { CALL_ADDRESSES, type CallAddress, type CallName } from '@perkex/contract/call-addresses.js';
import type { CallAnswer, CallInput } from '@perkex/contract/calls.js';
import { SERVER_HEADER } from '@perkex/contract/live-limits.js';
import { pathOf } from '@perkex/contract/path-of.js';
import type { Problem, ProblemCode } from '@perkex/contract/problems.js';
import { followServer, serverHeaders } from './followed-server.js';

/** A refusal of the server, with its reason as a readable sentence. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';

  constructor(
    readonly code: ProblemCode,
    readonly status: number,
    detail: string,
    /** The errors of single fields. */
    readonly fields: NonNullable<Problem['fields']> = [],
  ) {
    super(detail);
  }
}

/** No response arrived, so it is unknown if the server handled the call. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(message = 'The connection to PerkeX is lost.') {
    super(message);
  }
}

/** True if a call was refused because there is no session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RefusalError && error.code === 'not-signed-in';
}

/** Reports an error, except to a signed-out user, who already got a message and was redirected to the login page. */
export function unlessSignedOut(tell: (error: Error) => void): (error: Error) => void {
  return (error) => {
    if (!isSignedOut(error)) {
      tell(error);
    }
  };
}

/** True if a call was refused because the session needs to be verified again. */
export function isProofNeeded(error: unknown): boolean {
  return error instanceof RefusalError && error.code === 'proof-needed';
}

/** The user whose calls this tab makes, and the signal for when another user takes over the tab. */
let caller = { userId: '', change: new AbortController() };

/**
 * Sets the user whose calls this tab makes; empty for a visitor. Pending calls of the previous user are aborted, and
 * their responses have no effect.
 */
export function setCaller(userId: string): void {
  const { userId: before, change } = caller;
  if (userId !== before) {
    caller = { userId, change: new AbortController() };
    // A visitor's call may be the login itself.
    if (before !== '') {
      change.abort();
    }
  }
}

/** Aborted when another user takes over this tab. */
export function callerChange(): AbortSignal {
  return caller.change.signal;
}

/** Settles when the logout under way, if any, has ended. */
let logoutEnded: Promise<unknown> = Promise.resolve();

/**
 * Runs a call that ends the session of this tab's user, and what follows from it. The server may refuse the user's
 * other calls before it answers this one; they learn of the refusal only if the user is still logged in afterwards.
 */
export function whileSessionEnds<Result>(run: () => Promise<Result>): Promise<Result> {
  const result = run();
  logoutEnded = result.catch(() => {});
  return result;
}

/**
 * Makes a call for the current user. If another user takes over the tab in the meantime, the promise stays pending:
 * neither a response nor an error reaches the next user.
 * @param userId the user that the call names, if any: a retry may run after that user has left
 */
async function forCaller<Answer>(
  userId: string | undefined,
  run: (change: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const change = callerChange();
  const isOfAnother = userId !== undefined && caller.userId !== '' && userId !== caller.userId;
  try {
    return isOfAnother ? await noAnswer() : await run(change);
  } catch (error) {
    if (isSignedOut(error)) {
      await logoutEnded;
    }
    throw error;
  } finally {
    if (change.aborted) {
      await noAnswer();
    }
  }
}

/** A promise that never settles, for responses that are no longer wanted. */
export function noAnswer(): Promise<never> {
  return new Promise(() => {});
}

const TIMEOUT_MS = 20_000;
/** Files can be large. */
const FILE_TIMEOUT_MS = 5 * 60_000;

/**
 * Makes a call of the contract, as the user where it concerns them, and returns its response.
 * @throws RefusalError, ConnectionError
 */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  signal?: AbortSignal,
): Promise<CallAnswer<Name>> {
  return answerTo(name, input, signal ?? null, TIMEOUT_MS, async (response) => {
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return (await readBody(() => (isJson ? response.json() : response.text()))) as CallAnswer<Name>;
  });
}

/**
 * Downloads a file as the user.
 * @throws RefusalError, ConnectionError
 */
export function callForFile<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Blob> {
  return answerTo(name, input, null, FILE_TIMEOUT_MS, (response) => readBody(() => response.blob()));
}

/**
 * Opens a live stream. It ends when the signal aborts, the server stops or the connection is lost.
 * @param lastEventId the id of the last event read from this stream; null for none
 * @throws RefusalError, ConnectionError
 */
export async function openStream(
  path: string,
  { isOwn, lastEventId }: { readonly isOwn: boolean; readonly lastEventId: string | null },
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const own = isOwn ? await ownHeaders() : {};
  if (isOwn && hasTokens && !('authorization' in own)) {
    // The user has just logged out, perhaps in another tab, and this tab is about to notice.
    throw new ConnectionError();
  }
  const headers = { accept: 'text/event-stream', ...own };
  const continued = lastEventId === null ? headers : { ...headers, 'last-event-id': lastEventId };
  // The stream stays open, so it must not delay anything that a page waits for.
  const init: RequestInit = { headers: continued, cache: 'no-store', priority: 'low', signal };
  const response = await send(path, init, null);
  if (!response.ok) {
    throw await refusalOf(response);
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (response.body === null || !isStream) {
    // The response is not from PerkeX, but from the login page of a network, for example.
    await response.body?.cancel();
    throw new ConnectionError();
  }
  if (!isOwn) {
    followServer(response.headers.get(SERVER_HEADER));
  }
  return response.body;
}

async function answerTo<Name extends CallName, Answer>(
  name: Name,
  input: CallInput<Name>,
  signal: AbortSignal | null,
  timeoutMs: number,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const { method, path, for: audience }: CallAddress = CALL_ADDRESSES[name];
  const isOwn = audience !== 'anybody';
  const { params = {}, query = {}, body }: CallParts = input;
  const ask = async (signal: AbortSignal | null) => {
    const headers = isOwn ? await ownHeaders() : serverHeaders();
    const init = method === 'GET' ? { headers } : jsonBody(body ?? {}, headers);
    const response = await send(pathOf(path, params) + searchOf(query), { ...init, signal }, timeoutMs);
    if (!response.ok) {
      throw await refusalOf(response);
    }
    return read(response);
  };
  if (!isOwn) {
    return ask(signal);
  }
  return forCaller(body?.uid ?? params.uid, (change) =>
    ask(signal === null ? change : AbortSignal.any([signal, change])),
  );
}

/** Values by name. A list adds one parameter per value. */
type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

interface CallParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: { readonly uid?: string };
}

function searchOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, values]) =>
    (values === undefined ? [] : [values].flat()).map((value) => [name, value] as [string, string]),
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** The response of a call whose caller reads the status. */
export interface RawAnswer {
  readonly ok: boolean;
  /** The parsed JSON; null for anything else. */
  readonly body: unknown;
}

/** Calls the identity service for the current user or visitor. @throws ConnectionError */
export function rawPost(path: string, body: object): Promise<RawAnswer> {
  return raw(path, jsonBody(body));
}

/** The GET variant of `rawPost`. @throws ConnectionError */
export function rawGet(path: string): Promise<RawAnswer> {
  return raw(path, {});
}

function raw(path: string, init: RequestInit): Promise<RawAnswer> {
  return forCaller(undefined, async (signal) => {
    const response = await send(path, { ...init, signal });
    const body = parsed(await readBody(() => response.text()));
    if (body === null && response.status >= 500) {
      // The response is not from PerkeX, but from a proxy in between, for example.
      throw new ConnectionError();
    }
    return { ok: response.ok, body };
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Returns the token for the user's calls where there is no session cookie; null for visitors. */
type TokenReader = () => Promise<string | null>;

let readToken: TokenReader = async () => null;
let hasTokens = false;

/** Sends this token with the user's subsequent calls. */
export function authorizeCallsBy(reader: TokenReader): void {
  readToken = reader;
  hasTokens = true;
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

/** @param timeoutMs null for a response that lasts as long as `init.signal` lets it */
async function send(
  path: string,
  init: RequestInit,
  timeoutMs: number | null = TIMEOUT_MS,
): Promise<Response> {
  const signals = [init.signal, timeoutMs === null ? null : AbortSignal.timeout(timeoutMs)];
  const signal = AbortSignal.any(signals.filter((one) => one instanceof AbortSignal));
  try {
    return await fetch(`/api${path}`, { ...init, signal });
  } catch (error) {
    throw connectionErrorOf(error, init.signal);
  }
}

/** A response that breaks off counts as none. */
async function readBody<Body>(read: () => Promise<Body>): Promise<Body> {
  try {
    return await read();
  } catch (error) {
    throw connectionErrorOf(error, null);
  }
}

/** A call that its caller has aborted says nothing about the connection. */
function connectionErrorOf(error: unknown, signal: AbortSignal | null | undefined): unknown {
  return signal?.aborted ? error : new ConnectionError();
}

async function refusalOf(response: Response): Promise<Error> {
  const problem = await response.json().catch(() => null);
  if (!isProblem(problem)) {
    // The response is not from PerkeX, but from a proxy in between, for example.
    return response.status >= 500 ? new ConnectionError() : unknownRefusal(response.status);
  }
  return new RefusalError(problem.code as ProblemCode, problem.status, sentenceOf(problem), problem.fields);
}

/** The detail of a problem. An unexpected failure also gets the reference by which its cause is found in the log. */
export function sentenceOf({
  code,
  detail,
  requestId,
}: Pick<Problem, 'code' | 'detail' | 'requestId'>): string {
  return code === 'internal-error' && requestId
    ? `${detail.replace(/\.$/, '')} (reference ${requestId}).`
    : detail;
}

function unknownRefusal(status: number): RefusalError {
  return new RefusalError('internal-error', status, 'Something went wrong on our side.');
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}
