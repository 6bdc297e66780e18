import { randomUUID } from 'node:crypto';
import type { DeskPicture, DeskProduct } from '@perkex/contract/desk-catalogue.js';
import type { CatalogueImport, ImportPreview } from '@perkex/contract/desk-imports.js';
import type { Journal } from '@perkex/contract/desk-journal.js';
import { largestWidth, pictureName } from '@perkex/contract/pictures.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import type { FetchTerms } from '../src/outbound/fetch-public.js';
import { revokeRole } from '../src/users/members.js';
import { buildMember, problemOf } from './desk-market.js';
import { buildProducts } from './market.js';
import { PICTURES_CERTIFICATE, type PictureServer, plainPicture, serverOf } from './picture-server.js';
import { type TestUser, useSoundMarket } from './test-app.js';

const TERMS: FetchTerms = {
  ca: PICTURES_CERTIFICATE,
  resolve: async () => ['127.0.0.1'],
  isAllowed: (address) => address === '127.0.0.1',
};
const PATIENCE = { timeout: 20_000 };
const HEADER = 'Name,Brand,Retail Price,Release Date,Sizes,Style Code,Pictures';

const market = useSoundMarket({ payments: { provider: 'play' }, fetchTerms: TERMS });
let shop: PictureServer;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  market.jobs.start();
  ann = await buildMember(market, 'ann', 'admin');
  bob = await buildMember(market, 'bob', 'admin');
  const blue = plainPicture({ width: 100, height: 125, background: '#22c' });
  shop = await serverOf({ '/blue.png': await blue.png().toBuffer() });
});

