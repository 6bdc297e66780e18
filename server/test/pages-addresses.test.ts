import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { HelpIndex } from '@perkex/contract/help.js';
import { PAGES } from '@perkex/contract/pages.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../src/errors/user-error.js';
import { buildProducts } from './market.js';
import { buildTestApp, PUBLIC_URL, useMarket } from './test-app.js';
import { createWebBuild, everyAddress, readPage, useWebBuild } from './web-build.js';

const web = useWebBuild();
const market = useMarket(async () => ({ pages: await web.build() }));
let ids: number[];

beforeAll(async () => {
  ids = await buildProducts(market.database, ['Air One', 'Air Two', 'Air Three']);
});

function visit(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return market.app.inject({ method: method as 'GET', url, headers });
}

describe('an address without a page', () => {
  it.each([
    '/nothing',
    '/product',
    '/product/1/2',
    '/product/1//2',
    '/a/b/c',
    '/Sell',
    '/dashboard',
    '/dashboard/ann',
    '/dashboard/ann/wishes',
    '/dashboard/ann/profile/more',
    // Deals have not started.
    '/dashboard/orders/019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12',
    '/dashboard/ann/orders/019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12',
    '/index.html',
    '/.vite/manifest.json',
    '/.server/render-page.js',
    '/.env',
    '/package.json',
    '/banners/',
    '/banners/9-mobile.svg',
    '/apis',
    '/assets-old/index-1.js',
    '//evil.example',
    '/nothing?next=https://evil.example',
  ])('redirects to Home: %s', async (url) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await visit(url, {}, method);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
      expect(answer.body).not.toContain('evil');
    }
  });

  it.each([
    '/%',
    '/product/%/',
    '/product/%ff',
    `/product/${'9'.repeat(400)}`,
    '/brands/%E0%A4%A',
    '/help/%zz',
    '/%c0%ae%c0%ae/',
  ])('redirects to Home when it is unreadable: %s', async (url) => {
    const answer = await visit(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
  });

  it.each([
    '/api/nothing',
    '/api/%ff',
    '/assets',
    '/assets/',
    '/assets/nothing.js',
    '/assets/..%2findex.html',
    '/assets/.env',
    '/.well-known/oauth-protected-resource',
    '/drawings',
    '/drawings/nothing.svg',
  ])('of a call, a file or a picture is answered 404: %s', async (url) => {
    const answer = await visit(url);
    expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 404, undefined]);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  it.each([
    ['/assets/../index.html', 404, undefined],
    ['/assets/%2e%2e/index.html', 404, undefined],
    ['/assets//index-1.js', 404, undefined],
    ['/banners/../index.html', 302, '/'],
    ['/../package.json', 302, '/'],
    ['/..%5c..%5cpackage.json', 302, '/'],
    ['//evil.example/..', 302, '/'],
    ['/\\evil.example', 302, '/'],
    ['http://evil.example/', 200, undefined],
  ])('is the same over a real connection: %s', async (path, status, location) => {
    const { port } = await listening();
    const sent = request({ host: '127.0.0.1', port, path }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, answer.headers.location]).toEqual([status, location]);
  });

  async function listening(): Promise<AddressInfo> {
    const { server } = market.app;
    if (!server.listening) {
      await market.app.listen({ port: 0, host: '127.0.0.1' });
    }
    return server.address() as AddressInfo;
  }

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    'and a page itself accepts no %s',
    async (method) => {
      for (const url of [...everyAddress({ uid: 'ann', id: 1 }), '/nothing', '/favicon.svg', '/robots.txt']) {
        const answer = await visit(url, {}, method);
        expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 404, undefined]);
      }
    },
  );

  it('HEAD answers as GET, without the body', async () => {
    for (const url of [
      '/',
      '/product/1',
      '/product/999',
      '/assets/index-1.js',
      '/robots.txt',
      '/sitemap.xml',
    ]) {
      const [get, head] = [await visit(url), await visit(url, {}, 'HEAD')];
      expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
  });
});

