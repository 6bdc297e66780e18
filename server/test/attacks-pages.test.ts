import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProducts } from '../src/catalogue/create-products.js';
import { transaction } from '../src/database/transaction.js';
import { buildProducts } from './market.js';
import { buildTestApp, useMarket } from './test-app.js';
import { readPage, useWebBuild } from './web-build.js';

const HOSTILE = [
  '</script><img src=x onerror=alert(1)>',
  '<!--<script>',
  '--><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "' onerror='alert(1)",
  "$& $` $' $1 $<head> $$",
  '<!--head--><!--first-screen-->',
  '&lt;b&gt; &amp; &quot;',
  '\\u003c/script\\u003e \\',
  '\u2028 line \u2029 ends',
  '\u202e sdrawkcab 👟',
  '{{constructor.constructor("alert(1)")()}}',
];

const web = useWebBuild();
const market = useMarket(async () => ({ pages: await web.build() }));
/** The number of scripts of a harmless page. */
let scriptCount: number;
const idOf = new Map<string, number>();

beforeAll(async () => {
  await create('Harmless', '/drawings/1.svg');
  scriptCount = scriptsOf(await visit(`/product/${idOf.get('Harmless')}`)).length;
  for (const name of HOSTILE) {
    await create(name, '/drawings/1.svg');
    await create(`picture ${name}`, name);
  }
});

async function create(name: string, thumbnail: string): Promise<void> {
  const product = { name, brand: name, thumbnail, retailPriceCents: null, releaseDate: null, sizes: ['9'] };
  const ids = await transaction(market.database.pool, (tx) => createProducts(tx, [product]));
  idOf.set(name, ids.get(name)!);
}

function visit(url: string): Promise<Response> {
  return market.app.inject({ method: 'GET', url });
}

function scriptsOf({ body }: Response): string[] {
  return body.match(/<script/gi) ?? [];
}

