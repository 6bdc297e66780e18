import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConnectionError, RefusalError } from './call.js';
import { idOfNextTry, placeOrder, type ReviewedOrder, useAcceptedOrder } from './orders.js';

const ORDER: ReviewedOrder = {
  flow: 'buy',
  mode: 'place',
  productId: 1,
  id: '0b0f3c56-5f3e-4b5a-9d35-5e6a7f8b9c0d',
  name: 'Runner',
  size: '9',
  priceCents: 21_000,
  uid: 'ada',
  isChecked: false,
};

/** The results on the wire, one per attempt: a response, or a connection that breaks. */
function onTheWire(...attempts: (Response | 'lost')[]) {
  const bodies: { id: string; late?: boolean }[] = [];
  const ids: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address !== '/api/bid') {
      return Response.json([]);
    }
    const body = JSON.parse(String(init?.body)) as { id: string };
    bodies.push(body);
    ids.push(body.id);
    const attempt = attempts[ids.length - 1] ?? 'lost';
    if (attempt === 'lost') {
      throw new TypeError('fetch failed');
    }
    return attempt;
  });
  return { ids, bodies };
}

function refusal(code: string, status: number): Response {
  return Response.json(
    { type: 'about:blank', title: '', status, detail: `refused: ${code}`, code },
    { status },
  );
}

/** Places the order and advances the clock as far as needed. */
async function place(attempt = { confirmedAtMs: Date.now(), mayBePlaced: false }): Promise<string> {
  const placing = placeOrder(new QueryClient(), ORDER, attempt).catch((error: Error) => error);
  await vi.runAllTimersAsync();
  const result = await placing;
  return result instanceof Error ? `${result.name}: ${result.message}` : result;
}

const UNKNOWN =
  /^UnknownOutcomeError: The connection was lost, and we do not know whether your order was placed/;

describe('placeOrder', () => {
  beforeAll(() => vi.useFakeTimers());
  afterAll(() => vi.useRealTimers());

  it('resolves with the sentence of the market', async () => {
    onTheWire(new Response('Placed.'));
    expect(await place()).toBe('Placed.');
    expect(useAcceptedOrder.getState().id).toBe(ORDER.id);
  });

  it('sends the order again under the same id until a response arrives', async () => {
    const { ids } = onTheWire('lost', refusal('busy', 503), new Response('Placed.'));
    expect(await place()).toBe('Placed.');
    expect(ids).toEqual([ORDER.id, ORDER.id, ORDER.id]);
  });

  it('rejects with a refusal of this id, whatever the outcome of earlier attempts', async () => {
    onTheWire('lost', refusal('price-moved', 409));
    expect(await place()).toBe('RefusalError: refused: price-moved');
  });

  it('reports an unknown outcome when no response ever arrives', async () => {
    const { ids } = onTheWire();
    expect(await place()).toMatch(UNKNOWN);
    expect(ids.length).toBeGreaterThan(3);
  });

  it.each([
    ['not-signed-in', 401],
    ['not-yours', 403],
    ['unknown-product', 404],
  ])('does not take %s after a lost response for a refusal of the order', async (code, status) => {
    onTheWire('lost', refusal(code, status));
    expect(await place()).toMatch(UNKNOWN);
  });

  it('does not take busy after a lost response for a refusal of the order', async () => {
    onTheWire('lost', ...Array.from({ length: 10 }, () => refusal('busy', 503)));
    expect(await place()).toMatch(UNKNOWN);
  });

  it('only queries the outcome when the user confirmed the order two minutes ago', async () => {
    const { bodies } = onTheWire('lost', refusal('too-late', 409));
    expect(await place({ confirmedAtMs: Date.now() - 119_800, mayBePlaced: true })).toBe(
      'RefusalError: refused: too-late',
    );
    expect(bodies.map(({ late = false }) => late)).toEqual([false, true]);
  });

  it('rejects with not-signed-in when no earlier attempt was sent', async () => {
    onTheWire(refusal('not-signed-in', 401));
    expect(await place()).toBe(`${RefusalError.name}: refused: not-signed-in`);
  });
});

describe('idOfNextTry', () => {
  it.each([
    ['price-moved', 409],
    ['own-order', 409],
    ['no-bids', 409],
    ['payout-missing', 409],
    ['id-reused', 409],
  ] as const)('is a new id after %s, because a refusal is final', (code, status) => {
    const next = idOfNextTry(ORDER.id, new RefusalError(code, status, ''));
    expect(next).not.toBe(ORDER.id);
    expect(next).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([
    ['a lost connection', new ConnectionError()],
    ['an unknown outcome', new Error('The connection was lost')],
    ['a busy market', new RefusalError('busy', 503, '')],
    ['an outcome that the market does not know', new RefusalError('outcome-unknown', 503, '')],
    ['too many requests', new RefusalError('too-many-requests', 429, '')],
    ['an error of the server', new RefusalError('internal-error', 500, '')],
  ])('is the same id after %s, so that the order counts once', (_what, error) => {
    expect(idOfNextTry(ORDER.id, error)).toBe(ORDER.id);
  });
});
