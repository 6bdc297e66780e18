import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isPictureName } from '@perkex/contract/pictures.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readProduct } from '../src/catalogue/read-product.js';
import { importProducts } from '../src/cli/import-products.command.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import type { FetchTerms } from '../src/outbound/fetch-public.js';
import { fetchPictures } from '../src/pictures/fetch-pictures.js';
import { folderStore } from '../src/pictures/folder-store.js';
import { makePicture } from '../src/pictures/make-picture.js';
import { OutcomeWriter } from '../src/pictures/outcome-writer.js';
import { PictureMakers } from '../src/pictures/picture-makers.js';
import { createFolder } from './cli-process.js';
import { PICTURES_CERTIFICATE, type PictureServer, plainPicture, serverOf } from './picture-server.js';
import { buildTestApp, type TestApp } from './test-app.js';

const HEADER = 'Name,Brand,Retail Price,Release Date,Sizes,Thumbnail,Pictures';
const ADDRESS = /^\/pictures\/[0-9a-f]{32}-(?:160|640)\.jpg$/;
/** Files of one width only, which take a third of the time. */
const SMALL = { width: 100, height: 125 };

const TERMS: FetchTerms = {
  ca: PICTURES_CERTIFICATE,
  resolve: async (host) => [host === 'inside.example' ? '10.0.0.1' : '127.0.0.1'],
  isAllowed: (address) => address === '127.0.0.1',
};

let market: TestApp;
let files: Awaited<ReturnType<typeof createFolder>>;
let dataDir: string;
let shop: PictureServer;
let photos: Record<string, Buffer>;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'perkex-import-'));
  [market, files] = await Promise.all([
    buildTestApp({ pictures: folderStore(path.join(dataDir, 'pictures')) }),
    createFolder(),
  ]);
  market.jobs.start();
  const small = (background: string) => plainPicture({ ...SMALL, background });
  photos = {
    '/large.jpg': await plainPicture({ width: 400, height: 500, background: '#cc2' }).jpeg().toBuffer(),
    '/red.jpg': await small('#c22').jpeg().toBuffer(),
    '/blue.png': await small('#22c').png().toBuffer(),
    '/green.webp': await small('#2c2').webp().toBuffer(),
    '/page.jpg': Buffer.from('<!doctype html><script>alert(1)</script>'),
  };
});

afterAll(async () => {
  await market.close();
  await files.remove();
  await rm(dataDir, { recursive: true });
});

/** The address of a picture of the shop. */
const at = (name: string) => `https://pictures.example:${shop.port}/${name}`;

async function importRows(
  rows: readonly string[],
  { isDryRun = false, header = HEADER, pictureFolder = null as string | null } = {},
) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const shown: string[] = [];
  const code = await importProducts(
    await files.write('catalogue.csv', [header, ...rows, ''].join('\n')),
    {
      isDryRun,
      pictureFolder,
      fetchTerms: TERMS,
    },
    {
      database: market.database,
      config: {
        databaseUrl: null,
        dataDir,
        s3: null,
        holidays: new Set(),
        bankAccount: null,
        authSecret: null,
        host: '127.0.0.1',
        isFirebase: false,
      },
      output: {
        line: print,
        error: print,
        progress: () => ({ update: (done, total) => shown.push(`${done} of ${total}`), end() {} }),
      },
      clock: SYSTEM_CLOCK,
      newId: randomUUID,
      signal: new AbortController().signal,
    },
  );
  return { code, printed, shown };
}

/** A product as the calls return it, without cached responses. */
async function product(id = 1): Promise<ProductDetail> {
  const found = await readProduct(market.database.pool, id, Date.now());
  if (!found) {
    throw new Error(`There is no product ${id}.`);
  }
  return found;
}

