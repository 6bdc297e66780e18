import { NoAnswerError, PerkexProblem } from './problem.js';
import { type Patience, send, type World, waitMs } from './transport.js';

/** A stream that is silent for that long has ended: the server sends something every 15 seconds. */
const SILENCE_MS = 45_000;
const OPENING: Patience = { repetitions: 6, repeatForMs: 3 * SILENCE_MS, timeoutMs: SILENCE_MS };
/** A stream that has been open is opened again, however long that takes. */
const REOPENING: Patience = { ...OPENING, repetitions: Infinity, repeatForMs: Infinity };

interface StreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The lines of a stream, which is opened again whenever it ends, however long its server is away or busy. It ends only
 * when it is aborted.
 * @param request the request from the current position on
 * @throws PerkexProblem, or NoAnswerError if it cannot be opened the first time
 */
export async function* readLines(
  world: World,
  request: () => StreamRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  let wasOpen = false;
  for (let failures = 0; !signal?.aborted; failures += 1) {
    try {
      const body = await openBody(world, request(), signal, wasOpen ? REOPENING : OPENING);
      wasOpen = true;
      for await (const line of linesOf(body, signal)) {
        failures = 0;
        yield line;
      }
    } catch (error) {
      if (signal?.aborted) {
        return;
      }
      if (!(error instanceof BrokenStream || (wasOpen && mayPass(error)))) {
        throw error;
      }
    }
    await world.wait(waitMs(failures, world.random()), signal);
  }
}

/** True if no answer arrived, or the server failed. */
function mayPass(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof PerkexProblem && error.status >= 500);
}

function openBody(
  world: World,
  request: StreamRequest,
  signal: AbortSignal | undefined,
  patience: Patience,
): Promise<Response['body']> {
  const sent = { method: 'GET', ...request, ...(signal && { signal }) };
  return send(world, sent, patience, async ({ body }) => body);
}

class BrokenStream extends Error {}

async function* linesOf(body: Response['body'], signal: AbortSignal | undefined): AsyncGenerator<string> {
  const reader = body?.getReader();
  // A reader that is cancelled has no further line.
  const stop = () => void reader?.cancel().catch(() => undefined);
  let silence = setTimeout(stop, SILENCE_MS);
  signal?.addEventListener('abort', stop);
  try {
    const decoder = new TextDecoder();
    let rest = '';
    while (!signal?.aborted) {
      const { value, done } = await read(reader);
      if (done) {
        return;
      }
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  try {
    return (await reader?.read()) ?? { value: undefined, done: true as const };
  } catch (error) {
    throw new BrokenStream('The stream has ended.', { cause: error });
  }
}
