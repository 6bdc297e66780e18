import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { appCode } from '../../e2e/src/authenticator-app.js';
import { AccountErasures } from '../src/accounts/account-erasures.js';
import { ensureAccount } from '../src/accounts/ensure-account.js';
import { deleteRemains } from '../src/accounts/erasure-remains.js';
import { openOrderCanceller } from '../src/orders/cancel-open-orders.js';
import { HISTORY_CONSUMER } from '../src/sales/trades-to-roll-up.js';
import { ALERTS_CONSUMER } from '../src/watching/send-alerts.js';
import { readOutbox } from './identity/mail-reader.js';
import { buildProducts, order as command, openFaultyEngine } from './market.js';
import { expectSoundMarket } from './sound-market.js';
import {
  buildTestApp,
  buildTrader,
  PASSWORD,
  PUBLIC_URL,
  signIn,
  signUp,
  type TestUser,
  useMarket,
} from './test-app.js';
import { countWaiting, isOnCluster } from './test-database.js';

const NAME = 'Test Runner';

const market = useMarket({
  engine: (database) => openFaultyEngine(database, () => takesCancellations),
});
/** False makes the engine refuse cancellations, as in a process that is about to die. */
let takesCancellations = true;

beforeAll(async () => {
  await buildProducts(market.database, [NAME]);
});

const order = (price: number, size = '9') => ({ id: randomUUID(), name: NAME, price, size, thumbnail: '' });

async function places(user: TestUser, call: 'ask' | 'bid' | 'sell' | 'buy', price: number, size?: string) {
  const body = order(price, size);
  expect((await user.post(`/${call}`, body)).statusCode).toBe(200);
  return body.id;
}

const deletes = (user: TestUser, password: string | undefined = PASSWORD) =>
  user.post('/auth/account/delete', { password });

/** Runs the account erasure, as a server does at its start and every ten seconds. @returns the errors it would log */
async function nextRound(
  cancel = openOrderCanceller(market.database.pool, market.engine),
): Promise<unknown[]> {
  const { pool } = market.database;
  const errors: unknown[] = [];
  await new AccountErasures(pool, cancel, (error) => errors.push(error)).advance();
  return errors;
}

/** As if a minute had passed since every account erasure began. */
async function aMinutePasses(): Promise<void> {
  await market.database.pool.query(`update departures set left_at = left_at - interval '61 seconds'`);
}

/** Deletes the account, and completes its erasure. @returns the pseudonym */
async function leaves(user: TestUser): Promise<string> {
  expect((await deletes(user)).statusCode).toBe(200);
  const { rows } = await market.database.pool.query<{ pseudonym: string }>(
    'select pseudonym from departures where user_id = $1',
    [user.uid],
  );
  await aMinutePasses();
  expect(await nextRound()).toEqual([]);
  await deletesRemains();
  return rows[0]!.pseudonym;
}

/** Without deals nothing remains to wait for. */
async function deletesRemains(): Promise<void> {
  const errors: unknown[] = [];
  await deleteRemains(market.database.pool, { provider: null, pictures: market.pictures }, (error) =>
    errors.push(error),
  );
  expect(errors).toEqual([]);
}