describe('pictures of a catalogue', () => {
  beforeEach(async () => {
    await market.database.pool.query('truncate products restart identity cascade');
    await market.database.pool.query('delete from jobs');
    shop = await serverOf(photos);
  });

  afterEach(async () => {
    shop.close();
    await rm(path.join(dataDir, 'pictures'), { recursive: true, force: true });
  });

  it('are fetched, made and served, the first one as the thumbnail', async () => {
    const { code, printed, shown } = await importRows([
      `Air One,Nike,,,9,,${at('large.jpg')} ${at('blue.png')}|${at('green.webp')}`,
    ]);
    expect(printed).toContain('Pictures fetched: 3, not to be had: 0.');
    expect(shown.at(-1)).toBe('3 of 3');
    expect(code).toBe(0);
    const { thumbnail, pictures } = await product();
    expect(pictures).toEqual(
      [{ width: 400, height: 500 }, SMALL, SMALL].map((size) => ({
        src: expect.stringMatching(ADDRESS),
        ...size,
        placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
      })),
    );
    expect(thumbnail).toMatch(/-640\.jpg$/);
    expect(new Set(pictures.map(({ src }) => src)).size).toBe(3);
    expect(thumbnail).toBe(pictures[0]?.src);
    await expect
      .poll(async () => (await market.app.inject('/api/')).json())
      .toMatchObject([{ name: 'Air One', thumbnail }]);
    const { statusCode, headers } = await market.app.inject(thumbnail);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  it('are made outside the process of the import', async () => {
    const make = vi.spyOn(PictureMakers.prototype, 'make');
    await importRows([`Air One,Nike,,,9,,${at('red.jpg')} ${at('blue.png')}`]);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('are fetched once, also when their order changes', async () => {
    await importRows([`Air One,Nike,,,9,,${at('red.jpg')} ${at('blue.png')}`]);
    const before = await product();
    const same = await importRows([`Air One,Nike,,,9,,${at('red.jpg')} ${at('blue.png')}`]);
    expect(same.printed).toContain('New products: 0, changed: 0, unchanged: 1; new books: 0.');
    const turned = await importRows([`Air One,Nike,,,9,,${at('blue.png')} ${at('red.jpg')}`]);
    expect(turned.printed).toContain('Pictures fetched: 0, not to be had: 0.');
    expect(shop.asked.toSorted()).toEqual(['/blue.png', '/red.jpg']);
    const { thumbnail, pictures } = await product();
    expect(pictures).toEqual(before.pictures.toReversed());
    expect(thumbnail).toBe(pictures[0]?.src);
  });

  it('of two products at one address are fetched once', async () => {
    await importRows([`Air One,Nike,,,9,,${at('red.jpg')}`, `Air One (GS),Nike,,,5Y,,${at('red.jpg')}`]);
    expect(shop.asked).toEqual(['/red.jpg']);
    expect((await product(1)).thumbnail).toBe((await product(2)).thumbnail);
  });

  it('that are not available are listed with their line, and do not prevent the others', async () => {
    const { code, printed } = await importRows([
      `Air One,Nike,,,9,,${at('page.jpg')} ${at('red.jpg')}`,
      'Air Two,Nike,,,9,,',
      `Air Three,Nike,,,9,,${at('gone.jpg')} https://inside.example/1.jpg`,
    ]);
    expect(code).toBe(1);
    expect(printed.slice(-5)).toEqual([
      'Imported.',
      `line 2: the picture ${at('page.jpg')} is not available: it is not a JPEG, PNG, WebP or AVIF`,
      `line 4: the picture ${at('gone.jpg')} is not available: its server answered 404`,
      'line 4: the picture https://inside.example/1.jpg is not available: inside.example is at 10.0.0.1, which is not a public address',
      'Pictures fetched: 1, not to be had: 3.',
    ]);
    expect(await product(1)).toMatchObject({
      thumbnail: expect.stringMatching(ADDRESS),
      pictures: [expect.anything()],
    });
    expect(await product(3)).toMatchObject({ thumbnail: '/drawings/3.svg', pictures: [] });
  });

  it('of many products are reported in one stream of the feed, each product with its pictures', async () => {
    const read = async (text: string) => (await market.database.pool.query(text)).rows;
    const streams = async () => (await read('select lane from lanes')).map(({ lane }) => lane);
    const before = await streams();
    const names = ['red.jpg', 'gone.jpg', 'blue.png'];
    await importRows(
      Array.from({ length: 12 }, (_, index) => `Air ${index},Nike,,,9,,${at(names[index % 3] ?? '')}`),
    );
    const added = (await streams()).filter((stream) => !before.includes(stream));
    // The catalogue is reported in a stream, and its pictures in another one.
    expect(added).toHaveLength(2);
    const entries = await market.database.pool.query(
      `select distinct jsonb_array_elements(changes -> 'products') as id from batches where lane = $1`,
      [added[1]],
    );
    expect(entries.rowCount).toBe(12);
  });

  it('that were not available are tried again by the next import', async () => {
    const row = `Air One,Nike,,,9,,${at('later.jpg')}`;
    expect((await importRows([row])).code).toBe(1);
    photos['/later.jpg'] = photos['/red.jpg'] as Buffer;
    expect((await importRows([row])).code).toBe(0);
    delete photos['/later.jpg'];
    expect((await product()).thumbnail).toMatch(ADDRESS);
  });

  it('that were lost are fetched again', async () => {
    const row = `Air One,Nike,,,9,,${at('red.jpg')}`;
    await importRows([row]);
    const before = await product();
    await rm(path.join(dataDir, 'pictures'), { recursive: true });
    expect((await importRows([row])).printed).toContain('Pictures fetched: 1, not to be had: 0.');
    expect(await product()).toEqual(before);
    expect(await readdir(path.join(dataDir, 'pictures'))).toHaveLength(1);
  });

  it('stay where a file does not mention them, and are deleted when others or a thumbnail replace them', async () => {
    await importRows([`Air One,Nike,,,9,,${at('red.jpg')}`]);
    const before = await product();
    await importRows(['Air One,Nike,120,,9,,']);
    expect(await product()).toEqual({ ...before, retailPrice: 120 });
    await importRows([`Air One,Nike,120,,9,,${at('gone.jpg')}`]);
    expect(await product()).toMatchObject({ thumbnail: '/drawings/1.svg', pictures: [] });
    await importRows([`Air One,Nike,120,,9,,${at('blue.png')}`]);
    expect((await product()).pictures).toHaveLength(1);
    await importRows(['Air One,Nike,120,,9,/shoes/1.webp,']);
    expect(await product()).toMatchObject({ thumbnail: '/shoes/1.webp', pictures: [] });
  });

  describe('that no product has any longer', () => {
    const addresses = async (id = 1) => (await product(id)).pictures.map(({ src }) => src);
    const statusOf = async (address = '') => (await market.app.inject(address)).statusCode;
    const waiting = async () => (await market.database.pool.query('select from jobs')).rowCount;

    /** Runs the jobs that are due some weeks later. */
    async function weeksLater(): Promise<void> {
      await market.database.pool.query('update jobs set run_at = now()');
      await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    }

    /** The number of picture files. */
    const countFiles = async () =>
      (await readdir(path.join(dataDir, 'pictures'), { recursive: true })).filter((name) =>
        isPictureName(path.basename(name)),
      ).length;

    it('are deleted some weeks later, and no others', async () => {
      await importRows([`Air One,Nike,,,9,,${at('red.jpg')} ${at('blue.png')}`]);
      const [red, blue] = await addresses();
      const files = await countFiles();
      await importRows([`Air One,Nike,,,9,,${at('blue.png')}`]);
      expect(await waiting()).toBe(1);
      expect([await statusOf(red), await statusOf(blue)]).toEqual([200, 200]);
      const { rows } = await market.database.pool.query(
        `select extract(day from run_at - now())::int as days from jobs`,
      );
      expect(rows).toEqual([{ days: 29 }]);
      await weeksLater();
      expect(await countFiles()).toBe(files / 2);
      expect(await addresses()).toEqual([blue]);
      expect(await folderStore(path.join(dataDir, 'pictures')).has(path.basename(red ?? ''))).toBe(false);
    });

    it('stay if another product has them, or has them again by then', async () => {
      const red = `Air One,Nike,,,9,,${at('red.jpg')}`;
      await importRows([red, `Air Two,Nike,,,9,,${at('red.jpg')}`, `Air Three,Nike,,,9,,${at('blue.png')}`]);
      const files = await countFiles();
      await importRows([`Air One,Nike,,,9,/shoes/1.webp,`, `Air Three,Nike,,,9,/shoes/3.webp,`]);
      await importRows([`Air Three,Nike,,,9,,${at('blue.png')}`]);
      await weeksLater();
      expect(await countFiles()).toBe(files);
    });

    it('include those that only a thumbnail has shown', async () => {
      await importRows([`Air One,Nike,,,9,,${at('red.jpg')}`]);
      const [red] = await addresses();
      await market.database.pool.query('delete from product_pictures');
      await importRows([`Air One,Nike,,,9,,${at('blue.png')}`]);
      expect((await product()).thumbnail).not.toBe(red);
      expect(await waiting()).toBe(1);
    });

    it('are made once more if they are deleted just before a product has them again', async () => {
      await importRows([`Air One,Nike,,,9,,${at('red.jpg')}`]);
      const [red = ''] = await addresses();
      const store = folderStore(path.join(dataDir, 'pictures'));
      await market.database.pool.query(
        'update product_pictures set hash = null, width = null, height = null, placeholder = null',
      );
      let isDeleted = false;
      const fetched = await fetchPictures(['Air One'], {
        pool: market.database.pool,
        writer: new OutcomeWriter(market.database.pool, randomUUID),
        store: {
          ...store,
          async write(name, bytes, type) {
            await store.write(name, bytes, type);
            if (!isDeleted && name === path.basename(red)) {
              isDeleted = true;
              await store.remove(name);
            }
          },
        },
        signal: new AbortController().signal,
        terms: TERMS,
      });
      expect(fetched).toEqual({ fetched: 1, failed: [] });
      expect([isDeleted, await store.has(path.basename(red))]).toEqual([true, true]);
    });
  });

  describe('in files', () => {
    const CODES = `${HEADER},Style Code`;
    let folder: string;

    beforeEach(async () => {
      folder = path.join(files.folder, 'photos');
      await mkdir(folder);
      await files.write('photos/red.jpg', photos['/red.jpg'] as Buffer);
      await files.write('photos/blue.png', photos['/blue.png'] as Buffer);
    });

    afterEach(() => rm(folder, { recursive: true }));

    it('below the folder of the catalogue are made and served, and again when they have changed', async () => {
      const row = `Air One,Nike,,,9,,photos/red.jpg ./photos/blue.png|${at('green.webp')}`;
      const { code, printed } = await importRows([row]);
      expect([code, printed.at(-1)]).toEqual([0, 'Pictures fetched: 3, not to be had: 0.']);
      const before = await product();
      expect(before.pictures.map(({ src }) => src)).toEqual(Array(3).fill(expect.stringMatching(ADDRESS)));
      expect((await market.app.inject(before.thumbnail)).statusCode).toBe(200);
      const same = await importRows([row]);
      expect(same.printed).toContain('New products: 0, changed: 0, unchanged: 1; new books: 0.');
      expect(same.printed.at(-1)).toBe('Pictures fetched: 0, not to be had: 0.');
      await files.write('photos/red.jpg', photos['/blue.png'] as Buffer);
      expect((await importRows([row])).printed.at(-1)).toBe('Pictures fetched: 1, not to be had: 0.');
      const after = await product();
      expect(after.pictures.map(({ src }) => src)).toEqual([1, 1, 2].map((at) => before.pictures[at]?.src));
      expect(shop.asked).toEqual(['/green.webp']);
    });

    it('of another folder belong to the style codes that they are named after', async () => {
      await rename(path.join(folder, 'red.jpg'), path.join(folder, 'dz5485-612.JPG'));
      await rename(path.join(folder, 'blue.png'), path.join(folder, 'DZ5485-612-2.png'));
      await writeFile(path.join(folder, 'DZ5485-612-10.webp'), photos['/green.webp'] as Buffer);
      await writeFile(path.join(folder, 'DZ5485-1.webp'), photos['/green.webp'] as Buffer);
      await writeFile(path.join(folder, 'other.jpg'), 'x');
      await writeFile(path.join(folder, 'notes.txt'), 'x');
      const { code, printed } = await importRows(
        [
          'Air One,Nike,,,9,,,DZ5485-612',
          'Air Two,Nike,,,9,,,DZ5485-1',
          `Air Three,Nike,,,9,,${at('red.jpg')},DZ5485-612`,
          'Air Four,Nike,,,9,/4.webp,,DZ5485-612',
          'Air Five,Nike,,,9,,,',
        ],
        { header: CODES, pictureFolder: folder },
      );
      expect(code, printed.join('\n')).toBe(0);
      expect(printed[0]).toBe('Pictures named after no style code of the file: "other.jpg".');
      const of = async (id: number) => (await product(id)).pictures.map(({ src }) => src);
      const [red, blue, green] = await of(1);
      expect(new Set([red, blue, green]).size).toBe(3);
      expect([await of(2), await of(3), await of(4), await of(5)]).toEqual([[green], [red], [], []]);
      expect((await product(4)).thumbnail).toBe('/4.webp');
    });

    it('that are not readable are named with their line and the reason, and nothing is imported', async () => {
      const outside = await files.write('outside.jpg', photos['/red.jpg'] as Buffer);
      const linked = await mkdtemp(path.join(files.folder, 'linked-'));
      await symlink(outside, path.join(linked, 'CODE.jpg'));
      await symlink(path.join(folder, 'red.jpg'), path.join(folder, 'inside.jpg'));
      await files.write('photos/large.jpg', '');
      await truncate(path.join(folder, 'large.jpg'), 20 * 1024 ** 2 + 1);
      const { code, printed } = await importRows(
        [
          'Air One,Nike,,,9,,photos/inside.jpg,',
          'Air Two,Nike,,,9,,photos/gone.jpg photos/large.jpg|photos,',
          'Air Three,Nike,,,9,,,CODE',
          'Air Four,Nike,,,9,,../outside.jpg,',
        ],
        { header: CODES, pictureFolder: linked },
      );
      expect([code, printed]).toEqual([
        1,
        [
          'line 3: the picture "photos/gone.jpg" is not available: there is no such file; ' +
            'the picture "photos/large.jpg" is not available: it has more than 20480 kB; ' +
            'the picture "photos" is not available: it is not a file',
          'line 4: the picture "CODE.jpg" is not available: it leads out of its folder',
          'line 5: the picture "../outside.jpg" leads out of the folder of the file',
          'Bad rows: 3.',
          'Nothing was imported.',
        ],
      ]);
      expect(await readProduct(market.database.pool, 1, Date.now())).toBeNull();
    });

    it('that are not pictures are listed like those that were fetched', async () => {
      await files.write('photos/page.jpg', photos['/page.jpg'] as Buffer);
      const { code, printed } = await importRows(['Air One,Nike,,,9,,photos/page.jpg photos/red.jpg']);
      expect([code, printed.slice(-2)]).toEqual([
        1,
        [
          'line 2: the picture photos/page.jpg is not available: it is not a JPEG, PNG, WebP or AVIF',
          'Pictures fetched: 1, not to be had: 1.',
        ],
      ]);
    });
  });

  it('are not fetched by a dry run, which says so', async () => {
    const { code, printed } = await importRows([`Air One,Nike,,,9,,${at('red.jpg')}`], { isDryRun: true });
    expect(code).toBe(0);
    expect(printed.at(-1)).toBe('This was a dry run: nothing was changed, and no picture was fetched.');
    expect(printed).toContain(`new: Air One (brand Nike; pictures ${at('red.jpg')}; sizes 9)`);
    expect(shop.asked).toEqual([]);
  });

  it.each([
    [
      'http://pictures.example/1.jpg',
      '"http://pictures.example/1.jpg" is not a picture (an https:// URL, or a path below the folder of the file)',
    ],
    [
      'ftp://a/1.jpg',
      '"ftp://a/1.jpg" is not a picture (an https:// URL, or a path below the folder of the file)',
    ],
    [
      '/etc/passwd',
      '"/etc/passwd" is not a picture (an https:// URL, or a path below the folder of the file)',
    ],
    [
      'https://u:p@a.example/',
      '"https://u:p@a.example/" is not a picture (an https:// URL, or a path below the folder of the file)',
    ],
    [
      'https://a.example/<b>',
      '"https://a.example/<b>" is not a picture (an https:// URL, or a path below the folder of the file)',
    ],
    [
      'file:///etc/passwd',
      '"file:///etc/passwd" is not a picture (an https:// URL, or a path below the folder of the file)',
    ],
    ['a/../../1.jpg', 'the picture "a/../../1.jpg" leads out of the folder of the file'],
    ['a\\1.jpg', '"a\\1.jpg" is not a picture (an https:// URL, or a path below the folder of the file)'],
    [
      'javascript:alert(1)',
      '"javascript:alert(1)" is not a picture (an https:// URL, or a path below the folder of the file)',
    ],
    ['https://a.example/1 https://a.example/1', 'a picture is listed twice'],
    [
      Array.from({ length: 13 }, (_, index) => `https://a.example/${index}`).join('|'),
      'it has more than 12 pictures',
    ],
  ])('are refused with their line before anything is imported: %s', async (pictures, reason) => {
    const { code, printed } = await importRows([
      `Air One,Nike,,,9,,${at('red.jpg')}`,
      `Air Two,Nike,,,9,,${pictures}`,
    ]);
    expect(code).toBe(1);
    expect(printed).toEqual([`line 3: ${reason}`, 'Bad rows: 1.', 'Nothing was imported.']);
    expect(shop.asked).toEqual([]);
    expect(await readProduct(market.database.pool, 1, Date.now())).toBeNull();
  });

  it('cannot be combined with a thumbnail', async () => {
    const { printed } = await importRows([`Air One,Nike,,,9,/1.jpg,${at('red.jpg')}`]);
    expect(printed[0]).toBe(
      'line 2: it has a thumbnail and pictures, the first of which is the thumbnail: leave one of them out',
    );
  });
});

describe('a file of a picture', () => {
  let base: string;

  beforeAll(async () => {
    const { hash, files: made } = await makePicture(photos['/large.jpg'] as Buffer);
    const store = folderStore(path.join(dataDir, 'pictures'));
    for (const { name, bytes } of made) {
      await store.write(name, bytes, 'image/jpeg');
    }
    base = `/pictures/${hash}-`;
  });

  it.each([
    ['160.avif', 'image/avif'],
    ['320.webp', 'image/webp'],
    ['640.jpg', 'image/jpeg'],
  ])('is served with its type, and cached for ever: %s', async (end, type) => {
    const { statusCode, headers, rawPayload } = await market.app.inject(`${base}${end}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-length': String(rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: `"${`${base}${end}`.replace('/pictures/', '')}"`,
    });
    const head = await market.app.inject({ method: 'HEAD', url: `${base}${end}` });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      headers['content-length'],
      0,
    ]);
    const again = await market.app.inject({
      url: `${base}${end}`,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect(again.headers['cache-control']).toBe(headers['cache-control']);
  });

  it.each([
    '/pictures/',
    '/pictures/1.webp',
    `/pictures/${'0'.repeat(32)}-640.jpg`,
    `/pictures/${'0'.repeat(32)}-641.jpg`,
    `/pictures/${'0'.repeat(32)}-640.svg`,
    `/pictures/${'A'.repeat(32)}-640.jpg`,
    '/pictures/..%2f..%2fauth-secret',
    '/pictures/%2e%2e/auth-secret',
    `/pictures/${'0'.repeat(32)}-640.jpg%00.png`,
    `/pictures/${'0'.repeat(200)}`,
  ])('does not exist at %s', async (url) => {
    const { statusCode, headers, payload } = await market.app.inject(url);
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(payload).not.toContain(dataDir);
    expect(headers['cache-control']).toBeUndefined();
  });
});
