import { randomUUID } from 'node:crypto';
import type {
  DeskPicture,
  DeskProduct,
  ProductDraft,
  ProductFields,
} from '@perkex/contract/desk-catalogue.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import type { FetchTerms } from '../src/outbound/fetch-public.js';
import { saveOutcomes } from '../src/pictures/picture-rows.js';
import { buildMember, problemOf } from './desk-market.js';
import { buildProducts } from './market.js';
import { PICTURES_CERTIFICATE, type PictureServer, plainPicture, serverOf } from './picture-server.js';
import { buildTrader, type TestUser, useMarket, useSoundMarket } from './test-app.js';
import { useWebBuild } from './web-build.js';

/** Files of one width only, which take a third of the time. */
const SMALL = { width: 100, height: 125 };
const TERMS: FetchTerms = {
  ca: PICTURES_CERTIFICATE,
  resolve: async (host) => [host === 'inside.example' ? '10.0.0.1' : '127.0.0.1'],
  isAllowed: (address) => address === '127.0.0.1',
};

const EMPTY: ProductFields = {
  name: '',
  brand: '',
  model: '',
  nickname: '',
  colourway: '',
  styleCode: '',
  kind: '',
  sizes: '',
  retailPrice: '',
  releaseDate: '',
  tradesFrom: '',
  description: '',
};

const web = useWebBuild();
const market = useSoundMarket(async () => ({
  payments: { provider: 'play' },
  pages: await web.build(),
  fetchTerms: TERMS,
}));
/** A second server on the same database. */
const other = useMarket(async () => ({
  payments: { provider: 'play' },
  pages: await web.build(),
  database: market.database,
}));
let shop: PictureServer;
let ann: TestUser;
let bob: TestUser;
let photo: Buffer;

beforeAll(async () => {
  ann = await buildMember(market, 'ann', 'admin');
  bob = await buildMember(market, 'bob', 'admin');
  photo = await plainPicture({ ...SMALL, background: '#c22' })
    .jpeg()
    .toBuffer();
  shop = await serverOf({
    '/blue.png': await plainPicture({ ...SMALL, background: '#22c' })
      .png()
      .toBuffer(),
    '/page.jpg': Buffer.from('<!doctype html><script>alert(1)</script>'),
  });
});

afterAll(() => shop.close());

const upload = (content: Buffer) =>
  ann.post('/desk/catalogue/pictures', { content: content.toString('base64') });
const fetched = (name: string) =>
  ann.post('/desk/catalogue/pictures', { address: `https://pictures.example:${shop.port}/${name}` });

async function buildProduct(name: string): Promise<DeskProduct> {
  await buildProducts(market.database, [name]);
  const { rows } = await market.database.pool.query<{ id: number }>(
    'select id from products where name = $1',
    [name],
  );
  return read(rows[0]?.id ?? 0);
}

const read = async (id: number, user = ann) =>
  (await user.get(`/desk/catalogue/products/${id}`)).json<DeskProduct>();

function save(
  user: TestUser,
  { id, version, fields, pictures }: DeskProduct,
  changes: Partial<ProductFields>,
  keys = pictures.map(({ key }) => key),
): Promise<Response> {
  return user.post('/desk/catalogue/products/save', {
    id,
    version,
    fields: { ...fields, ...changes },
    pictures: keys,
  });
}

const NEW_HASH = 'ab'.repeat(16);
/** The effect of an import on a picture that has changed at its address. */
const refetch = (id: number, source: string) =>
  transaction(market.database.pool, (tx) =>
    saveOutcomes(tx, id, new Map([[source, { hash: NEW_HASH, width: 100, height: 125, placeholder: '' }]])),
  );

const draftBody = (fields: Partial<ProductFields>, more: object = {}) => ({
  draft: randomUUID(),
  version: 0,
  fields: { ...EMPTY, ...fields },
  pictures: [] as string[],
  ...more,
});
const saveDraft = (body: object, user = ann) => user.post('/desk/catalogue/drafts/save', body);
const publish = (draft: string, version = 1, user = ann) =>
  user.post('/desk/catalogue/drafts/publish', { draft, version });
const errorsOf = (answer: Response) => {
  const { fields } = answer.json<{ fields: { field: string; error: string }[] }>();
  return Object.fromEntries(fields.map(({ field, error }) => [field, error]));
};
const shown = async (id: number) =>
  (await market.app.inject(`/api/${id}`)).json<ProductDetail[]>()[0] as ProductDetail;