/** The tables with a row that contains this text. The feed is left out: it drops its rows within the hour. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = market.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'batches'
     order by table_name`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(
      `select 1 from ${name} as row where position($1 in row::text) > 0 limit 1`,
      [text],
    );
    if (rowCount === 1) {
      found.push(name);
    }
  }
  return found;
}

const openOrdersOf = async (uid: string) =>
  (await market.database.pool.query(`select 1 from orders where user_id = $1 and status = 'open'`, [uid]))
    .rowCount;

async function logsIn(email: string): Promise<[number, string]> {
  const answer = await market.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: PUBLIC_URL },
    payload: { email, password: PASSWORD },
  });
  return [answer.statusCode, answer.json().code];
}

describe('deleting one’s account', () => {
  it('ends every session and login, and deletes the browser’s cookies', async () => {
    const email = 'ends@shop.example';
    const here = await buildTrader(market, email);
    const there = await signIn(market, email);
    const answer = await deletes(here);
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true }]);
    const removed = answer.cookies.filter(({ maxAge }) => maxAge === 0).map(({ name }) => name);
    expect(removed).toContain('better-auth.session_token');
    for (const user of [here, there]) {
      expect((await user.get(`/getUserData/${user.uid}`)).statusCode).toBe(401);
      expect((await user.post('/payout', { payout: 'CC' })).statusCode).toBe(401);
      expect((await user.post('/ask', order(500))).statusCode).toBe(401);
    }
    expect(await logsIn(email)).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
  });

  it('cancels the open orders before it is answered', async () => {
    const user = await buildTrader(market);
    await places(user, 'ask', 900);
    await places(user, 'bid', 100, '10');
    expect((await deletes(user)).statusCode).toBe(200);
    expect(await openOrdersOf(user.uid)).toBe(0);
    const { rows } = await market.database.pool.query('select 1 from books where open_asks + open_bids > 0');
    expect(rows).toEqual([]);
    await expectSoundMarket(market.database);
  });

  it('is confirmed to the owner by mail', async () => {
    const email = 'mail@shop.example';
    await deletes(await signUp(market, email));
    const subjects = async () =>
      (await readOutbox(market.outbox))
        .filter(({ headers }) => headers.get('to') === email)
        .map(({ headers }) => headers.get('subject'));
    await expect.poll(subjects).toEqual(['PerkeX: Your account was deleted']);
  });

  it('frees the e-mail at once, for an account that sees nothing of the old one', async () => {
    const email = 'again@shop.example';
    const before = await buildTrader(market, email);
    await places(before, 'ask', 700);
    await deletes(before);
    const after = await signUp(market, email);
    expect(after.uid).not.toBe(before.uid);
    const data = (await after.get(`/getUserData/${after.uid}`)).json();
    expect([data.asks.length, data.shipping.street, data.payout.type]).toEqual([1, '', '']);
    await after.post('/payout', { payout: 'CC' });
    await places(after, 'ask', 710);
    await aMinutePasses();
    expect(await nextRound()).toEqual([]);
    expect([await openOrdersOf(after.uid), await tablesWith(before.uid)]).toEqual([1, []]);
    await deletes(after);
  });
});

describe('a deleted account', () => {
  it('leaves its id and its e-mail in no table', async () => {
    const email = 'traceless@shop.example';
    const user = await buildTrader(market, email);
    const { secret } = (await user.post('/auth/second-factor/app/start', { password: PASSWORD })).json();
    await user.post('/auth/second-factor/app/confirm', { code: appCode(secret) });
    await user.post('/auth/second-factor/phone/start', { password: PASSWORD, phone: '+15550100' });
    await user.post('/auth/request-password-reset', { email });
    await expect.poll(() => tablesWith(user.uid)).toContain('identity_verifications');
    const partner = await buildTrader(market);
    await places(user, 'ask', 300);
    await places(partner, 'buy', 300);
    await places(partner, 'ask', 301);
    await places(user, 'buy', 301);
    await places(user, 'ask', 800);
    expect((await user.post('/buy', order(2))).statusCode).toBe(409);
    expect(await tablesWith(user.uid)).toEqual(
      expect.arrayContaining([
        'accounts',
        'identity_events',
        'identity_phone_codes',
        'orders',
        'refusals',
        'trades',
      ]),
    );

    const pseudonym = await leaves(user);
    expect(await tablesWith(user.uid)).toEqual([]);
    // The last mail is a job until it is sent.
    await expect.poll(() => tablesWith(email)).toEqual([]);
    expect(await tablesWith(pseudonym)).toEqual(['orders', 'trades']);
    await expectSoundMarket(market.database);
  });

  it('leaves both sides of every trade, each side under one pseudonym', async () => {
    const [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
    // More than one step renames.
    for (let done = 0; done < 620; done += 62) {
      const asks = Array.from({ length: 62 }, () => command('ask', seller.uid, 400));
      const buys = asks.map(() => command('buy', buyer.uid, 400));
      await Promise.all([...asks, ...buys].map((each) => market.engine.submit(each)));
    }
    const sold = await leaves(seller);
    const sides = async () =>
      (
        await market.database.pool.query<{ seller: string; buyer: string; count: number }>(
          `select seller_id as seller, buyer_id as buyer, count(*)::int from trades
           where price_cents = 40000 group by seller_id, buyer_id`,
        )
      ).rows;
    expect(await sides()).toEqual([{ seller: sold, buyer: buyer.uid, count: 620 }]);
    const data = (await buyer.get(`/getUserData/${buyer.uid}`)).json();
    expect(data.purchases).toHaveLength(501);
    const bought = await leaves(buyer);
    expect(await sides()).toEqual([{ seller: sold, buyer: bought, count: 620 }]);
    expect(bought).not.toBe(sold);
    await expectSoundMarket(market.database);
  });
});

describe('two accounts that only trade with each other', () => {
  it('stay such while one of them is erased, and after it', async () => {
    const { pool } = market.database;
    const [user, partner] = await Promise.all([buildTrader(market), buildTrader(market)]);
    const products = await buildProducts(market.database, ['Second', 'Third'], ['9']);
    const [second = 0, third = 0] = products;
    await places(user, 'ask', 340);
    await places(partner, 'buy', 340);
    await market.engine.submit(command('ask', user.uid, 340, { productId: second }));
    takesCancellations = false;
    await deletes(user);
    takesCancellations = true;
    const { rows } = await pool.query('select pseudonym from departures where user_id = $1', [user.uid]);
    const pseudonym: string = rows[0].pseudonym;
    await market.consumeFeed();
    // The first trade is renamed, and the open order still trades under the old id.
    expect(await nextRound(async () => {})).toEqual([]);
    expect(await tablesWith(pseudonym)).toContain('trades');
    await market.engine.submit(command('buy', partner.uid, 340, { productId: second }));
    await market.consumeFeed();
    const odd = async () =>
      (await pool.query('select reason from odd_sales where product_id = any($1)', [products])).rows;
    expect(await odd()).toEqual([{ reason: 'repeat' }]);
    await expectSoundMarket(market.database);

    await aMinutePasses();
    expect(await nextRound()).toEqual([]);
    await deletesRemains();
    expect(await tablesWith(user.uid)).toEqual([]);
    const copies = isOnCluster() ? ['trades_of_users'] : [];
    expect(await tablesWith(pseudonym)).toEqual(['first_partners', 'orders', 'trades', ...copies]);
    await expectSoundMarket(market.database);
    const stranger = await buildTrader(market);
    await market.engine.submit(command('ask', partner.uid, 340, { productId: third }));
    await market.engine.submit(command('buy', stranger.uid, 340, { productId: third }));
    await market.consumeFeed();
    expect(await odd()).toEqual([{ reason: 'repeat' }]);
    await expectSoundMarket(market.database);
  });
});

describe('an order in progress when its account is deleted', () => {
  it('is refused, and leaves no trace', async () => {
    const user = await buildTrader(market);
    await deletes(user);
    const late = await market.engine.submit(command('ask', user.uid, 600));
    expect(late).toEqual({ kind: 'refused', code: 'payout-missing' });
    // As a read does that began before.
    await ensureAccount(market.database.pool, user.uid);
    await nextRound();
    expect(await tablesWith(user.uid)).toEqual(['departures']);
    await aMinutePasses();
    await nextRound();
    expect(await tablesWith(user.uid)).toEqual([]);
  });

  it('is cancelled a round later if a batch has let it through', async () => {
    const user = await buildTrader(market);
    await deletes(user);
    await nextRound();
    // As if the batch had read the settings before they were deleted.
    const { pool } = market.database;
    await pool.query(`insert into accounts (user_id, payout) values ($1, 'CC')`, [user.uid]);
    const late = await market.engine.submit(command('ask', user.uid, 600));
    expect(late.kind).toBe('rested');
    await aMinutePasses();
    expect(await nextRound()).toEqual([]);
    expect(await tablesWith(user.uid)).toEqual([]);
    const { rows } = await pool.query('select 1 from books where open_asks > 0');
    expect(rows).toEqual([]);
    await expectSoundMarket(market.database);
  });

  it('keeps the user’s id until it no longer changes', async () => {
    const user = await buildTrader(market);
    await places(user, 'ask', 650);
    takesCancellations = false;
    await deletes(user);
    takesCancellations = true;
    await aMinutePasses();
    // As if the order had arrived after the open ones were read.
    expect(await nextRound(async () => {})).toEqual([]);
    expect(await openOrdersOf(user.uid)).toBe(1);
    const buyer = await buildTrader(market);
    await places(buyer, 'buy', 650);
    await expectSoundMarket(market.database);
    await nextRound();
    expect(await tablesWith(user.uid)).toEqual([]);
    await expectSoundMarket(market.database);
  });
});

describe('a server that dies', () => {
  it('before the open orders are cancelled has deleted the account, and the next server cancels them', async () => {
    const email = 'crash@shop.example';
    const user = await buildTrader(market, email);
    await places(user, 'ask', 900);
    takesCancellations = false;
    expect((await deletes(user)).statusCode).toBe(200);
    takesCancellations = true;
    expect([await openOrdersOf(user.uid), await logsIn(email)]).toEqual([
      1,
      [401, 'INVALID_EMAIL_OR_PASSWORD'],
    ]);
    await aMinutePasses();
    expect(await nextRound()).toEqual([]);
    expect(await tablesWith(user.uid)).toEqual([]);
    await expectSoundMarket(market.database);
  });

  it('between two steps of a renaming has renamed nothing, and the next server does', async () => {
    const { pool } = market.database;
    const [user, partner] = await Promise.all([buildTrader(market), buildTrader(market)]);
    await places(user, 'ask', 210);
    await places(partner, 'buy', 210);
    await deletes(user);
    const before = await tablesWith(user.uid);
    await pool.query(
      `alter table trades add constraint unchanged check ('${user.uid}' in (seller_id, buyer_id)) not valid`,
    );
    expect(await nextRound()).toHaveLength(1);
    await pool.query('alter table trades drop constraint unchanged');
    expect(await tablesWith(user.uid)).toEqual(before);
    await expectSoundMarket(market.database);
    await aMinutePasses();
    expect(await nextRound()).toEqual([]);
    expect(await tablesWith(user.uid)).toEqual([]);
    await expectSoundMarket(market.database);
  });

  it('ends after a rebuild of the history, and holds up no alert in the meantime', async () => {
    const user = await buildTrader(market);
    await deletes(user);
    await aMinutePasses();
    const rebuild = await market.database.pool.connect();
    await rebuild.query('begin');
    await rebuild.query(
      'select from feed_readers where reader = any($1::text[]) order by reader for update',
      [[HISTORY_CONSUMER, ALERTS_CONSUMER]],
    );
    const errors = await nextRound().finally(async () => {
      await rebuild.query('commit');
      rebuild.release();
    });
    expect(errors).toEqual([]);
    expect(await tablesWith(user.uid)).toEqual(['departures']);
    expect(await nextRound()).toEqual([]);
    expect(await tablesWith(user.uid)).toEqual([]);
    await expectSoundMarket(market.database);
  });

  it('leaves an account erasure that two others finish concurrently', async () => {
    const user = await buildTrader(market);
    const asks = Array.from({ length: 120 }, () => command('ask', user.uid, 990));
    await Promise.all(asks.map((ask) => market.engine.submit(ask)));
    await deletes(user);
    await aMinutePasses();
    expect(await Promise.all([nextRound(), nextRound()])).toEqual([[], []]);
    expect(await tablesWith(user.uid)).toEqual([]);
    await expectSoundMarket(market.database);
  });
});

describe('the verification for an account deletion', () => {
  it('is the password', async () => {
    const email = 'proof@shop.example';
    const user = await signUp(market, email);
    for (const password of ['not this one', '', undefined]) {
      const answer = await user.post('/auth/account/delete', password === undefined ? {} : { password });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'INVALID_PASSWORD']);
    }
    expect((await logsIn(email))[0]).toBe(200);
    expect((await market.app.inject({ method: 'POST', url: '/api/auth/account/delete' })).statusCode).toBe(
      401,
    );
  });

  it('is a recent session where there is no password', async () => {
    const { pool } = market.database;
    const user = await signUp(market, 'github@shop.example');
    await pool.query('update identity_logins set password = null where user_id = $1', [user.uid]);
    const beginsSession = (ago: string) =>
      pool.query('update identity_sessions set created_at = now() - $2::interval where user_id = $1', [
        user.uid,
        ago,
      ]);
    await beginsSession('11 minutes');
    const refused = await user.post('/auth/account/delete');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'PASSWORD_MISSING']);
    await beginsSession('9 minutes');
    expect((await user.post('/auth/account/delete')).statusCode).toBe(200);
  });

  it('may be tried ten times in a session', async () => {
    const limited = await buildTestApp({ rateLimits: true });
    try {
      const user = await signUp(limited);
      for (let attempt = 0; attempt < 10; attempt += 1) {
        expect((await deletes(user, 'not this one')).statusCode).toBe(403);
      }
      const refused = await deletes(user);
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect((await user.get(`/getUserData/${user.uid}`)).statusCode).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('counts for nothing once the password has changed', async () => {
    const user = await signUp(market, 'late@shop.example');
    const holder = await market.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from identity_users where id = $1 for update', [user.uid]);
      const deleting = deletes(user);
      await expect.poll(() => countWaiting(market.database.healthPool)).toBe(1);
      await holder.query(`update identity_logins set password = password || 'x' where user_id = $1`, [
        user.uid,
      ]);
      await holder.query('commit');
      expect((await deleting).statusCode).toBe(401);
    } finally {
      holder.release();
    }
    expect(await tablesWith(user.uid)).toContain('identity_users');
  });
});