afterAll(() => shop.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const fileOf = (...rows: readonly string[]) => base64([HEADER, ...rows].join('\n'));
const preview = (content: string) => ann.post('/desk/catalogue/imports/preview', { content });
const seen = async (content: string) => (await preview(content)).json<ImportPreview>();
const importFile = (content: string, name: string, id: string = randomUUID(), user = ann) =>
  user.post('/desk/catalogue/imports', { import: id, fileName: 'spring.csv', content, preview: name });
/** Imports a file that was previewed just now. */
async function importNow(...rows: readonly string[]): Promise<CatalogueImport> {
  const content = fileOf(...rows);
  const answer = await importFile(content, (await seen(content)).preview);
  expect(answer.statusCode).toBe(200);
  return answer.json<CatalogueImport>();
}
const undo = (id: string, user = ann) => user.post('/desk/catalogue/imports/undo', { import: id });

async function buildProduct(name: string): Promise<DeskProduct> {
  await buildProducts(market.database, [name], ['8', '9']);
  return read(name);
}

async function idOf(name: string): Promise<number> {
  const { rows } = await market.database.pool.query<{ id: number }>(
    'select id from products where name = $1',
    [name],
  );
  return rows[0]?.id ?? 0;
}

const read = async (name: string) =>
  (await ann.get(`/desk/catalogue/products/${await idOf(name)}`)).json<DeskProduct>();
const save = ({ id, version, fields, pictures }: DeskProduct, changes: object) =>
  ann.post('/desk/catalogue/products/save', {
    id,
    version,
    fields: { ...fields, ...changes },
    pictures: pictures.map(({ key }) => key),
  });

describe('the preview of a catalogue file', () => {
  it('shows what is new, what changes from what to what, and what stays, and changes nothing', async () => {
    const known = await buildProduct('File Runner');
    const { fields } = known;
    const same = `${fields.name},${fields.brand},,,8 9,,`;
    expect(await seen(fileOf(same))).toMatchObject({ unchanged: 1, changed: { count: 0 } });
    const content = fileOf('File Runner,Nike,120,,8 9 10,AB-1,', 'File Newcomer,Nike,,,10 9,,');
    expect(await seen(content)).toEqual({
      preview: expect.stringMatching(/^[\da-f]{32}$/),
      created: { count: 1, rows: [{ line: 3, name: 'File Newcomer', sizes: ['9', '10'] }] },
      changed: {
        count: 1,
        rows: [
          {
            line: 2,
            name: 'File Runner',
            changes: [
              { field: 'brand', from: 'Test', to: 'Nike' },
              { field: 'retail price', from: '', to: '120' },
              { field: 'style code', from: '', to: 'AB-1' },
            ],
            newSizes: ['10'],
          },
        ],
      },
      hidden: { count: 0, rows: [] },
      unchanged: 0,
      bad: { count: 0, rows: [] },
      ignoredColumns: [],
    });
    expect(await read('File Runner')).toEqual(known);
    expect(await idOf('File Newcomer')).toBe(0);
  });

  it('names 50 of 500 bad rows with their lines and reasons, and their number', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `Bad ${index},Nike,cheap,,x,,photos/1.jpg`);
    const { bad, created } = await seen(fileOf(...rows, 'Good,Nike,,,9,,'));
    expect(bad.count).toBe(500);
    expect(bad.rows).toHaveLength(50);
    expect(bad.rows[0]).toEqual({
      line: 2,
      errors: [
        '"cheap" is not a retail price (dollars such as 120 or 119.50, at most 1000000)',
        '"x" is not a shoe size',
      ],
    });
    expect(created.count).toBe(1);
    const withFile = await seen(fileOf('With File,Nike,,,9,,photos/1.jpg'));
    expect(withFile.bad.rows).toEqual([
      {
        line: 2,
        errors: ['the picture "photos/1.jpg" is a file: add it on the page of its product'],
      },
    ]);
  });

  it.each([
    ['no table', base64('<html>'), 'The file: the header has no column'],
    ['an empty file', '', 'The file is empty'],
    ['a file with semicolons', base64('Name;Brand\nA;B'), 'Values are separated by commas.'],
    [
      'too many rows',
      base64(`${HEADER}\n${'A,B,,,9,,\n'.repeat(5_001)}`),
      'The file has more than 5000 rows.',
    ],
  ])('of %s says why not', async (_what, content, reason) => {
    const answer = await preview(content);
    expect(problemOf(answer)).toEqual([422, 'unreadable-catalogue']);
    expect(answer.json<{ detail: string }>().detail).toContain(reason);
  });

  it('stays small, whatever the file', async () => {
    const junk = 'x '.repeat(100_000);
    const answer = await preview(
      base64(
        `${HEADER},${'z'.repeat(100_000)}\nA,B,,,${junk},,,\nB,B,,,9,,${junk},\nC,B,,,${'9 '.repeat(100_000)},,,\n`,
      ),
    );
    expect(answer.body.length).toBeLessThan(5_000);
    expect(answer.json<ImportPreview>().bad.rows[0]?.errors).toEqual(['it lists more than 1000 sizes']);
  });

  it('of a file that is too large is refused', async () => {
    expect((await preview(base64('x'.repeat(1_100_000)))).statusCode).toBe(413);
  });
});

