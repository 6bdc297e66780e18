import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOutbox } from '../../server/test/identity/mail-reader.js';
import { endServersUnderOrders } from '../src/crash/end-servers.js';
import { SETTINGS, type SignedUp, signUp } from '../src/market/accounts.js';
import { ownAddress, Visitor } from '../src/processes/visitor.js';
import { Fleet } from '../src/servers/fleet.js';
import { StreamReader } from './stream-reader.js';

const seed = Date.now() % 1_000_000;
/** KILLS=3 npm test -- bench/test/servers */
const KILLS = Number(process.env.KILLS ?? 1);
const SIZE = '9';
/** The number of requests for a new password per address and minute. */
const RESETS_OF_AN_ADDRESS = 20;
const CONNECTIONS_OF_AN_ADDRESS = 120;

let fleet: Fleet;
/** Each server as the proxy reaches it. */
let urls: readonly [string, string];
let visitors: Visitor[] = [];

beforeAll(async () => {
  fleet = await Fleet.start({ count: 2, settings: { RATE_LIMITS: 'on' } });
  urls = fleet.servers.map(({ url }) => url) as [string, string];
  console.log(`in front of the servers: ${fleet.proxy.name}`);
});

afterAll(async () => {
  for (const visitor of visitors) {
    visitor.leave();
  }
  await fleet?.stop();
});

function newVisitor(): Visitor {
  const visitor = new Visitor(100 + visitors.length);
  visitors = [...visitors, visitor];
  return visitor;
}

function post(url: string, visitor: Visitor, user: SignedUp | null, path: string, body: object) {
  return visitor.ask(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: fleet.url, cookie: user?.cookie ?? '' },
    body: JSON.stringify(user ? { uid: user.uid, ...body } : body),
  });
}

/** A user who may trade, signed up through the proxy. */
async function newTrader(visitor: Visitor): Promise<SignedUp> {
  const user = await signUp(fleet.url, visitor.ask);
  for (const [call, fields] of SETTINGS) {
    await post(fleet.url, visitor, user, call, fields);
  }
  return user;
}

let products = 0;

async function newProduct() {
  products += 1;
  const [product] = await fleet.createProducts([`Shared ${products}`], [SIZE]);
  return product as NonNullable<typeof product>;
}

function ask(url: string, visitor: Visitor, trader: SignedUp, name: string, price: number) {
  return post(url, visitor, trader, 'ask', { id: crypto.randomUUID(), name, size: SIZE, price });
}

/** The lowest ask of each size, as shown to the public. */
async function asksAt(url: string, visitor: Visitor, productId: number): Promise<number[]> {
  const [product] = (await (await visitor.ask(`${url}/api/${productId}`)).json()) as [
    { asks: { price: number }[] },
  ];
  return product.asks.map(({ price }) => price);
}

async function isSignedIn(url: string, visitor: Visitor, { cookie, uid }: SignedUp): Promise<boolean> {
  const answer = await visitor.ask(`${url}/api/getUserData/${uid}`, { headers: { cookie } });
  return answer.status === 200;
}

