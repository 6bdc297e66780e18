import { afterEach, describe, expect, it, vi } from 'vitest';
import { Perkex, type PerkexOptions } from '../src/perkex.js';
import { isProblem, NoAnswerError } from '../src/problem.js';
import { problemAnswer } from './answers.js';

const ORDER = { name: 'Client Runner', size: '9', price: 210 };
const ID = '8e0c1f2a-0b1c-4d1e-8f3a-2b4c6d8e0f12';

/** A client whose requests are answered one after another by these functions, the last of them again and again. */
function clientOf(
  answers: readonly ((signal: AbortSignal | null | undefined) => Response | Promise<Response>)[],
  more: Partial<PerkexOptions> = {},
) {
  const bodies: string[] = [];
  const client = new Perkex({
    url: 'http://market.example',
    newId: () => ID,
    now: () => 0,
    wait: async () => {},
    fetch: async (_url, init) => {
      const answer = answers[Math.min(bodies.length, answers.length - 1)];
      bodies.push(String(init?.body));
      return (answer as NonNullable<typeof answer>)(init?.signal);
    },
    ...more,
  });
  return { client, bodies };
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

const lost = (): never => {
  throw new TypeError('fetch failed');
};

/** Like a server that accepts a connection and then sends nothing. */
const silent = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** An answer whose connection breaks within its body. */
const torn = (status: number, type: string) => () =>
  new Response(
    new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('terminated'));
      },
    }),
    { status, headers: { 'content-type': type } },
  );

afterEach(() => {
  vi.useRealTimers();
});

describe('an order whose placing fails', () => {
  it('has its id in the error, so that it can be placed again under the same id', async () => {
    for (const answer of [
      lost,
      torn(200, 'text/plain'),
      torn(503, 'application/problem+json'),
      () => problemAnswer(503, 'outcome-unknown'),
      () => problemAnswer(409, 'price-moved'),
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    ]) {
      const { client, bodies } = clientOf([answer]);
      expect(await errorOf(client.place('ask', ORDER)), String(answer)).toMatchObject({ orderId: ID });
      expect(JSON.parse(bodies.at(-1) ?? '')).toMatchObject({ id: ID });
    }
    const { client } = clientOf([lost]);
    expect(await errorOf(client.place('bid', { ...ORDER, id: 'own' }))).toMatchObject({ orderId: 'own' });
  });

  it('is sent again under the same id after an answer that breaks off', async () => {
    const { client, bodies } = clientOf([
      torn(200, 'text/plain'),
      torn(503, 'application/problem+json'),
      () => new Response('Your ask is placed.'),
    ]);
    expect(await client.place('ask', ORDER)).toEqual({ id: ID, text: 'Your ask is placed.' });
    expect(new Set(bodies).size).toBe(1);
    expect(bodies).toHaveLength(3);
  });

  it('may be open after a lost answer, unless a later one says what became of it', async () => {
    const unknown = () => problemAnswer(503, 'outcome-unknown');
    const lastAnswers: readonly [Parameters<typeof problemAnswer>, saysWhat: boolean][] = [
      [[503, 'busy'], false],
      [[429, 'too-many-requests'], false],
      [[401, 'invalid-key'], false],
      [[403, 'key-limit'], false],
      [[500, 'internal-error'], false],
      [[409, 'price-moved'], true],
      [[404, 'unknown-product'], false],
      [[404, 'unknown-order'], true],
    ];
    for (const first of [lost, torn(200, 'text/plain'), unknown]) {
      for (const [last, saysWhat] of lastAnswers) {
        const { client } = clientOf([first, () => problemAnswer(503, 'busy'), () => problemAnswer(...last)]);
        const error = await errorOf(client.place('ask', ORDER));
        expect(isProblem(error, last[1]), `${first} ${last}`).toBe(saysWhat);
        expect(error instanceof NoAnswerError, `${first} ${last}`).toBe(!saysWhat);
        expect(error).toMatchObject({ orderId: ID });
        if (!saysWhat) {
          const { cause } = error as NoAnswerError;
          expect(cause instanceof NoAnswerError || isProblem(cause, 'outcome-unknown')).toBe(true);
        }
      }
    }
    const { client } = clientOf([() => problemAnswer(503, 'busy')]);
    expect(isProblem(await errorOf(client.place('ask', ORDER)), 'busy')).toBe(true);
    const reader = clientOf([lost, () => problemAnswer(401, 'invalid-key')]);
    expect(isProblem(await errorOf(reader.client.call('money')), 'invalid-key')).toBe(true);
  });
});

