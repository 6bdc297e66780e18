import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { ownAddress } from '../processes/visitor.js';
import { Browser, type Question } from './browser.js';

/** The attacks, with the number of concurrent attackers of each. */
export interface Siege {
  readonly url: string;
  readonly ownerEmail: string;
  readonly seconds: number;
  /** Addresses with one wrong password at a time each. */
  readonly guessers: number;
  readonly readers: number;
  /** Addresses that request pages and answers that were never requested before. */
  readonly searchers: number;
  /** Users with many concurrent orders each. */
  readonly traders: number;
  readonly packers: number;
  /** Addresses with many slow connections each. */
  readonly dawdlers: number;
}

/** The number of responses by attack and status; 0 is a connection without a response. */
export type Tally = Record<string, Record<number, number>>;

/** The numbers of all addresses of strangers are above this one. */
const FIRST_STRANGER = 250;
/** Every address guesses passwords; some also attack in other ways. */
const FIRST_ADDRESS = { readers: 1, traders: 21, packers: 31, dawdlers: 51, searchers: 71 };
const HANDS_OF_A_READER = 40;
const HANDS_OF_A_SEARCHER = 12;
const HANDS_OF_A_TRADER = 100;
const SLOW_CONNECTIONS = 60;
const BETWEEN_BYTES_MS = 1_000;
const AFTER_REFUSAL_MS = 50;
const PACKED_BODY: Question = {
  method: 'POST',
  path: '/api/auth/sign-in/email',
  headers: { 'content-encoding': 'br' },
  body: brotliCompressSync(Buffer.alloc(4 * 1024 * 1024, '{"a":')),
};

const random = () => randomUUID().slice(0, 8);

/** Addresses that are different each time. */
const UNCACHED: readonly (() => string)[] = [
  () => `/browse?${Array.from({ length: 30 }, () => `brand=${random()}`).join('&')}`,
  () => `/browse?${Array.from({ length: 800 }, () => `model=${random()}`).join('&')}`,
  () => `/browse?q=${random()}`,
  () => `/api/browse?q=${random()}&size=9`,
  () => `/api/search?q=${random()}`,
  () => `/api/cards?ids=${Array.from({ length: 48 }, () => Math.floor(Math.random() * 1e9)).join()}`,
  () => `/product/${Math.floor(1e6 + Math.random() * 1e9)}`,
  () => `/help/${random()}`,
  () => `/brands/${random()}`,
  () => `/${random()}`,
];