describe('a file of the pages', () => {
  it.each([
    ['/assets/index-1.js', /javascript/],
    ['/assets/index-2.css', /^text\/css/],
    ['/assets/inter-a.woff2', /^font\/woff2$/],
  ])('with its content’s hash in its name is cached for a year: %s', async (url, type) => {
    const { statusCode, headers } = await visit(url);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(headers['content-type']).toMatch(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['/favicon.svg', '/banners/1-mobile.svg'])(
    'with a lasting name is revalidated: %s',
    async (url) => {
      const { statusCode, headers } = await visit(url);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
      expect(headers['content-type']).toBe('image/svg+xml');
      const again = await visit(url, { 'if-none-match': String(headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  it.each(['/assets/index-1.js', '/assets/index-2.css', '/banners/1-mobile.svg', '/product/999'])(
    'and a page are sent compressed: %s',
    async (url) => {
      const plain = await visit(url);
      for (const [encoding, decompress] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const answer = await visit(url, { 'accept-encoding': encoding });
        expect(answer.headers['content-encoding']).toBe(encoding);
        expect(answer.headers.vary).toContain('accept-encoding');
        expect(decompress(answer.rawPayload).toString()).toBe(plain.body);
      }
    },
  );

  it('that is compressed already is sent unchanged', async () => {
    const font = await visit('/assets/inter-a.woff2', { 'accept-encoding': 'br, gzip' });
    expect(font.headers['content-encoding']).toBeUndefined();
  });
});

describe('search engines', () => {
  async function mappedAddresses(): Promise<string[]> {
    const { body } = await visit('/sitemap-1.xml');
    return [...body.matchAll(/<loc>(.*)<\/loc>/g)].map(
      ([, address = '']) => address.replace(PUBLIC_URL, '') || '/',
    );
  }

  it('get a robots.txt with what to leave alone and the address of the site map', async () => {
    const { statusCode, headers, body } = await visit('/robots.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe(
      `User-agent: *\nDisallow: /api/\nDisallow: /dashboard/\n\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`,
    );
  });

  it('get a site map', async () => {
    const index = await visit('/sitemap.xml');
    expect([index.statusCode, index.headers['content-type']]).toEqual([
      200,
      'application/xml; charset=utf-8',
    ]);
    expect(index.body).toContain(`<sitemap><loc>${PUBLIC_URL}/sitemap-1.xml</loc></sitemap>`);
    const { statusCode, headers } = await visit('/sitemap-1.xml');
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  });

  it('find there every page of help, brand and product', async () => {
    const help = (await visit('/api/help')).json<HelpIndex>();
    expect(help.length).toBeGreaterThan(5);
    const withoutParameters = Object.values(PAGES).map(({ path }): string => path);
    const mapped = await mappedAddresses();
    expect(mapped.filter((address) => !withoutParameters.includes(address))).toEqual([
      ...help.map(({ slug }) => `/help/${slug}`),
      '/brands/test',
      ...ids.map((id) => `/product/${id}`),
    ]);
  });

  it('find there exactly the pages that let themselves be indexed', async () => {
    const mapped = await mappedAddresses();
    const addresses = new Set([...mapped, ...everyAddress({ uid: 'ann', id: ids[0] ?? 0 })]);
    for (const address of addresses) {
      const answer = await visit(address);
      const isIndexed = answer.statusCode === 200 && readPage(answer).meta.robots === undefined;
      expect([address, mapped.includes(address)]).toEqual([address, isIndexed]);
    }
  });

  it.each(['/sitemap-2.xml', '/sitemap-0.xml', '/sitemap-1e9.xml', '/sitemap-.xml'])(
    'find no site map at %s',
    async (url) => {
      const { body } = await visit(url);
      expect(body).not.toContain('<urlset');
    },
  );
});

describe('a server without its pages', () => {
  it.each([
    ['that were never built', { 'index.html': null }],
    ['without their list of files', { '.vite/manifest.json': null }],
    ['of another version', { 'index.html': '<html lang="en"><!--head--></html>' }],
  ])('%s reports what to do', async (_title, changes) => {
    const { build, remove, folder } = await createWebBuild(changes);
    const error = await build().catch((failure: unknown) => failure);
    await remove();
    expect(error).toBeInstanceOf(UserError);
    expect(String(error)).toContain(folder);
    expect(String(error)).toContain('npm start');
    expect(String(error)).toContain('npm run build');
  });

  it('still answers the calls', async () => {
    const calls = await buildTestApp();
    expect((await calls.app.inject('/api/')).statusCode).toBe(200);
    expect((await calls.app.inject('/')).statusCode).toBe(404);
    await calls.close();
  });
});
