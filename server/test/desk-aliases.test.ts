import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@perkex/contract/calls.js';
import type { Journal } from '@perkex/contract/desk-journal.js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import { replaceSearchAliases } from '../src/products/search-aliases.js';
import { buildMember, problemOf } from './desk-market.js';
import { buildProducts } from './market.js';
import { buildTrader, type TestApp, type TestUser, useMarket } from './test-app.js';

const ADDRESS = '/desk/catalogue/aliases';

const market = useMarket({ payments: { provider: 'play' } });
/** A second server on the same database. */
const other = useMarket(() => ({ payments: { provider: 'play' }, database: market.database }));
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  ann = await buildMember(market, 'ann', 'admin');
  bob = await buildMember(market, 'bob', 'admin');
  await buildProducts(market.database, ['Foam RNNR Sand', 'Foam RNNR Onyx', 'Court Low']);
});

afterEach(() => replace([]));

function replace(aliases: readonly { readonly alias: string; readonly meaning: string }[]) {
  return transaction(market.database.pool, (tx) => replaceSearchAliases(tx, aliases, randomUUID));
}

const save = (by: TestUser, alias: string, meaning: string, before: string | null = null) =>
  by.post(`${ADDRESS}/save`, { alias, meaning, before });
const list = async (query = '') => (await ann.get(`${ADDRESS}${query}`)).json<CallAnswer<'deskAliases'>>();
const search = async (server: TestApp, text: string) => {
  await server.feed.poll();
  const answer = await server.app.inject({ url: `/api/search?q=${encodeURIComponent(text)}` });
  return answer.json<CallAnswer<'search'>>().products.map(({ name }) => name);
};

describe('the search aliases at the desk', () => {
  it('are added, changed and removed, for the search of every server at once', async () => {
    for (const server of [market, other]) {
      expect(await search(server, 'clog')).toEqual([]);
    }
    expect((await save(ann, ' Clóg ', 'Foam  RNNR')).json()).toEqual({ alias: 'clog', meaning: 'foam rnnr' });
    for (const server of [market, other]) {
      expect((await search(server, 'clog')).toSorted()).toEqual(['Foam RNNR Onyx', 'Foam RNNR Sand']);
    }
    expect((await save(bob, 'clog', 'foam rnnr sand', 'foam rnnr')).statusCode).toBe(200);
    for (const server of [market, other]) {
      expect(await search(server, 'clog')).toEqual(['Foam RNNR Sand']);
    }
    const removed = await ann.post(`${ADDRESS}/remove`, { alias: 'clog', before: 'foam rnnr sand' });
    expect([removed.statusCode, removed.body]).toEqual([200, 'The alias is removed.']);
    for (const server of [market, other]) {
      expect(await search(server, 'clog')).toEqual([]);
    }
    const { acts } = (await ann.get('/desk/journal?subject=alias%2Fclog')).json<Journal>();
    expect(acts.map(({ member, act, changes }) => [member, act, changes])).toEqual([
      ['ann', 'remove-alias', [{ name: 'meaning', before: 'foam rnnr sand', after: null }]],
      ['bob', 'edit-alias', [{ name: 'meaning', before: 'foam rnnr', after: 'foam rnnr sand' }]],
      ['ann', 'add-alias', [{ name: 'meaning', before: null, after: 'foam rnnr' }]],
    ]);
  });

  it('do not change under another admin, and count once however often they are sent', async () => {
    await save(ann, 'clog', 'foam rnnr');
    expect((await save(ann, 'clog', 'foam rnnr')).statusCode).toBe(200);
    expect(problemOf(await save(bob, 'clog', 'court low'))).toEqual([409, 'alias-changed']);
    expect(problemOf(await save(bob, 'clog', 'court low', 'sandal'))).toEqual([409, 'alias-changed']);
    const remove = (before: string) => bob.post(`${ADDRESS}/remove`, { alias: 'clog', before });
    expect(problemOf(await remove('sandal'))).toEqual([409, 'alias-changed']);
    expect((await list()).aliases).toEqual([{ alias: 'clog', meaning: 'foam rnnr' }]);
    expect([(await remove('foam rnnr')).statusCode, (await remove('foam rnnr')).statusCode]).toEqual([
      200, 200,
    ]);
    expect(problemOf(await save(bob, 'clog', 'court low', 'foam rnnr'))).toEqual([409, 'alias-changed']);
    expect((await list()).count).toBe(0);
  });

  it('are listed by a part of the alias or its meaning, the first 200', async () => {
    const many = Array.from({ length: 210 }, (_, index) => ({
      alias: `word ${index}`,
      meaning: 'court low',
    }));
    await replace([...many, { alias: '100%', meaning: 'foam rnnr' }]);
    const all = await list();
    expect([all.count, all.aliases.length, all.aliases[0]?.alias]).toEqual([211, 200, '100%']);
    expect((await list('?q=RNNR')).aliases).toEqual([{ alias: '100%', meaning: 'foam rnnr' }]);
    expect((await list('?q=%25')).count).toBe(1);
    expect((await list('?q=word%2020')).count).toBe(11);
  });

  it('are previewed with and without a change, which saves nothing', async () => {
    await replace([{ alias: 'clog', meaning: 'foam rnnr' }]);
    const preview = async (query: string) =>
      (await ann.get(`${ADDRESS}/preview?${query}`)).json<CallAnswer<'previewAlias'>>();
    const counts = async (query: string) => {
      const { now, tried } = await preview(query);
      return [now.readAs, now.count, tried.readAs, tried.count];
    };
    expect(await counts('text=clog%20onyx')).toEqual(['foam rnnr onyx', 1, 'foam rnnr onyx', 1]);
    expect(await counts('text=clog&alias=clog&meaning=court')).toEqual(['foam rnnr', 2, 'court', 1]);
    expect(await counts('text=clog&alias=clog')).toEqual(['foam rnnr', 2, 'clog', 0]);
    expect(await counts('text=slip&alias=Slip&meaning=Court%20Low')).toEqual(['slip', 0, 'court low', 1]);
    const { tried } = await preview('text=slip&alias=slip&meaning=court');
    expect(tried.products.map(({ name }) => name)).toEqual(['Court Low']);
    expect((await list()).aliases).toEqual([{ alias: 'clog', meaning: 'foam rnnr' }]);
  });

  it.each([
    ['nothing', '', 'court low'],
    ['spaces', '   ', 'court low'],
    ['a long alias', 'a'.repeat(61), 'court low'],
    ['a long meaning', 'clog', 'a'.repeat(61)],
    ['itself', 'Clog', 'clog'],
  ])('are not %s', async (_, alias, meaning) => {
    expect(problemOf(await save(ann, alias, meaning))).toEqual([422, 'invalid-body']);
    expect((await list()).count).toBe(0);
  });

  it('are at most 10,000', async () => {
    await market.database.pool.query(
      `insert into search_aliases select 'word ' || number, 'court low' from generate_series(1, 10000) as number`,
    );
    expect(problemOf(await save(ann, 'clog', 'foam rnnr'))).toEqual([409, 'too-many-aliases']);
    expect((await save(ann, 'word 7', 'foam rnnr', 'court low')).statusCode).toBe(200);
  });

  it('are not found by members of other roles and by users', async () => {
    const others = [await buildMember(market, 'dora', 'desk'), await buildTrader(market)];
    for (const user of others) {
      expect((await user.get(ADDRESS)).statusCode).toBe(404);
      expect((await save(user, 'clog', 'foam rnnr')).statusCode).toBe(404);
    }
    expect((await list()).count).toBe(0);
  });
});