/** Attacks until the time is up, each kind from separate addresses. */
export async function attack(siege: Siege): Promise<Tally> {
  const tally: Tally = {};
  let endMs = Number.POSITIVE_INFINITY;
  const isOver = () => performance.now() > endMs;
  const browsers: Browser[] = [];

  function browser(host: number, connections: number): Browser {
    const opened = new Browser(siege.url, FIRST_STRANGER + host, connections);
    browsers.push(opened);
    return opened;
  }

  function count(what: string, status: number): void {
    tally[what] ??= {};
    const ofWhat = tally[what];
    ofWhat[status] = (ofWhat[status] ?? 0) + 1;
  }

  async function ask(what: string, from: Browser, question: Question): Promise<number> {
    const { status } = await from.ask(question);
    count(what, status);
    return status;
  }

  /**
   * One attacker: asks again after every response, with a short wait after a refusal, as a script would. Each asks
   * at least once: on a busy machine the time can be up before the last kind of attack begins.
   */
  async function repeat(what: string, from: Browser, question: () => Question): Promise<void> {
    do {
      const status = await ask(what, from, question());
      if (status !== 200) {
        await pause(AFTER_REFUSAL_MS);
      }
    } while (!isOver());
  }

  const each = (many: number, work: (index: number) => Promise<void>) =>
    Promise.all(Array.from({ length: many }, (_, index) => work(index)));

  const packers = Array.from({ length: siege.packers }, (_, index) =>
    browser(FIRST_ADDRESS.packers + index, 2),
  );
  // Each is refused once before the crowd comes, in which a request may arrive too late to be read (408).
  await Promise.all(packers.map((from) => ask('packed bodies', from, PACKED_BODY)));
  // The accounts are created before the attack fills the semaphore for passwords.
  const accounts = await Promise.all(
    Array.from({ length: siege.traders }, (_, index) =>
      openAccount(browser(FIRST_ADDRESS.traders + index, HANDS_OF_A_TRADER)),
    ),
  );
  const guessers = Array.from({ length: siege.guessers }, (_, index) => browser(1 + index, 1));
  endMs = performance.now() + siege.seconds * 1_000;
  await Promise.all([
    ...guessers.map((from) =>
      repeat('wrong passwords', from, () => ({
        method: 'POST',
        path: '/api/auth/sign-in/email',
        body: { email: siege.ownerEmail, password: randomUUID() },
      })),
    ),
    // The last guesses would wait in the server's queue until long after the end.
    pause(siege.seconds * 1_000).then(() => closeAll(guessers)),
    each(siege.readers, async (index) => {
      const from = browser(FIRST_ADDRESS.readers + index, HANDS_OF_A_READER);
      const paths = ['/api/', '/', '/api/1', '/product/1', '/api/trending'];
      await each(HANDS_OF_A_READER, (hand) =>
        repeat('reads', from, () => ({
          path: paths[hand % paths.length] ?? '/',
          headers: { 'accept-encoding': 'br' },
        })),
      );
    }),
    each(siege.searchers, async (index) => {
      const from = browser(FIRST_ADDRESS.searchers + index, HANDS_OF_A_SEARCHER);
      await each(HANDS_OF_A_SEARCHER, (hand) =>
        repeat('uncached pages', from, () => ({
          path: UNCACHED[hand % UNCACHED.length]?.() ?? '/',
          headers: { 'accept-encoding': 'br' },
        })),
      );
    }),
    ...accounts.map(({ from, uid, name, sizes }) =>
      each(HANDS_OF_A_TRADER, (hand) =>
        repeat('orders', from, () => ({
          method: 'POST',
          path: '/api/ask',
          body: { uid, id: randomUUID(), name, size: sizes[hand % sizes.length], price: 900_000 },
        })),
      ),
    ),
    ...packers.map((from) => repeat('packed bodies', from, () => PACKED_BODY)),
    each(siege.dawdlers, async (index) => {
      const address = ownAddress(FIRST_STRANGER + FIRST_ADDRESS.dawdlers + index);
      await each(SLOW_CONNECTIONS, async (hand) => {
        do {
          await dawdle(siege.url, address, hand, isOver);
          count('slow connections', 0);
        } while (!isOver());
      });
    }),
  ]);
  closeAll(browsers);
  return tally;
}

/** Each request that is still open ends without a response. */
function closeAll(browsers: readonly Browser[]): void {
  for (const browser of browsers) {
    browser.close();
  }
}

interface StrangersAccount {
  readonly from: Browser;
  readonly uid: string;
  /** A product to flood. */
  readonly name: string;
  readonly sizes: readonly string[];
}

/** @throws if the server refuses a stranger, who then could not attack */
async function openAccount(from: Browser): Promise<StrangersAccount> {
  const body = { email: `${randomUUID()}@stranger.example`, password: 'a password of a stranger', name: '' };
  const signedUp = await from.ask({ method: 'POST', path: '/api/auth/sign-up/email', body });
  const { user } = JSON.parse(signedUp.text) as { user: { id: string } };
  await from.ask({ method: 'POST', path: '/api/payout', body: { uid: user.id, payout: 'CC' } });
  const answer = await from.ask({ path: '/api/1' });
  const [product] = JSON.parse(answer.text) as [{ name: string; sizes: string[] }];
  return { from, uid: user.id, name: product.name, sizes: product.sizes };
}

const BEGINNINGS = [
  'GET / HTTP/1.1\r\nhost: localhost\r\nx: ',
  'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{',
];
const MANY_QUESTIONS = 'GET /api/ HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(50);

/** A connection that sends its headers or its body byte by byte, or never reads its responses, until it is closed. */
async function dawdle(
  url: string,
  address: string | undefined,
  hand: number,
  isOver: () => boolean,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), localAddress: address });
  let isClosed = false;
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  const kind = hand % (BEGINNINGS.length + 1);
  const beginning = BEGINNINGS[kind];
  socket.write(beginning ?? MANY_QUESTIONS);
  if (beginning !== undefined) {
    socket.resume();
  }
  while (!isClosed && !isOver()) {
    await pause(BETWEEN_BYTES_MS);
    if (beginning !== undefined && !isClosed) {
      socket.write('x');
    }
  }
  socket.destroy();
}
