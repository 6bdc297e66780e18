import { NoAnswerError } from './problem.js';
import { type Patience, type SentRequest, send, type World, waitMs } from './transport.js';

/** A stream that is silent for that long has ended: the server sends something every 15 seconds. */
const SILENCE_MS = 45_000;
/** The first time. */
const OPENING: Patience = { repetitions: 6, repeatForMs: SILENCE_MS, timeoutMs: SILENCE_MS };

interface StreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The lines of a stream, which is opened again whenever it ends, however long its server is away.
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
    let hasLines = false;
    try {
      for await (const line of linesOf(world, { method: 'GET', ...request() }, signal)) {
        hasLines = true;
        wasOpen = true;
        yield line;
      }
    } catch (error) {
      if (!(error instanceof BrokenStream || (wasOpen && error instanceof NoAnswerError))) {
        throw error;
      }
    }
    failures = hasLines ? 0 : failures;
    await world.wait(waitMs(failures, world.random()), signal);
  }
}

class BrokenStream extends Error {}

async function* linesOf(
  world: World,
  request: SentRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const body = await send(
    world,
    { ...request, ...(signal && { signal }) },
    OPENING,
    async ({ body }) => body,
  );
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