/** Expects a page to contain no element, attribute or comment that the template and the head did not put there. */
function expectHarmless(page: Response): void {
  expect(scriptsOf(page)).toHaveLength(scriptCount);
  expect(page.body).not.toMatch(/<img|<b>|<!--/);
  for (const [, data] of page.body.matchAll(/<script type="application[^>]*>(.*)<\/script>/g)) {
    expect(data).not.toMatch(/[<>&\u2028\u2029]/);
  }
  expect(page.body.match(/<\/script>/g)).toHaveLength(scriptCount);
  expect(page.body.endsWith('</script>\n  </body>\n</html>\n')).toBe(true);
  for (const [tag] of page.body.matchAll(/<(?:meta|link|title)[^>]*>/g)) {
    expect(tag).toMatch(/^<\w+( \w+(="[^"<>]*")?)*( \/)?>$/);
  }
}

describe('a product with a malicious name', () => {
  it.each(HOSTILE)('is only a name on its page: %s', async (name) => {
    const id = idOf.get(name)!;
    const page = await visit(`/product/${id}`);
    expect(page.statusCode).toBe(200);
    expectHarmless(page);
    const { title, meta, firstScreen, linkedData } = readPage(page);
    expect([title, meta['og:title']]).toEqual([`${name} | PerkeX`, `${name} | PerkeX`]);
    expect(meta.description).toContain(`Buy and sell new ${name}. Lowest ask`);
    expect(firstScreen).toMatchObject({ product: { id, name } });
    expect(linkedData).toMatchObject({ '@graph': [{ name, brand: { name } }, {}] });
  });

  it.each(HOSTILE)('is only an address where its picture should be: %s', async (thumbnail) => {
    const page = await visit(`/product/${idOf.get(`picture ${thumbnail}`)}`);
    expectHarmless(page);
    expect(readPage(page).firstScreen).toMatchObject({ product: { thumbnail } });
  });

  it('is only a name on Home', async () => {
    const page = await visit('/');
    expectHarmless(page);
    const trending = (await visit('/api/trending')).json<object[]>();
    expect(readPage(page).firstScreen).toMatchObject({ trending, banners: { busiest: trending[0] } });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://[',
    'file:///etc/passwd',
  ])('does not use %s as the address of its picture', async (thumbnail) => {
    await create(thumbnail, thumbnail);
    const page = await visit(`/product/${idOf.get(thumbnail)}`);
    expectHarmless(page);
    expect(readPage(page).meta['og:image']).toBeUndefined();
    const { linkedData } = readPage(page);
    expect(linkedData).toMatchObject({ '@graph': [{ '@type': 'Product' }, {}] });
    expect(JSON.stringify(linkedData)).not.toContain('"image"');
  });
});

describe('a malicious address', () => {
  it.each(['/sell/', '/buy/', '/product/'])('stays in the address: %s', async (start) => {
    for (const text of HOSTILE) {
      const page = await visit(`${start}${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`);
      expect([200, 404]).toContain(page.statusCode);
      expect(scriptsOf(page).length).toBeLessThanOrEqual(scriptCount);
      expect(page.body).not.toMatch(/<img|alert\(1\)>|<!--/);
    }
  });
});

describe('an address with hundreds of filters', () => {
  const names = Array.from({ length: 800 }, (_, index) => `brand=x${index}`).join('&');

  it('redirects to one with the usable filters, which says so', async () => {
    const answer = await visit(`/browse?${names}`);
    const location = String(answer.headers.location);
    expect(answer.statusCode).toBe(302);
    expect(location).toMatch(/^\/browse\?(brand=x\d+&){30}cut=1$/);
    expect((await visit(location)).statusCode).toBe(200);
    expect((await visit(`/browse?${names}&cut=1`)).headers.location).toBe(location);
  });

  it('gets a short answer from the call, too', async () => {
    const answer = await visit(`/api/browse?${names}`);
    expect(answer.json().unknown).toHaveLength(30);
  });
});

describe('a catalogue with the longest texts that an import takes', () => {
  it('is found and browsed in less than a megabyte', async () => {
    const long = (length: number, index: number) => `${index} ${'鞋'.repeat(length)}`.slice(0, length);
    const app = await buildTestApp();
    await transaction(app.database.pool, (tx) =>
      createProducts(
        tx,
        Array.from({ length: 100 }, (_, index) => ({
          name: long(200, index),
          brand: long(100, index),
          model: long(100, index),
          nickname: long(200, index),
          colourway: long(200, index),
          thumbnail: `https://shop.example/${'鞋'.repeat(1_900)}`,
          retailPriceCents: 10_000,
          releaseDate: `${1900 + index}-01-01`,
          sizes: ['9'],
        })),
      ),
    );
    const unknown = Array.from({ length: 30 }, (_, index) => `brand=${long(30, index)}`).join('&');
    for (const [url, shown] of [
      [`/api/browse?${unknown}`, 48],
      ['/api/search?q=鞋&page=1', 30],
    ] as const) {
      const answer = await app.app.inject(encodeURI(url));
      expect(answer.json().products).toHaveLength(shown);
      expect(answer.rawPayload.length).toBeLessThan(1_000_000);
    }
    await app.close();
  });
});

describe('the renderer', () => {
  /** Counts what it renders; a product of this name makes a page that is far too large. */
  const RENDERER = `
    let rendered = 0;
    export async function renderPage({ firstScreen }) {
      rendered += 1;
      const more = firstScreen.product?.name === 'Huge' ? 'x'.repeat(2_000_000) : '';
      return { html: '<p>page ' + rendered + '</p>' + more, queries: JSON.stringify(firstScreen) };
    }`;

  const counting = useWebBuild({ '.server/render-page.js': RENDERER });
  const app = useMarket(async () => ({ pages: await counting.build() }));
  const get = async (url: string) => (await app.app.inject({ method: 'GET', url })).body;

  it.each([
    ['/product/999998', '/product/999999'],
    ['/help/nothing', '/help/nowhere'],
    ['/brands/unknown', '/brands/no-one'],
    ['/brands/unknown/nothing', '/brands/no-one/nothing'],
  ])('makes the page for %s and %s once', async (one, another) => {
    const first = await get(one);
    expect(first).toMatch(/<p>page \d+<\/p>/);
    expect(await get(another)).toBe(first);
  });

  it('never makes a page of more than a million characters', async () => {
    const ids = await buildProducts(app.database, ['Huge']);
    const page = await get(`/product/${ids[0]}`);
    expect(page.length).toBeLessThan(1_000_000);
    expect(readPage({ body: page }).firstScreen).toBeUndefined();
  });
});