describe('an import', () => {
  it('does what its preview has shown, once, and visitors find it', async () => {
    await buildProduct('Import Runner');
    const content = fileOf('Import Runner,Nike,120,,8 9,AB-2,', 'Import Newcomer,Nike,,,9,IN-7,');
    const { preview: name } = await seen(content);
    const id = randomUUID();
    const answers = await Promise.all([importFile(content, name, id), importFile(content, name, id)]);
    for (const answer of answers) {
      expect(answer.json()).toMatchObject({
        import: id,
        fileName: 'spring.csv',
        created: 1,
        changed: 1,
        importedBy: 'ann',
        undoneBy: null,
      });
    }
    expect(await read('Import Runner')).toMatchObject({
      fields: { brand: 'Nike', styleCode: 'AB-2', retailPrice: '120' },
      lastEdit: { by: 'ann' },
    });
    await expect
      .poll(async () => (await market.app.inject('/api/search?q=IN-7')).body)
      .toContain('Import Newcomer');
    const { imports } = (await bob.get('/desk/catalogue/imports')).json<{ imports: CatalogueImport[] }>();
    expect(imports.filter(({ import: each }) => each === id)).toHaveLength(1);
  });

  it('with a bad row, another file or a changed catalogue imports nothing', async () => {
    const bad = fileOf('Half Runner,Nike,,,9,,', 'Half Other,Nike,,,x,,');
    expect(problemOf(await importFile(bad, (await seen(bad)).preview))).toEqual([422, 'bad-rows']);
    const content = fileOf('Half Runner,Nike,,,9,,');
    const { preview: name } = await seen(content);
    const other = fileOf('Half Runner,Nike,,,9 10,,');
    expect(problemOf(await importFile(other, name))).toEqual([409, 'catalogue-changed']);
    expect(await idOf('Half Runner')).toBe(0);
    const product = await buildProduct('Half Known');
    const change = fileOf('Half Known,Nike,,,8 9,,');
    const { preview: before } = await seen(change);
    expect((await save(product, { brand: 'Puma' })).statusCode).toBe(200);
    expect(problemOf(await importFile(change, before))).toEqual([409, 'catalogue-changed']);
    expect((await read('Half Known')).fields.brand).toBe('Puma');
  });

  it('of two members who import at once is done by one', async () => {
    const content = fileOf('Crowd Import,Nike,,,9,,');
    const { preview: name } = await seen(content);
    const answers = await Promise.all([
      importFile(content, name),
      importFile(content, name, randomUUID(), bob),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('fetches the pictures of its addresses afterwards', async () => {
    const address = `https://pictures.example:${shop.port}`;
    await importNow(`Picture Import,Nike,,,9,,${address}/blue.png ${address}/none.png`);
    await expect
      .poll(async () => (await read('Picture Import')).pictures, { timeout: 20_000 })
      .toMatchObject([
        { src: expect.stringMatching(/^\/pictures\//), failure: null },
        { src: null, failure: 'its server answered 404' },
      ]);
    const [product] = (await market.app.inject(`/api/${await idOf('Picture Import')}`)).json<
      ProductDetail[]
    >();
    expect(product?.thumbnail).toMatch(/^\/pictures\//);
  });

  it('fetches pictures that could not be stored for some time, and says so in the end', async () => {
    const { pool } = market.database;
    const storing = vi.spyOn(market.pictures, 'write').mockRejectedValue(new Error('The disk is full.'));
    const attempts = async () =>
      (await pool.query(`select attempts from jobs where kind = 'fetch-pictures'`)).rows[0]?.attempts;
    const retryAfter = (count: number) =>
      pool.query(`update jobs set attempts = $1, run_at = now() where kind = 'fetch-pictures'`, [count]);
    const address = `https://pictures.example:${shop.port}/blue.png`;
    await importNow(`Late Import,Nike,,,9,,${address}`, `Lost Import,Nike,,,9,,${address}`);
    await expect.poll(attempts, PATIENCE).toBe(1);
    await expect.poll(() => storing.mock.calls.length, PATIENCE).toBeGreaterThan(0);
    await retryAfter(700);
    await expect.poll(attempts, PATIENCE).toBe(701);
    await retryAfter(739);
    await expect.poll(attempts, PATIENCE).toBeUndefined();
    storing.mockRestore();
    const failed = [{ src: null, failure: 'it could not be fetched and stored' }];
    expect((await read('Lost Import')).pictures).toMatchObject(failed);
    expect((await read('Late Import')).pictures).toMatchObject(failed);
  });

  it('by a member whose role has ended is not found, and imports nothing', async () => {
    const eve = await buildMember(market, 'eve', 'admin');
    const content = fileOf('Revoked Import,Nike,,,9,,');
    const { preview: name } = await seen(content);
    await transaction(market.database.pool, (tx) => revokeRole(tx, 'eve', 'test'));
    expect(problemOf(await importFile(content, name, randomUUID(), eve))).toEqual([404, 'not-found']);
    expect(await idOf('Revoked Import')).toBe(0);
  });
});

describe('undoing an import', () => {
  it('gives products their earlier values once, and hides new ones; new sizes stay', async () => {
    const product = await buildProduct('Undo Runner');
    const photo = await plainPicture({ width: 100, height: 125 }).jpeg().toBuffer();
    const { key } = (
      await ann.post('/desk/catalogue/pictures', { content: photo.toString('base64') })
    ).json<DeskPicture>();
    const { id, version, fields } = product;
    const full = { ...fields, nickname: 'Red', retailPrice: '99' };
    await ann.post('/desk/catalogue/products/save', { id, version, fields: full, pictures: [key] });
    const before = await read('Undo Runner');
    const done = await importNow(
      `Undo Runner,Nike,120,2024-01-02,8 9 10,AB-3,https://pictures.example:${shop.port}/blue.png`,
      'Undo Newcomer,Nike,,,9,,',
    );
    expect((await read('Undo Runner')).fields).toMatchObject({ brand: 'Nike', nickname: 'Red' });
    expect((await undo(done.import, bob)).json()).toEqual({ undone: 1, hidden: 1, left: 0 });
    const after = await read('Undo Runner');
    expect(after.fields).toEqual({ ...before.fields, sizes: '8 9 10' });
    expect([after.pictures, after.thumbnail]).toEqual([before.pictures, before.thumbnail]);
    expect((await read('Undo Newcomer')).hidden).toMatchObject({ by: 'bob', mergedInto: null });
    expect(problemOf(await undo(done.import))).toEqual([409, 'already-undone']);
    expect(problemOf(await undo(randomUUID()))).toEqual([404, 'unknown-import']);
  });

  it('hides a new product until a corrected import of its name, whose undo hides it again', async () => {
    const isFound = async () =>
      (await market.app.inject('/api/search?q=Corrected')).body.includes('Corrected Runner');
    const hidden = async () => (await read('Corrected Runner')).hidden;
    const wrong = await importNow('Corrected Runner,Nike,120,,8 9,,');
    await undo(wrong.import);
    await expect.poll(isFound).toBe(false);
    expect(await seen(fileOf('Corrected Runner,Nike,120,,8 9,,'))).toMatchObject({
      changed: {
        count: 1,
        rows: [{ changes: [{ field: 'visibility', from: 'hidden', to: 'shown again' }] }],
      },
      hidden: { count: 0 },
    });
    const corrected = await importNow('Corrected Runner,Puma,130,,8 9 10,,');
    expect(corrected).toMatchObject({ created: 0, changed: 1 });
    expect(await hidden()).toBeNull();
    await expect.poll(isFound).toBe(true);
    const { rows } = await market.database.pool.query(
      'select count(*)::int from books where product_id = $1 and is_closed',
      [await idOf('Corrected Runner')],
    );
    expect(rows).toEqual([{ count: 0 }]);
    const { acts } = (
      await ann.get(`/desk/journal?subject=product/${await idOf('Corrected Runner')}`)
    ).json<Journal>();
    expect(acts[0]).toMatchObject({
      act: 'import-products',
      changes: expect.arrayContaining([{ name: 'hidden', before: 'true', after: 'false' }]),
    });
    expect((await undo(corrected.import)).json()).toEqual({ undone: 1, hidden: 1, left: 0 });
    expect(await hidden()).not.toBeNull();
    expect((await read('Corrected Runner')).fields.brand).toBe('Nike');
  });

  it('leaves a product hidden that an admin has hidden since, and the next import names it', async () => {
    const done = await importNow('Kept Hidden,Nike,120,,8 9,,');
    const id = await idOf('Kept Hidden');
    await ann.post('/desk/catalogue/products/hide', { id, isHidden: true });
    expect((await undo(done.import, bob)).json()).toEqual({ undone: 0, hidden: 0, left: 1 });
    expect(await seen(fileOf('Kept Hidden,Puma,120,,8 9,,'))).toMatchObject({
      changed: { count: 1 },
      hidden: { count: 1, rows: [{ line: 2, name: 'Kept Hidden' }] },
    });
    await importNow('Kept Hidden,Puma,120,,8 9,,');
    expect(await read('Kept Hidden')).toMatchObject({ fields: { brand: 'Puma' }, hidden: { by: 'ann' } });
  });

  it('fetches pictures again whose files were deleted, and draws a product whose picture came from a file', async () => {
    const { pool } = market.database;
    const address = `https://pictures.example:${shop.port}`;
    const photo = await plainPicture({ width: 100, height: 125 }).jpeg().toBuffer();
    const { key } = (
      await ann.post('/desk/catalogue/pictures', { content: photo.toString('base64') })
    ).json<DeskPicture>();
    const { id, version, fields } = await buildProduct('Drawn Runner');
    await ann.post('/desk/catalogue/products/save', { id, version, fields, pictures: [key] });
    await importNow(`Fetched Runner,Nike,120,,9,,${address}/blue.png`);
    const picture = async (name: string) => (await read(name)).pictures[0];
    const isSettled = async (name: string) => {
      const { src = null, failure = null } = (await picture(name)) ?? {};
      return src !== null || failure !== null;
    };
    await expect.poll(() => isSettled('Fetched Runner'), PATIENCE).toBe(true);
    const done = await importNow(
      `Fetched Runner,Nike,120,,9,,${address}/none.png`,
      `Drawn Runner,Test,,,8 9,,${address}/none.png`,
    );
    await expect.poll(() => isSettled('Fetched Runner'), PATIENCE).toBe(true);
    await expect.poll(() => isSettled('Drawn Runner'), PATIENCE).toBe(true);
    const { rows } = await pool.query<{ hash: string; width: number }>(
      `select picture->>'hash' as hash, (picture->>'width')::int as width
       from desk_acts cross join lateral jsonb_array_elements(before->'pictures') as picture
       where act = 'import-products' and subject = any($1)`,
      [[`product/${id}`, `product/${await idOf('Fetched Runner')}`]],
    );
    const files = rows.map(({ hash, width }) => pictureName(hash, largestWidth(width), 'jpg'));
    expect(files).toHaveLength(2);
    for (const file of files) {
      await market.pictures.remove(file);
    }
    expect((await undo(done.import)).json()).toEqual({ undone: 2, hidden: 0, left: 0 });
    await expect
      .poll(async () => (await read('Drawn Runner')).pictures, PATIENCE)
      .toMatchObject([{ src: null, failure: 'its file is no longer stored' }]);
    expect((await read('Drawn Runner')).thumbnail).not.toMatch(/^\/pictures\//);
    await expect
      .poll(async () => Promise.all(files.map((file) => market.pictures.has(file))), PATIENCE)
      .toContain(true);
    expect(await picture('Fetched Runner')).toMatchObject({
      src: expect.stringMatching(/^\/pictures\//),
      failure: null,
    });
  });

  it('leaves a new product that was merged into another one since', async () => {
    const { id: into } = await buildProduct('Merge Runner');
    const done = await importNow('Merge Newcomer,Nike,120,,8 9,,');
    const id = await idOf('Merge Newcomer');
    expect((await ann.post('/desk/catalogue/products/merge', { id, into })).statusCode).toBe(200);
    expect((await undo(done.import, bob)).json()).toEqual({ undone: 0, hidden: 0, left: 1 });
    expect((await read('Merge Newcomer')).hidden).toMatchObject({ by: 'ann', mergedInto: { id: into } });
  });

  it('leaves products that were edited since', async () => {
    await buildProduct('Later Runner');
    await buildProduct('Later Other');
    const done = await importNow(
      'Later Runner,Nike,120,,8 9,,',
      'Later Other,Nike,120,,8 9,,',
      'Later Newcomer,Nike,120,,8 9,,',
    );
    await save(await read('Later Newcomer'), { brand: 'Puma' });
    expect((await save(await read('Later Runner'), { brand: 'Puma' })).statusCode).toBe(200);
    expect((await undo(done.import)).json()).toEqual({ undone: 1, hidden: 0, left: 2 });
    expect((await read('Later Runner')).fields).toMatchObject({ brand: 'Puma', retailPrice: '120' });
    expect((await read('Later Other')).fields).toMatchObject({ brand: 'Test', retailPrice: '' });
  });
});