it('health answers that the server is unavailable, but a refusal or a page of a proxy is an error', async () => {
  const unwell = () => Response.json({ status: 'unavailable' }, { status: 503 });
  const { client, bodies } = clientOf([unwell]);
  expect(await client.call('health')).toEqual({ status: 'unavailable' });
  expect(bodies).toHaveLength(1);
  const busy = clientOf([() => problemAnswer(503, 'busy'), () => new Response('', { status: 503 }), unwell]);
  expect(await busy.client.call('health')).toEqual({ status: 'unavailable' });
  expect(busy.bodies).toHaveLength(3);
  expect(await errorOf(clientOf([unwell]).client.call('money'))).toBeInstanceOf(NoAnswerError);
});

describe('a call without an answer', () => {
  it('is one that a proxy has answered with a page, whatever its status', async () => {
    const page = (type: string) => () =>
      new Response('<h1>Please log in</h1>', { headers: { 'content-type': type } });
    for (const type of ['text/html; charset=utf-8', 'application/octet-stream', '']) {
      const { client } = clientOf([page(type)], { repetitions: 1 });
      expect(await errorOf(client.place('ask', ORDER)), type).toBeInstanceOf(NoAnswerError);
      expect(await errorOf(client.call('health')), type).toBeInstanceOf(NoAnswerError);
    }
    const table = clientOf([page('text/csv; charset=utf-8')]).client.call('exportMoney');
    expect(await table).toBe('<h1>Please log in</h1>');
    expect(await errorOf(clientOf([page('text/plain')]).client.call('money'))).toBeInstanceOf(NoAnswerError);
    const placed = clientOf([page('text/html'), () => new Response('Your ask is placed.')]);
    expect((await placed.client.place('ask', ORDER)).text).toBe('Your ask is placed.');
  });

  it('is sent again when its time has passed', async () => {
    const { client, bodies } = clientOf([silent, silent, () => Response.json({ status: 'ok' })], {
      timeoutMs: 5,
    });
    expect(await client.call('health')).toEqual({ status: 'ok' });
    expect(bodies).toHaveLength(3);
  });

  it('is not sent again later than it may be repeated', async () => {
    let nowMs = 0;
    const wait = async (ms: number) => {
      nowMs += ms;
    };
    const { client, bodies } = clientOf(
      [
        () => {
          nowMs += 20_000;
          return lost();
        },
      ],
      { now: () => nowMs, wait, random: () => 1 },
    );
    expect(await errorOf(client.call('health'))).toBeInstanceOf(NoAnswerError);
    // Sent after 0, 20.25 and 40.75 seconds: the next time would be after more than 60.
    expect(bodies).toHaveLength(3);
  });

  it('is waited for longer than a server may take, a batch most of all', async () => {
    vi.useFakeTimers();
    const calls: readonly [(client: Perkex) => Promise<unknown>, timeoutMs: number][] = [
      [(client) => client.place('ask', ORDER), 20_000],
      [(client) => client.call('orderBatch', { body: { commands: [] } }), 30_000],
    ];
    for (const [begin, timeoutMs] of calls) {
      const atMs: number[] = [];
      const asked = (signal: AbortSignal | null | undefined) => {
        atMs.push(Date.now() - startMs);
        return silent(signal);
      };
      const startMs = Date.now();
      const { client } = clientOf([asked], { now: Date.now });
      const failed = errorOf(begin(client));
      await vi.advanceTimersByTimeAsync(10 * timeoutMs);
      expect(await failed).toBeInstanceOf(NoAnswerError);
      expect(atMs).toEqual([0, timeoutMs, 2 * timeoutMs]);
    }
  });

  it('is the refusal of a server that asks for a longer wait than there is time', async () => {
    const waits: number[] = [];
    const { client, bodies } = clientOf(
      [() => problemAnswer(429, 'too-many-requests', { 'retry-after': '61' })],
      { wait: async (ms) => void waits.push(ms) },
    );
    const error = await errorOf(client.call('health'));
    expect(isProblem(error, 'too-many-requests')).toBe(true);
    expect([bodies.length, waits]).toEqual([1, []]);
  });
});
