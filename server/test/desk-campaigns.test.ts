import { randomUUID } from 'node:crypto';
import type { Campaigns } from '@perkex/contract/campaigns.js';
import type { CampaignFields, DeskCampaign } from '@perkex/contract/desk-campaigns.js';
import type { DeskPicture } from '@perkex/contract/desk-catalogue.js';
import type { Journal } from '@perkex/contract/desk-journal.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, problemOf } from './desk-market.js';
import { buildProducts } from './market.js';
import { plainPicture } from './picture-server.js';
import { buildTrader, type TestApp, type TestUser, useMarket, useSoundMarket } from './test-app.js';
import { readPage, useWebBuild } from './web-build.js';
import { getByWire } from './wire.js';

const HOUR_MS = 60 * 60_000;
const START_MS = Date.now();
/** By which the clock of the second server has moved. */
let elapsedMs = 0;

const clock = { wallMs: () => START_MS + elapsedMs, steadyMs: () => elapsedMs };
const web = useWebBuild();
const market = useSoundMarket(async () => ({
  payments: { provider: 'play' },
  pages: await web.build(),
  clock,
}));
/** A second server on the same database. */
const other = useMarket(async () => ({
  payments: { provider: 'play' },
  pages: await web.build(),
  clock,
  database: market.database,
}));
let ann: TestUser;
let bob: TestUser;
let products: number[];

beforeAll(async () => {
  ann = await buildMember(market, 'ann', 'admin');
  bob = await buildMember(market, 'bob', 'admin');
  products = await buildProducts(market.database, ['Air Chosen', 'Air Also Chosen']);
});

afterEach(async () => {
  for (const { campaign, version } of await list()) {
    await ann.post('/desk/campaigns/remove', { campaign, version });
  }
});

const NOTHING: CampaignFields = {
  title: '',
  text: '',
  link: '',
  linkText: '',
  mood: 'night',
  picture: null,
  products: [],
};
const BANNER = {
  ...NOTHING,
  title: 'Autumn',
  text: 'New pairs',
  link: '/browse?q=air',
  linkText: 'See them',
};
const WORD = { ...NOTHING, text: 'We move house' };

interface Sent {
  readonly campaign: string;
  readonly version: number;
  readonly kind: DeskCampaign['kind'];
  readonly fields: CampaignFields;
  readonly startsAt: string;
  readonly endsAt: string;
}

const at = (ms: number) => new Date(START_MS + ms).toISOString();

function bodyOf(more: Partial<Sent> = {}): Sent {
  return {
    campaign: randomUUID(),
    version: 0,
    kind: 'banner',
    fields: BANNER,
    startsAt: at(elapsedMs),
    endsAt: at(elapsedMs + HOUR_MS),
    ...more,
  };
}

function save(by: TestUser, body: Sent): Promise<Response> {
  return by.post('/desk/campaigns/save', body);
}

async function saved(body: Sent): Promise<DeskCampaign> {
  const answer = await save(ann, body);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<DeskCampaign>();
}

async function list(): Promise<DeskCampaign[]> {
  const { campaigns } = (await ann.get('/desk/campaigns')).json<{ campaigns: DeskCampaign[] }>();
  return campaigns.filter(({ state }) => state !== 'ended');
}

async function chosenOn(server: TestApp): Promise<Campaigns> {
  const { campaigns } = readPage(await getByWire(server, '/')).firstScreen as { campaigns: Campaigns };
  const called = JSON.parse((await getByWire(server, '/api/home/campaigns')).body) as Campaigns;
  expect(called).toEqual(campaigns);
  return campaigns;
}

async function announcedAt(server: TestApp, path: string): Promise<boolean> {
  return (await getByWire(server, path)).body.includes('<p>We move house</p>');
}

async function errorsOf(body: Sent): Promise<unknown> {
  const answer = await save(ann, body);
  expect(problemOf(answer)).toEqual([422, 'invalid-campaign']);
  return answer.json<{ fields?: unknown }>().fields;
}