const acts = async (subject: string) =>
  (
    await market.database.pool.query<{ member: string; act: string; before: object; after: object }>(
      'select member, act, before, after from desk_acts where subject = $1 order by id',
      [subject],
    )
  ).rows;

describe('a published product', () => {
  it('is changed by the rules of an import, and visitors see it', async () => {
    const product = await buildProduct('Edit Runner');
    const changes = {
      brand: 'Nike',
      styleCode: 'AB-1',
      retailPrice: '119.50',
      sizes: `${product.fields.sizes} 15`,
    };
    const saved = await save(ann, product, changes);
    expect(saved.statusCode).toBe(200);
    expect(saved.json<DeskProduct>().fields).toMatchObject(changes);
    await expect
      .poll(() => shown(product.id))
      .toMatchObject({
        brand: 'Nike',
        styleCode: 'AB-1',
        retailPrice: 119.5,
        sizes: expect.arrayContaining(['15']),
      });
    expect(await acts(`product/${product.id}`)).toEqual([
      {
        member: 'ann',
        act: 'edit-product',
        before: {
          brand: 'Test',
          styleCode: '',
          retailPrice: '',
          sizes: product.fields.sizes,
        },
        after: changes,
      },
    ]);
  });

  it('loses a fact that a member empties, unlike in an import', async () => {
    const product = await buildProduct('Empty Runner');
    const full = (await save(ann, product, { styleCode: 'AB-2', nickname: 'Red' })).json<DeskProduct>();
    const emptied = (await save(ann, full, { nickname: '' })).json<DeskProduct>();
    expect(emptied.fields).toMatchObject({ styleCode: 'AB-2', nickname: '' });
  });

  it('that someone has changed in the meantime keeps what they have saved', async () => {
    const product = await buildProduct('Race Runner');
    expect((await save(ann, product, { brand: 'Nike' })).statusCode).toBe(200);
    expect(problemOf(await save(bob, product, { brand: 'Puma' }))).toEqual([409, 'product-changed']);
    expect(await read(product.id, bob)).toMatchObject({ fields: { brand: 'Nike' } });
    expect((await save(ann, product, { brand: 'Nike' })).statusCode).toBe(200);
    expect(await acts(`product/${product.id}`)).toHaveLength(1);
    expect(product.lastEdit).toBeNull();
    expect((await read(product.id, bob)).lastEdit?.by).toBe('ann');
  });

  it('that two members save at once has the change of one', async () => {
    const product = await buildProduct('Crowd Runner');
    const answers = await Promise.all(
      [ann, bob].map((user, index) => save(user, product, { brand: `Brand ${index}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('keeps its name, its sizes and the day since which it trades, and says so', async () => {
    const product = await buildProduct('Fixed Runner');
    const answer = await save(ann, product, { name: 'Other', sizes: '44', tradesFrom: '2999-01-01' });
    expect(problemOf(answer)).toEqual([422, 'invalid-product']);
    expect(errorsOf(answer)).toEqual({
      name: 'the name of a published product cannot change, because orders refer to it',
      sizes: expect.stringMatching(/^the sizes .* cannot be removed, because they may hold orders$/),
      tradesFrom: 'it is already traded, so this day cannot change',
    });
    expect(await read(product.id)).toEqual(product);
  });

  it('is refused with the sentences of an import, beside the fields', async () => {
    const product = await buildProduct('Wrong Runner');
    const wrong = {
      retailPrice: 'cheap',
      releaseDate: '2024-02-30',
      kind: 'cats',
      styleCode: 'x'.repeat(41),
      sizes: `${product.fields.sizes} x`,
    };
    expect(errorsOf(await save(ann, product, wrong))).toEqual({
      retailPrice: '"cheap" is not a retail price (dollars such as 120 or 119.50, at most 1000000)',
      releaseDate: '"2024-02-30" is not a release date (YYYY-MM-DD)',
      kind: '"cats" is not a kind (men, women, unisex, grade school, preschool, toddler)',
      styleCode: expect.stringContaining('must have at most 40 characters'),
      sizes: '"x" is not a shoe size',
    });
  });

  it('that does not exist is not found', async () => {
    expect(problemOf(await ann.get('/desk/catalogue/products/99999999'))).toEqual([404, 'unknown-product']);
    const product = await buildProduct('Gone Runner');
    expect(problemOf(await save(ann, { ...product, id: 99_999_999 }, {}))).toEqual([404, 'unknown-product']);
  });

  it('that is changed here is seen on another server, in search, lists and the site map', async () => {
    const product = await buildProduct('Distant Runner');
    const get = async (path: string) => (await other.app.inject(path)).body;
    const code = 'QX-77-ELSEWHERE';
    await get(`/api/search?q=${code}`);
    await get(`/api/${product.id}`);
    await get('/api/brands');
    await get('/sitemap-1.xml');
    await save(ann, product, { styleCode: code, brand: 'Farbrand' });
    await expect.poll(() => get(`/api/search?q=${code}`)).toContain('Distant Runner');
    await expect.poll(() => get(`/api/${product.id}`)).toContain(code);
    await expect.poll(() => get('/api/browse?brand=farbrand')).toContain('Distant Runner');
    const body = draftBody({ name: 'Distant Newcomer', sizes: '9' });
    await saveDraft(body);
    const { id } = (await publish(body.draft)).json<{ id: number }>();
    await expect.poll(() => get('/api/search?q=distant%20newcomer')).toContain('Distant Newcomer');
    await expect.poll(() => get('/sitemap-1.xml')).toContain(`/product/${id}<`);
  });
});

describe('pictures', () => {
  it('from a file and from an address are shown with the product', async () => {
    const product = await buildProduct('Picture Runner');
    const file = (await upload(photo)).json<DeskPicture>();
    const far = (await fetched('blue.png')).json<DeskPicture>();
    expect(file).toMatchObject({ source: 'upload', src: expect.stringMatching(/^\/pictures\/[\da-f]{32}-/) });
    expect((await market.app.inject(String(file.src))).statusCode).toBe(200);
    const saved = await save(ann, product, {}, [file.key, far.key]);
    expect(saved.json<DeskProduct>().thumbnail).toBe(file.src);
    await expect
      .poll(() => shown(product.id))
      .toMatchObject({ pictures: [{ src: file.src }, { src: far.src }] });
    const turned = await save(ann, saved.json<DeskProduct>(), {}, [far.key]);
    expect(turned.json<DeskProduct>()).toMatchObject({ thumbnail: far.src, pictures: [{ key: far.key }] });
    const without = await save(ann, turned.json<DeskProduct>(), {}, []);
    expect(without.json<DeskProduct>().thumbnail).toBe(`/drawings/${product.id}.svg`);
  });

  it('that an import has fetched again are not replaced by an earlier version of a form', async () => {
    const product = await buildProduct('Fetched Runner');
    const early = (await fetched('blue.png')).json<DeskPicture>();
    const first = (await save(ann, product, {}, [early.key])).json<DeskProduct>();
    await refetch(product.id, early.source);
    const stale = await save(ann, first, { brand: 'Nike' });
    expect(problemOf(stale)).toEqual([409, 'product-changed']);
    const now = await read(product.id);
    const saved = await save(ann, now, { brand: 'Nike' });
    expect(saved.json<DeskProduct>()).toMatchObject({ fields: { brand: 'Nike' }, pictures: now.pictures });
    expect(now.pictures[0]?.src).toContain(NEW_HASH);
  });

  it('of an import that the product no longer has are no errors of a form that is out of date', async () => {
    const product = await buildProduct('Imported Pictures Runner');
    const early = (await fetched('blue.png')).json<DeskPicture>();
    const first = (await save(ann, product, {}, [early.key])).json<DeskProduct>();
    const draft = {
      draft: randomUUID(),
      version: 0,
      base: { product: product.id, version: first.version },
      fields: first.fields,
      pictures: [early.key],
    };
    expect((await saveDraft(draft)).statusCode).toBe(200);
    // An import stores no picture but those of its products.
    await market.database.pool.query('delete from ready_pictures where key = $1', [early.key]);
    expect((await save(bob, first, {}, [])).statusCode).toBe(200);
    expect(problemOf(await save(ann, first, { brand: 'Nike' }))).toEqual([409, 'product-changed']);
    const { base: _base, ...later } = { ...draft, version: 1, fields: { ...first.fields, brand: 'Nike' } };
    expect(problemOf(await saveDraft(later))).toEqual([409, 'product-changed']);
    expect((await read(product.id)).fields.brand).toBe('Test');
  });

  it('of one address are there once', async () => {
    const product = await buildProduct('Once Fetched Runner');
    const early = (await fetched('blue.png')).json<DeskPicture>();
    const first = (await save(ann, product, {}, [early.key])).json<DeskProduct>();
    await refetch(product.id, early.source);
    const now = await read(product.id);
    const twice = await save(ann, now, {}, [...now.pictures.map(({ key }) => key), early.key]);
    expect(errorsOf(twice)).toEqual({ pictures: 'two pictures have the same address: remove one of them' });
    const back = await save(ann, now, {}, [early.key]);
    expect(back.json<DeskProduct>().thumbnail).toBe(first.thumbnail);
  });

  it.each([
    [
      'a file that is not a picture',
      () => upload(Buffer.from('<svg/>')),
      'it is not a JPEG, PNG, WebP or AVIF',
    ],
    [
      'a picture that is too small',
      async () => upload(await plainPicture({ width: 20, height: 20 }).png().toBuffer()),
      'it has only 20 × 20 pixels',
    ],
    ['a page', () => fetched('page.jpg'), 'it is not a JPEG, PNG, WebP or AVIF'],
    ['an address with nothing', () => fetched('nothing.jpg'), 'its server answered 404'],
    [
      'an address of the inner network',
      () => ann.post('/desk/catalogue/pictures', { address: 'https://inside.example/x.jpg' }),
      'inside.example is at 10.0.0.1, which is not a public address',
    ],
    [
      'an address without https',
      () => ann.post('/desk/catalogue/pictures', { address: 'http://pictures.example/x.jpg' }),
      'it is not an https:// address',
    ],
  ])('%s is refused with the reason', async (_what, ask, reason) => {
    const answer = await ask();
    expect(problemOf(answer)).toEqual([422, 'unusable-picture']);
    expect(answer.json()).toMatchObject({ detail: `This picture cannot be used: ${reason}.` });
  });

  it('that are too large, missing or unknown are refused', async () => {
    expect((await upload(Buffer.alloc(4_100_000))).statusCode).toBe(413);
    expect(problemOf(await ann.post('/desk/catalogue/pictures', {}))).toEqual([422, 'invalid-body']);
    const product = await buildProduct('Keyless Runner');
    const answer = await save(ann, product, {}, ['0'.repeat(32)]);
    expect(errorsOf(answer)).toEqual({ pictures: 'a picture is no longer stored: add it again' });
  });

  it('of nothing are deleted weeks later, those of drafts and products stay', async () => {
    const { pool } = market.database;
    const colours = ['#1a2', '#2b3', '#3c4'];
    const [unused, ofDraft, ofProduct] = await Promise.all(
      colours.map(async (background) => {
        const content = await plainPicture({ ...SMALL, background })
          .jpeg()
          .toBuffer();
        return (await upload(content)).json<DeskPicture>();
      }),
    );
    if (!unused || !ofDraft || !ofProduct) {
      throw new Error('A picture is missing.');
    }
    await saveDraft(draftBody({ name: 'Keeper' }, { pictures: [ofDraft.key] }));
    await save(ann, await buildProduct('Keeping Runner'), {}, [ofProduct.key]);
    await pool.query(`update ready_pictures set added_at = added_at - interval '30 days'`);
    await pool.query(`update jobs set run_at = now() where kind = 'delete-pictures'`);
    market.jobs.start();
    const stored = async ({ src }: DeskPicture) =>
      (await market.pictures.read(String(src).slice(10))) !== null;
    await expect.poll(() => stored(unused), { timeout: 10_000 }).toBe(false);
    await expect
      .poll(
        async () =>
          (await pool.query(`select from jobs where kind = 'delete-pictures' and run_at <= now()`)).rowCount,
      )
      .toBe(0);
    expect([await stored(ofDraft), await stored(ofProduct)]).toEqual([true, true]);
    await market.jobs.stop();
  });
});

describe('a draft of changes', () => {
  const change = ({ id, version, fields, pictures }: DeskProduct, changes: Partial<ProductFields>) => ({
    draft: randomUUID(),
    version: 0,
    base: { product: id, version },
    fields: { ...fields, ...changes },
    pictures: pictures.map(({ key }) => key),
  });

  it('is beside its product until it is published, and previewed as visitors will see it', async () => {
    const product = await buildProduct('Beside Runner');
    const trader = await buildTrader(market);
    await trader.post('/ask', { id: randomUUID(), name: 'Beside Runner', price: 100, size: '9' });
    const before = await shown(product.id);
    const body = change(product, { brand: 'Nike', retailPrice: '99' });
    const saved = (await saveDraft(body)).json<ProductDraft>();
    expect(saved).toMatchObject({ errors: [], base: { product: product.id, isCurrent: true, trades: true } });
    expect(await shown(product.id)).toEqual(before);
    expect((await read(product.id, bob)).draft).toMatchObject({ draft: body.draft, lastEdit: { by: 'ann' } });
    const published = await publish(body.draft, 1, bob);
    expect(published.json()).toEqual({ id: product.id });
    await expect.poll(() => shown(product.id)).toMatchObject({ brand: 'Nike', retailPrice: 99 });
    expect({ ...saved.preview, id: product.id }).toEqual(await shown(product.id));
    expect((await publish(body.draft, 1, bob)).json()).toEqual({ id: product.id });
    expect((await read(product.id)).draft).toBeNull();
    expect(await acts(`product/${product.id}`)).toEqual([
      {
        member: 'bob',
        act: 'publish-draft',
        before: { brand: 'Test', retailPrice: '' },
        after: { brand: 'Nike', retailPrice: '99' },
      },
    ]);
  });

  it('is not published over a change that its member has not seen, and continues from there', async () => {
    const product = await buildProduct('Overtaken Runner');
    const body = change(product, { nickname: 'Red' });
    await saveDraft(body);
    await save(bob, product, { brand: 'Puma' });
    expect(problemOf(await publish(body.draft))).toEqual([409, 'product-changed']);
    expect((await ann.get(`/desk/catalogue/drafts/${body.draft}`)).json()).toMatchObject({
      base: { isCurrent: false, fields: { brand: 'Test' } },
    });
    const now = await read(product.id);
    const fields = { ...now.fields, nickname: 'Red' };
    const stale = await saveDraft({ ...body, version: 1, fields });
    expect(problemOf(stale)).toEqual([409, 'product-changed']);
    const base = { product: now.id, version: now.version };
    expect((await saveDraft({ ...body, version: 1, fields, base })).statusCode).toBe(200);
    expect((await publish(body.draft, 2)).statusCode).toBe(200);
    expect((await read(product.id)).fields).toMatchObject({ brand: 'Puma', nickname: 'Red' });
  });

  it('is the only one of its product, and of two admins who publish or discard it, one wins', async () => {
    const product = await buildProduct('Single Runner');
    const [one, other] = [change(product, { brand: 'A' }), change(product, { brand: 'B' })];
    const begun = await Promise.all([saveDraft(one), saveDraft(other, bob)]);
    expect(begun.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const draft = begun[0]?.statusCode === 200 ? one.draft : other.draft;
    const answers = await Promise.all([
      publish(draft),
      bob.post('/desk/catalogue/drafts/discard', { draft, version: 1 }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await read(product.id)).draft).toBeNull();
  });

  it('keeps what a published product keeps, and needs a product', async () => {
    const product = await buildProduct('Rigid Runner');
    const body = change(product, { name: 'Other', sizes: '44' });
    const { errors } = (await saveDraft(body)).json<ProductDraft>();
    expect(errors.map(({ field }) => field)).toEqual(['name', 'sizes']);
    expect(problemOf(await publish(body.draft))).toEqual([422, 'invalid-product']);
    const nowhere = change({ ...product, id: 99_999_999 }, {});
    expect(problemOf(await saveDraft(nowhere))).toEqual([404, 'unknown-product']);
  });
});

describe('a draft', () => {
  it('may have errors, is shown to no visitor, and becomes a product', async () => {
    const body = draftBody({ name: 'Draft Runner', retailPrice: 'x' });
    const saved = (await saveDraft(body)).json<ProductDraft>();
    expect(saved).toMatchObject({ draft: body.draft, version: 1, productId: null, preview: null });
    expect(saved.lastEdit.by).toBe('ann');
    expect(saved.errors.map(({ field }) => field).sort()).toEqual(['retailPrice', 'sizes']);
    expect(problemOf(await publish(body.draft))).toEqual([422, 'invalid-product']);
    const { key, src } = (await upload(photo)).json<DeskPicture>();
    const fields = { ...body.fields, retailPrice: '120', sizes: '9 8.5 10', kind: 'men' };
    const ready = await saveDraft({ ...body, version: 1, fields, pictures: [key] }, bob);
    expect(ready.json()).toMatchObject({ version: 2, errors: [], lastEdit: { by: 'bob' } });
    const found = async () => (await market.app.inject('/api/search?q=draft%20runner')).body;
    const listed = async () => (await market.app.inject('/api/')).body;
    expect(await found()).not.toContain('Draft Runner');
    expect(await listed()).not.toContain('Draft Runner');
    const published = await publish(body.draft, 2);
    const { id } = published.json<{ id: number }>();
    await expect.poll(found).toContain('Draft Runner');
    const visible = await shown(id);
    expect(visible).toMatchObject({
      name: 'Draft Runner',
      retailPrice: 120,
      sizes: ['8.5', '9', '10'],
      kind: 'men',
      pictures: [{ src }],
      thumbnail: src,
    });
    expect({ ...ready.json<ProductDraft>().preview, id }).toEqual(visible);
    expect((await publish(body.draft, 2)).json()).toEqual({ id });
    const { drafts } = (await ann.get('/desk/catalogue/drafts')).json<{ drafts: { draft: string }[] }>();
    expect(drafts.map(({ draft }) => draft)).not.toContain(body.draft);
    expect(problemOf(await saveDraft({ ...body, version: 3 }))).toEqual([409, 'draft-changed']);
    expect((await acts(`draft/${body.draft}`)).map(({ member, act }) => [member, act])).toEqual([
      ['ann', 'create-draft'],
      ['bob', 'edit-draft'],
    ]);
    expect(await acts(`product/${id}`)).toMatchObject([{ member: 'ann', act: 'publish-draft' }]);
    const trader = await buildTrader(market);
    const order = { id: randomUUID(), name: 'Draft Runner', price: 100, size: '9' };
    expect((await trader.post('/ask', order)).statusCode).toBe(200);
  });

  it('with the name of a product is refused, and of two with one name the first wins', async () => {
    await buildProduct('Taken Runner');
    const body = draftBody({ name: 'Taken Runner', sizes: '9' });
    expect((await saveDraft(body)).json<ProductDraft>().errors).toEqual([
      { field: 'name', error: 'a product with the name "Taken Runner" already exists' },
    ]);
    expect(errorsOf(await publish(body.draft))).toEqual({
      name: 'a product with the name "Taken Runner" already exists',
    });
    const twins = [draftBody({ name: 'Twin', sizes: '9' }), draftBody({ name: 'Twin', sizes: '9' })];
    for (const twin of twins) {
      await saveDraft(twin);
    }
    const answers = await Promise.all(twins.map(({ draft }) => publish(draft)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  it('that is sent again exists once, and one that another admin has changed is not overwritten', async () => {
    const body = draftBody({ name: 'Once Runner' });
    const answers = await Promise.all([saveDraft(body), saveDraft(body)]);
    expect(answers.map((answer) => answer.json<ProductDraft>().version)).toEqual([1, 1]);
    await saveDraft({ ...body, version: 1, fields: { ...body.fields, brand: 'Nike' } }, bob);
    const late = await saveDraft({ ...body, version: 1, fields: { ...body.fields, brand: 'Puma' } });
    expect(problemOf(late)).toEqual([409, 'draft-changed']);
    expect(late.json()).toMatchObject({ detail: expect.stringMatching(/^bob has changed this draft/) });
    expect((await ann.get(`/desk/catalogue/drafts/${body.draft}`)).json()).toMatchObject({
      fields: { brand: 'Nike' },
    });
  });

  it('is deleted once, and is unknown afterwards', async () => {
    const body = draftBody({ name: 'Short Runner' });
    await saveDraft(body);
    const discard = (version: number) =>
      ann.post('/desk/catalogue/drafts/discard', { draft: body.draft, version });
    expect(problemOf(await discard(0))).toEqual([409, 'draft-changed']);
    expect((await discard(1)).statusCode).toBe(200);
    expect((await discard(1)).statusCode).toBe(200);
    expect(problemOf(await ann.get(`/desk/catalogue/drafts/${body.draft}`))).toEqual([404, 'unknown-draft']);
    expect(problemOf(await publish(body.draft, 2))).toEqual([409, 'draft-changed']);
    expect(problemOf(await publish(randomUUID()))).toEqual([404, 'unknown-draft']);
  });
});