describe('several servers on one database', () => {
  it('share sessions: one begun at one server counts at the other, and one ended at one is over at the other', async () => {
    const visitor = newVisitor();
    const user = await signUp(urls[0], async (url, asked) =>
      visitor.ask(url, { ...asked, headers: { ...asked?.headers, origin: fleet.url } }),
    );
    expect(await Promise.all(urls.map((url) => isSignedIn(url, visitor, user)))).toEqual([true, true]);
    expect((await post(urls[1], visitor, user, 'auth/sign-out', {})).status).toBe(200);
    expect(await isSignedIn(urls[1], visitor, user)).toBe(false);
    await expect.poll(() => isSignedIn(urls[0], visitor, user)).toBe(false);
  });

  it('show an order at once on the server that answered it, and soon on the other', async () => {
    const visitor = newVisitor();
    const trader = await newTrader(visitor);
    const { id, name } = await newProduct();
    expect(await Promise.all(urls.map((url) => asksAt(url, visitor, id)))).toEqual([[], []]);
    expect((await ask(urls[0], visitor, trader, name, 150)).status).toBe(200);
    expect(await asksAt(urls[0], visitor, id)).toEqual([150]);
    await expect.poll(() => asksAt(urls[1], visitor, id)).toEqual([150]);
  });

  it('push orders at any server to streams through the proxy at once', async () => {
    const people = Array.from({ length: 4 }, newVisitor);
    const trader = await newTrader(people[0] as Visitor);
    const { id, name } = await newProduct();
    const market = await Promise.all(
      people.map((visitor) => StreamReader.open(visitor, `${fleet.url}/api/live?product=${id}`)),
    );
    const own = await StreamReader.open(people[0] as Visitor, `${fleet.url}/api/live/me`, {
      cookie: trader.cookie,
    });
    for (const [index, url] of urls.entries()) {
      const price = 200 - index;
      expect((await ask(url, people[0] as Visitor, trader, name, price)).status).toBe(200);
      for (const { events } of market) {
        await expect.poll(() => events.map(({ data }) => data.lowestAsk)).toContain(price);
      }
      await expect.poll(() => own.events.filter((event) => event.name === 'order').length).toBe(index + 1);
    }
    await Promise.all([...market, own].map((reader) => reader.close()));
  });

  it('count the attempts of an address together, even if it claims other addresses', async () => {
    const visitor = newVisitor();
    const statuses: number[] = [];
    for (let count = 0; count <= RESETS_OF_AN_ADDRESS; count += 1) {
      // The visitor's claim precedes the address that the proxy adds.
      const forged = { 'x-forwarded-for': `203.0.113.${count}` };
      const answer = await visitor.ask(`${fleet.url}/api/auth/request-password-reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: fleet.url, ...forged },
        body: JSON.stringify({ email: `unknown-${count}@shop.example` }),
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: RESETS_OF_AN_ADDRESS }, () => 200), 429]);
    // Straight to each server, as the proxy would forward it on another turn.
    const seen = { 'x-forwarded-for': '198.51.100.7' };
    const straight = await Promise.all(
      Array.from({ length: 2 * RESETS_OF_AN_ADDRESS }, (_, count) =>
        visitor.ask(`${urls[count % 2]}/api/auth/request-password-reset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: fleet.url, ...seen },
          body: JSON.stringify({ email: `unknown-too-${count}@shop.example` }),
        }),
      ),
    );
    expect(straight.filter(({ status }) => status === 200)).toHaveLength(RESETS_OF_AN_ADDRESS);
  });

  it('limit the connections of an address to the proxy', async ({ skip }) => {
    const localAddress = ownAddress(99);
    const isLimited = fleet.proxy.name === 'HAProxy' && localAddress !== undefined;
    skip(!isLimited, 'it takes HAProxy, and an address of its own');
    const { hostname, port } = new URL(fleet.url);
    const sockets = Array.from({ length: CONNECTIONS_OF_AN_ADDRESS + 1 }, () =>
      connect({ host: hostname, port: Number(port), localAddress }),
    );
    const closings = sockets.map(
      (socket) => new Promise((closed) => socket.on('error', () => {}).once('close', closed)),
    );
    await Promise.race(closings);
    await newVisitor().ask(`${fleet.url}/api/health`);
    expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(1);
    for (const socket of sockets) {
      socket.destroy();
    }
    await Promise.all(closings);
  });

  it('send each mail once', async () => {
    const asking = newVisitor();
    const emails = Array.from({ length: 4 }, (_, number) => `mail-${number}-${seed}@shop.example`);
    for (const [index, email] of emails.entries()) {
      const visitor = newVisitor();
      const body = { email, password: crypto.randomUUID(), name: '' };
      expect((await post(fleet.url, visitor, null, 'auth/sign-up/email', body)).status).toBe(200);
      const server = urls[index % 2] as string;
      expect((await post(server, asking, null, 'auth/request-password-reset', { email })).status).toBe(200);
    }
    const mailsLeft = () =>
      fleet.withDatabase(async ({ pool }) => (await pool.query('select from jobs')).rowCount);
    await expect.poll(mailsLeft).toBe(0);
    const receivers = (await readOutbox(fleet.outbox)).map(({ headers }) => headers.get('to') ?? '');
    expect(receivers.filter((to) => to.startsWith('mail-')).sort()).toEqual(emails);
  });

  it('lose no acknowledged order, count none twice, and leave no gap in a drop copy when one is stopped and another killed', async () => {
    const { id, name } = await newProduct();
    const watcher = newVisitor();
    const streams = await Promise.all(
      Array.from({ length: 6 }, () => StreamReader.open(newVisitor(), `${fleet.url}/api/live?product=${id}`)),
    );
    const held = await endServersUnderOrders(fleet, { seed, kills: KILLS, acknowledgedBetween: 40 });
    console.log(`seed ${seed}`, held);
    expect(held.events).toBeGreaterThan(held.orders);
    const trader = await newTrader(watcher);
    await expect
      .poll(async () => {
        await ask(fleet.url, watcher, trader, name, 300);
        return streams.every(({ events }) => events.some(({ data }) => data.lowestAsk === 300));
      })
      .toBe(true);
    expect(streams.some(({ opened }) => opened > 1)).toBe(true);
    await Promise.all(streams.map((stream) => stream.close()));
  });
});