describe('a campaign', () => {
  it('is on Home of every server from its start to its end, however fresh the cached page is', async () => {
    const before = await chosenOn(other);
    expect(before).toEqual({ banners: [], featured: null });
    const body = bodyOf({ startsAt: at(elapsedMs + 3_000), endsAt: at(elapsedMs + 6_000) });
    const { campaign } = await saved(body);
    const { kind: _kind, ...row } = bodyOf({
      kind: 'featured',
      fields: { ...NOTHING, title: 'Chosen', products: [...products].reverse() },
      startsAt: body.startsAt,
      endsAt: body.endsAt,
    });
    await saved({ ...row, kind: 'featured' });
    await other.feed.poll();
    expect(await chosenOn(other)).toEqual(before);
    elapsedMs += 2_999;
    expect(await chosenOn(other)).toEqual(before);
    elapsedMs += 1;
    const { title, text, link, linkText, mood } = BANNER;
    expect(await chosenOn(other)).toEqual({
      banners: [{ id: campaign, title, text, link, linkText, mood, picture: null }],
      featured: {
        title: 'Chosen',
        products: [...products].reverse().map((id) => expect.objectContaining({ id, lowestAsk: 0 })),
      },
    });
    elapsedMs += 2_999;
    expect((await chosenOn(other)).banners).toHaveLength(1);
    elapsedMs += 1;
    expect(await chosenOn(other)).toEqual(before);
  });

  it('is on every page as an announcement, except at the desk, and ends there, too', async () => {
    const paths = ['/', '/help', `/product/${products[0]}`, '/login', '/dashboard/buying', '/product/999999'];
    const shownOn = async () => {
      const shown = await Promise.all(paths.map((path) => announcedAt(other, path)));
      expect(new Set(shown).size, String(shown)).toBe(1);
      return shown[0];
    };
    expect(await shownOn()).toBe(false);
    const body = bodyOf({ kind: 'announcement', fields: WORD, startsAt: at(elapsedMs + 1_000) });
    await saved({ ...body, endsAt: at(elapsedMs + 2_000) });
    await other.feed.poll();
    expect(await shownOn()).toBe(false);
    elapsedMs += 1_000;
    expect(await shownOn()).toBe(true);
    const desk = await market.app.inject({ url: '/desk', headers: { cookie: ann.cookie } });
    expect([desk.statusCode, desk.body.includes('announcement')]).toEqual([200, false]);
    elapsedMs += 1_000;
    expect(await shownOn()).toBe(false);
  });

  it('escapes the text of an announcement', async () => {
    await saved(bodyOf({ kind: 'announcement', fields: { ...NOTHING, text: '<b>&"' } }));
    await market.feed.poll();
    elapsedMs += 500;
    expect((await getByWire(market, '/help')).body).toContain('<p>&lt;b&gt;&amp;&quot;</p>');
  });

  it('that is changed or removed by one admin is seen at once, and refused to the other, who learns by whom', async () => {
    const body = bodyOf();
    await saved(body);
    const changed = { ...body, version: 1, fields: { ...BANNER, title: 'Winter' } };
    const answers = await Promise.all([
      save(ann, changed),
      save(bob, { ...changed, endsAt: at(2 * HOUR_MS + elapsedMs) }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409) as Response;
    expect(problemOf(refused)).toEqual([409, 'campaign-changed']);
    expect(refused.json<{ detail: string }>().detail).toMatch(/^(ann|bob) has changed this campaign/);
    await other.feed.poll();
    elapsedMs += 500;
    expect((await chosenOn(other)).banners.map(({ title }) => title)).toEqual(['Winter']);

    const removal = { campaign: body.campaign, version: 2 };
    expect((await bob.post('/desk/campaigns/remove', removal)).statusCode).toBe(200);
    expect((await bob.post('/desk/campaigns/remove', removal)).statusCode).toBe(200);
    const late = await ann.post('/desk/campaigns/remove', removal);
    expect(late.json<{ detail: string }>().detail).toBe('bob has removed this campaign in the meantime.');
    await other.feed.poll();
    elapsedMs += 500;
    expect((await chosenOn(other)).banners).toEqual([]);
    const journal = (await ann.get(`/desk/journal?subject=campaign/${body.campaign}`)).json<Journal>();
    expect(journal.acts.map(({ act }) => act)).toEqual([
      'remove-campaign',
      'edit-campaign',
      'create-campaign',
    ]);
  });

  it('that is sent twice exists once', async () => {
    const body = bodyOf();
    const answers = await Promise.all([save(ann, body), save(ann, body)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await list()).map(({ version }) => version)).toEqual([1]);
    const journal = (await ann.get(`/desk/journal?subject=campaign/${body.campaign}`)).json<Journal>();
    expect(journal.acts).toHaveLength(1);
  });

  it('has a picture, which stays as long as it is shown', async () => {
    const bytes = await plainPicture({ width: 160, height: 100, background: '#225' }).png().toBuffer();
    const content = bytes.toString('base64');
    const { key } = (await ann.post('/desk/catalogue/pictures', { content })).json<DeskPicture>();
    const { banner, picture } = await saved(bodyOf({ fields: { ...BANNER, picture: key } }));
    expect([picture?.key, banner?.picture?.width]).toEqual([key, 160]);
    const { pool } = market.database;
    await pool.query(`update ready_pictures set added_at = added_at - interval '30 days'`);
    await pool.query(`update jobs set run_at = now() where kind = 'delete-pictures'`);
    market.jobs.start();
    await expect
      .poll(async () => (await pool.query(`select from jobs where kind = 'delete-pictures'`)).rowCount)
      .toBe(0);
    await market.jobs.stop();
    expect((await list())[0]?.picture?.key).toBe(key);
    expect(await errorsOf(bodyOf({ fields: { ...BANNER, picture: 'a'.repeat(32) } }))).toEqual([
      { field: 'picture', error: 'it is no longer stored: add it again' },
    ]);
  });
});

describe('a campaign is refused', () => {
  it.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/desk',
    '/api/health',
    '/unknown',
    'javascript:alert(1)',
    'browse',
    '/browse\u0000',
    '/product/',
  ])('with the link %j', async (link) => {
    const answer = await save(ann, bodyOf({ fields: { ...BANNER, link } }));
    expect(answer.statusCode).toBe(422);
  });

  it('with missing, long or unknown values, by field', async () => {
    expect(await errorsOf(bodyOf({ fields: { ...NOTHING, title: 'x'.repeat(41), text: '  ' } }))).toEqual([
      { field: 'title', error: 'it may have at most 40 characters' },
      { field: 'text', error: 'write a sentence' },
      { field: 'linkText', error: 'enter the link text' },
      { field: 'link', error: 'it must be the path of a page of this market, such as /browse' },
    ]);
    const featured = { ...NOTHING, title: 'Chosen' };
    for (const [chosen, error] of [
      [[], 'choose at least one product'],
      [[products[0], products[0]], 'a product is listed twice'],
      [[999_999], 'there is no product 999999'],
    ] as const) {
      const fields = { ...featured, products: chosen as readonly number[] as number[] };
      expect(await errorsOf(bodyOf({ kind: 'featured', fields }))).toEqual([{ field: 'products', error }]);
    }
    for (const [endsAt, error] of [
      [at(elapsedMs), 'it must be after the start'],
      [at(elapsedMs + 400 * 24 * HOUR_MS), 'a campaign lasts at most 366 days'],
    ] as const) {
      expect(await errorsOf(bodyOf({ endsAt }))).toEqual([{ field: 'endsAt', error }]);
    }
    expect(await errorsOf(bodyOf({ startsAt: at(-HOUR_MS), endsAt: at(elapsedMs) }))).toEqual([
      { field: 'endsAt', error: 'it is already over' },
    ]);
    for (const body of [
      { ...bodyOf(), startsAt: 'tomorrow' },
      { ...bodyOf(), campaign: 'x' },
      { ...bodyOf(), kind: 'popup' },
      { ...bodyOf(), fields: { ...BANNER, html: '<b>' } },
    ]) {
      expect(problemOf(await ann.post('/desk/campaigns/save', body))).toEqual([422, 'invalid-body']);
    }
  });

  it('while as many of its kind are shown in its period as may be', async () => {
    const later = (from: number, to: number) => ({
      startsAt: at(elapsedMs + from * HOUR_MS),
      endsAt: at(elapsedMs + to * HOUR_MS),
    });
    for (const period of [later(0, 2), later(0, 4), later(3, 5), later(4, 6)]) {
      await saved(bodyOf(period));
    }
    await saved(bodyOf(later(0, 1)));
    const error = '3 others of this kind are shown at the same time in this period';
    expect(await errorsOf(bodyOf(later(0, 6)))).toEqual([{ field: 'startsAt', error }]);
    await saved(bodyOf(later(1, 3)));
    await saved(bodyOf({ ...later(0, 6), kind: 'announcement', fields: WORD }));
    expect(await errorsOf(bodyOf({ ...later(5, 7), kind: 'announcement', fields: WORD }))).toEqual([
      { field: 'startsAt', error: 'another one of this kind is shown in this period' },
    ]);
  });

  it('to everyone but admins, as if there were no such address', async () => {
    const trader = await buildTrader(market);
    const finance = await buildMember(market, 'fay', 'finance');
    for (const user of [trader, finance]) {
      expect(problemOf(await user.get('/desk/campaigns'))).toEqual([404, 'not-found']);
      expect(problemOf(await save(user, bodyOf()))).toEqual([404, 'not-found']);
      const removal = { campaign: randomUUID(), version: 1 };
      expect(problemOf(await user.post('/desk/campaigns/remove', removal))).toEqual([404, 'not-found']);
    }
    const removal = { campaign: randomUUID(), version: 1 };
    expect(problemOf(await ann.post('/desk/campaigns/remove', removal))).toEqual([404, 'unknown-campaign']);
    expect(problemOf(await save(ann, bodyOf({ version: 3 })))).toEqual([404, 'unknown-campaign']);
  });
});
