import { randomUUID } from 'node:crypto';
import type { ShownNotification } from '@perkex/contract/notifications.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { AccountErasures } from '../src/accounts/account-erasures.js';
import type { Database } from '../src/database/connect.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { DEAL_NOTIFICATIONS } from '../src/deals/deal-notifications.js';
import { openOrderCanceller } from '../src/orders/cancel-open-orders.js';
import { readOutbox } from './identity/mail-reader.js';
import { buildProducts } from './market.js';
import { tradeWithDeal } from './market-deals.js';
import { buildTrader, PASSWORD, PUBLIC_URL, type TestUser, useMarket } from './test-app.js';

const NAME = 'Reported Runner';
const PATIENCE = { timeout: 30_000, interval: 20 };
const SIZES = ['8', '9', '10', '11'];

let database: Database;
const market = useMarket({ payments: { provider: 'play' } });
let trades = 0;

beforeAll(async () => {
  ({ database } = market);
  await buildProducts(database, [NAME], SIZES);
});

interface Dealt {
  readonly seller: TestUser;
  readonly buyer: TestUser;
  readonly key: DealKey;
}

/** The trade of two new users, taken by the buyer. Nothing is paid. */
async function deal(): Promise<Dealt> {
  const size = SIZES[trades++] ?? '';
  const [seller, buyer] = [await person('seller'), await person('buyer')];
  const key = await tradeWithDeal(market, { seller, buyer }, { name: NAME, size });
  return { seller, buyer, key };
}

async function person(role: string): Promise<TestUser> {
  const user = await buildTrader(market, `${role}${trades}@shop.example`);
  await database.pool.query('update identity_users set email_verified = true where id = $1', [user.uid]);
  return user;
}

const undo = ({ buyer, key }: Dealt) =>
  buyer.post('/deals/step', { deal: key.id, id: randomUUID(), version: 0, step: { type: 'undo' } });

async function newsOf(user: TestUser): Promise<ShownNotification[]> {
  const { notices } = (await user.get('/notices')).json<{ notices: ShownNotification[] }>();
  return notices.filter(({ kind }) => kind === 'deal');
}

async function jobsDone(): Promise<void> {
  await vi.waitFor(async () => {
    expect((await database.pool.query('select kind from jobs')).rows).toEqual([]);
  }, PATIENCE);
}

describe('a step of a deal', () => {
  it('notifies the party that it concerns, at the bell and by mail, with a link to the deal', async () => {
    const dealt = await deal();
    expect((await undo(dealt)).statusCode).toBe(200);
    await jobsDone();
    expect(await newsOf(dealt.buyer)).toEqual([]);
    expect(await newsOf(dealt.seller)).toMatchObject([
      {
        kind: 'deal',
        name: NAME,
        side: 'ask',
        price: 200,
        limit: 0,
        deal: { id: dealt.key.id, news: 'undone' },
      },
    ]);
    const mails = await readOutbox(market.outbox);
    const [mail] = mails.filter(({ headers }) => headers.get('to') === 'seller1@shop.example');
    expect(mail?.headers.get('subject')).toBe('PerkeX: The other side has undone the trade');
    expect(mail?.text).toContain(
      `Your sale of ${NAME} in size 8: The other side has undone the trade. Your order is placed again.`,
    );
    expect(mail?.text).toContain(`${PUBLIC_URL}/dashboard/orders/${dealt.key.id}`);
  });

  it('is read again by the other side, also where its own side gets no notification', async () => {
    const dealt = await deal();
    await database.pool.query('update accounts set is_house = true where user_id = $1', [dealt.seller.uid]);
    await undo(dealt);
    await jobsDone();
    const { rows } = await database.pool.query<{ changes: string }>('select changes::text from batches');
    const notified = rows.flatMap(({ changes }) => (changes.includes('notified') ? [changes] : []));
    expect(notified.join()).toContain(dealt.buyer.uid);
  });

  it('whose order the book refuses is reported to its user', async () => {
    const dealt = await deal();
    await database.pool.query('update accounts set payout = null where user_id = $1', [dealt.seller.uid]);
    await undo(dealt);
    await jobsDone();
    const news = (await newsOf(dealt.seller)).map(({ deal: of }) => of?.news);
    expect(news.sort()).toEqual(['order-refused', 'undone']);
  });

  it('is reported once, though its job runs again, and not to an erased user', async () => {
    const dealt = await deal();
    await undo(dealt);
    await jobsDone();
    await runAgain(dealt);
    expect(await newsOf(dealt.seller)).toHaveLength(1);
    expect((await dealt.seller.post('/auth/account/delete', { password: PASSWORD })).statusCode).toBe(200);
    await erase();
    await runAgain(dealt);
    const { rows } = await database.pool.query('select from notices where deal_id = $1', [dealt.key.id]);
    expect(rows).toHaveLength(0);
  });
});

/** Gives the trades of deleted accounts their pseudonyms. */
async function erase(): Promise<void> {
  const cancel = openOrderCanceller(database.pool, market.engine);
  const fail = (error: unknown) => {
    throw error;
  };
  await new AccountErasures(database.pool, cancel, fail).advance();
}

/** As after the end of a server that had not recorded yet that the job is done. */
async function runAgain({ key: { productId, id } }: Dealt): Promise<void> {
  const news = [{ to: 'seller', news: 'undone' } as const];
  const data = { productId, id, version: 1, atMs: Date.now(), news };
  await market.jobs.send(database.pool, { ...DEAL_NOTIFICATIONS, keyOf: () => randomUUID() }, data);
  await jobsDone();
}
