import { READY, type Side } from '@perkex/core/order-book/order.js';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ReferenceMarket } from '../../core/test/reference-book.js';
import type { ReferenceOrder } from '../../core/test/reference-order.js';
import { type Step, step } from './fuzz-steps.js';
import { PUBLIC_URL, type TestApp, type TestUser } from './test-app.js';

interface Traded {
  /** Servers of one market, which take the orders in a random sequence. */
  readonly servers: readonly TestApp[];
  readonly products: readonly { readonly id: number; readonly name: string }[];
  readonly users: readonly TestUser[];
  readonly orders: number;
  readonly seed: number;
}

interface Sent {
  readonly path: string;
  readonly user: TestUser;
  readonly body: { readonly id: string };
  readonly book: string;
  readonly judge: () => { readonly kind: string; readonly code?: string };
}

/**
 * Sends random orders over HTTP, one after the other, and compares each answer with that of the reference market. After
 * each, the server that took it must show the book and the user's open orders exactly, and then all servers.
 * @returns the reference market
 */
export async function tradeExactly(traded: Traded): Promise<ReferenceMarket> {
  const { servers, users, orders, seed } = traded;
  const reference = new ReferenceMarket();
  const sent: Sent[] = [];
  for (const next of fc.sample(step, { numRuns: orders, seed })) {
    const server = servers[next.choice % servers.length] as TestApp;
    const request =
      (next.kind === 'resend' && sent[next.choice % sent.length]) || requestOf(next, traded, reference);
    sent.push(request);
    const { path, user, body, book } = request;
    const answer = await callAt(server, user, path, { uid: user.uid, ...body });
    const judged = request.judge();
    const code = answer.statusCode === 200 ? undefined : answer.json<{ code: string }>().code;
    expect({ path, body, code }).toEqual({ path, body, code: judged.code });
    expect(await bookAt(server, book)).toEqual(bookOf(reference, book));
    expect(await openAt(server, user)).toEqual(openOf(reference, user));
    for (const other of servers) {
      await expect.poll(() => bookAt(other, book)).toEqual(bookOf(reference, book));
    }
  }
  for (const server of servers) {
    for (const user of users) {
      expect(await openAt(server, user)).toEqual(openOf(reference, user));
    }
  }
  return reference;
}

function requestOf(
  { kind, call, product, size, dollars, choice }: Step,
  { products, users }: Traded,
  reference: ReferenceMarket,
): Sent {
  const known = reference.orders[choice % Math.max(1, reference.orders.length)];
  const owner = users.find(({ uid }) => uid === known?.userId);
  if (kind === 'cancel' && known && owner) {
    const { side, orderId: id, book } = known;
    const productId = Number(book.split('/')[0]);
    return {
      path: side === 'ask' ? '/deleteAsk' : '/deleteBid',
      user: owner,
      book,
      body: { id, ...(choice % 2 === 0 && { productId }) },
      judge: () => reference.cancel(side, { userId: owner.uid, orderId: id, book }),
    };
  }
  const user = users[Math.floor(choice / 4) % users.length] as TestUser;
  const { id: productId, name } = products[
    (Math.floor(choice / 64) + product) % products.length
  ] as Traded['products'][0];
  const id = `00000000-0000-4000-8000-${reference.orders.length.toString(16).padStart(4, '0')}${choice.toString(16).padStart(8, '0').slice(-8)}`;
  const book = `${productId}/${size}`;
  return {
    path: `/${call}`,
    user,
    book,
    body: { id, ...{ name, size, price: dollars, thumbnail: '' } },
    judge: () =>
      reference.place({
        call,
        book,
        userId: user.uid,
        orderId: id,
        priceCents: dollars * 100,
        readiness: READY,
      }),
  };
}

/** Makes a call of a user at one of the servers: they share the sessions. */
export function callAt({ app }: TestApp, { cookie }: TestUser, path: string, payload?: object) {
  return app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api${path}`,
    headers: { cookie, origin: PUBLIC_URL },
    ...(payload && { payload }),
  });
}

async function bookAt({ app }: TestApp, book: string): Promise<unknown> {
  const [productId, size = ''] = book.split('/');
  return (await app.inject(`/api/${productId}/book?size=${size}`)).json();
}

function bookOf(reference: ReferenceMarket, book: string) {
  const levels = (side: Side) => {
    const prices = reference.open(book, side).map(({ priceCents }) => priceCents / 100);
    return [...new Set(prices)].map((price) => ({
      price,
      quantity: prices.filter((each) => each === price).length,
    }));
  };
  return { asks: levels('ask'), bids: levels('bid') };
}

interface OwnOrders {
  readonly asks: readonly { readonly id: string }[];
  readonly bids: readonly { readonly id: string }[];
}

async function openAt(server: TestApp, user: TestUser): Promise<string[]> {
  const { asks, bids } = (await callAt(server, user, `/getUserData/${user.uid}`)).json<OwnOrders>();
  // The first row of each list is a blank one.
  return [...asks.slice(1), ...bids.slice(1)].map(({ id }) => id).sort();
}

function openOf(reference: ReferenceMarket, { uid }: TestUser): string[] {
  const isOpen = ({ userId, status }: ReferenceOrder) => userId === uid && status === 'open';
  return reference.orders
    .filter(isOpen)
    .map(({ orderId }) => orderId)
    .sort();
}
