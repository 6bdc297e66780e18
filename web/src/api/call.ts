import { CALL_ADDRESSES, type CallAddress, type CallName } from '@perkex/contract/call-addresses.js';
import type { CallAnswer, CallInput } from '@perkex/contract/calls.js';
import type { Problem, ProblemCode } from '@perkex/contract/problems.js';

/** A refusal of the server, with its reason as a sentence for people. */
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

/** No answer came, so nobody knows whether the server handled the call. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(message = 'The connection to PerkeX is lost.') {
    super(message);
  }
}

/** Whether a call was refused because nobody is logged in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RefusalError && error.code === 'not-signed-in';
}

/** Has an error told, except to a signed-out user, who has been told already and sent to the login page. */
export function unlessSignedOut(tell: (error: Error) => void): (error: Error) => void {
  return (error) => {
    if (!isSignedOut(error)) {
      tell(error);
    }
  };
}

/** Whether a call was refused because the session has to be proved anew. */
export function isProofNeeded(error: unknown): boolean {
  return error instanceof RefusalError && error.code === 'proof-needed';
}

/** The user whose calls this tab makes, and what ends when another one takes the tab over. */
let caller = { uid: '', change: new AbortController() };

/**
 * Sets the user whose calls this tab makes; empty for a visitor. The pending calls of the user before are cut, and their
 * answers have no effect.
 */
export function setCaller(uid: string): void {
  const { uid: before, change } = caller;
  if (uid !== before) {
    caller = { uid, change: new AbortController() };
    // A visitor's call may be the login itself.
    if (before !== '') {
      change.abort();
    }
  }
}

/** Is aborted when another user takes this tab over. */
export function callerChange(): AbortSignal {
  return caller.change.signal;
}

/**
 * Runs a call of the current user. If another user takes the tab over meanwhile, the promise stays pending: neither an
 * answer nor an error reaches the next user.
 * @param uid whom the call names, if it names anyone: a retry may come after its user has left
 */
async function forCaller<Answer>(
  uid: string | undefined,
  run: (change: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const change = callerChange();
  const isOfAnother = uid !== undefined && caller.uid !== '' && uid !== caller.uid;
  try {
    return isOfAnother ? await noAnswer() : await run(change);
  } finally {
    if (change.aborted) {
      await noAnswer();
    }
  }
}

/** The answer that nobody waits for. */
export function noAnswer(): Promise<never> {
  return new Promise(() => {});
}

const TIMEOUT_MS = 20_000;
/** A file may be long. */
const FILE_TIMEOUT_MS = 5 * 60_000;

/**
 * Makes a call of the contract, in the user's own name where it is about them, and gives its answer.
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
 * Makes a call whose answer is a file to keep, in the user's own name.
 * @throws RefusalError, ConnectionError
 */
export function callForFile<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Blob> {
  return answerTo(name, input, null, FILE_TIMEOUT_MS, (response) => readBody(() => response.blob()));
}

/**
 * Opens one of the live streams, which ends when the signal says so, the server stops or the connection is lost.
 * @param lastEventId of the last event that was read of this stream; null for none
 * @throws RefusalError, ConnectionError
 */
export async function openStream(
  path: string,
  { isOwn, lastEventId }: { readonly isOwn: boolean; readonly lastEventId: string | null },
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const own = isOwn ? await ownHeaders() : {};
  if (isOwn && hasTokens && !('authorization' in own)) {
    // Logged out a moment ago, perhaps in another tab: this one will hear of it.
    throw new ConnectionError();
  }
  const headers = { accept: 'text/event-stream', ...own };
  const continued = lastEventId === null ? headers : { ...headers, 'last-event-id': lastEventId };
  // It stays open: nothing that a page waits for is behind it.
  const init: RequestInit = { headers: continued, cache: 'no-store', priority: 'low', signal };
  const response = await send(path, init, null);
  if (!response.ok) {
    throw await refusalOf(response);
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (response.body === null || !isStream) {
    // Not an answer of PerkeX, but the login page of a network, for example.
    await response.body?.cancel();
    throw new ConnectionError();
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
  const { method, path, isOwn }: CallAddress = CALL_ADDRESSES[name];
  const { params = {}, query = {}, body }: CallParts = input;
  const ask = async (signal: AbortSignal | null) => {
    const headers = isOwn ? await ownHeaders() : {};
    const init = method === 'GET' ? { headers } : jsonBody(body ?? {}, headers);
    const response = await send(pathWith(path, params) + searchOf(query), { ...init, signal }, timeoutMs);
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

/** By name; of several values, each stands in the address. */
type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

interface CallParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: { readonly uid?: string };
}

/** The path with each parameter, and whatever pattern it has, replaced by its value. */
function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)(\(.*?\))?/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
}

function searchOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, values]) =>
    (values === undefined ? [] : [values].flat()).map((value) => [name, value] as [string, string]),
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** What a call answers whose status its caller reads. */
export interface RawAnswer {
  readonly ok: boolean;
  /** The parsed JSON; null for anything else. */
  readonly body: unknown;
}

/** A call of the identity service, for the current user or visitor. @throws ConnectionError */
export function rawPost(path: string, body: object): Promise<RawAnswer> {
  return raw(path, jsonBody(body));
}

/** As `rawPost`, for reading. @throws ConnectionError */
export function rawGet(path: string): Promise<RawAnswer> {
  return raw(path, {});
}

function raw(path: string, init: RequestInit): Promise<RawAnswer> {
  return forCaller(undefined, async (signal) => {
    const response = await send(path, { ...init, signal });
    const body = parsed(await readBody(() => response.text()));
    if (body === null && response.status >= 500) {
      // Not an answer of PerkeX, but of a proxy in between, for example.
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

/** Gives the token of the user's own calls where there is no session cookie; null for visitors. */
type TokenReader = () => Promise<string | null>;

let readToken: TokenReader = async () => null;
let hasTokens = false;

/** Makes calls in the user's own name carry this token from now on. */
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

/** @param timeoutMs null for an answer that goes on for as long as `init.signal` lets it */
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

/** An answer that breaks off counts as none. */
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
    // Not an answer of PerkeX, but of a proxy in between, for example.
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
