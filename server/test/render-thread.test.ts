import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RenderThread, renderThread } from '../src/pages/render-thread.js';
import { buildProducts } from './market.js';
import { useMarket } from './test-app.js';
import { useWebBuild } from './web-build.js';

/** Does what the name of the product says; "Busy" until the file beside it exists. */
const RENDERER = `
import { existsSync, writeFileSync } from 'node:fs';
const file = (name) => new URL(name, import.meta.url);
export async function renderPage({ address, firstScreen }) {
  switch (firstScreen.product?.name) {
    case 'Busy': {
      writeFileSync(file('begun'), '');
      const giveUpMs = Date.now() + 5_000;
      while (!existsSync(file('enough')) && Date.now() < giveUpMs) {}
      break;
    }
    case 'Endless':
      for (;;) {}
    case 'Huge': {
      const all = [];
      for (;;) all.push(new Array(1_000_000).fill(address));
    }
    case 'Ends':
      process.exit(3);
    case 'Fails':
      throw new Error('This cannot be rendered.');
  }
  return { html: '<p>' + address + '</p>', queries: '{}' };
}`;

let folder: string;
const web = useWebBuild({ '.server/render-page.js': RENDERER });
const market = useMarket(async () => ({ pages: await web.build() }));

beforeAll(async () => {
  folder = path.join(web.folder, '.server');
});

it('answers calls while a page is rendered', async () => {
  const [id] = await buildProducts(market.database, ['Busy']);
  let isRendered = false;
  const page = market.app.inject({ url: `/product/${id}` }).then((answer) => {
    isRendered = true;
    return answer;
  });
  await expect.poll(() => existsSync(path.join(folder, 'begun'))).toBe(true);
  const call = await market.app.inject({ url: `/api/${id}` });
  expect([call.statusCode, isRendered]).toEqual([200, false]);
  await writeFile(path.join(folder, 'enough'), '');
  expect((await page).body).toContain(`<p>/product/${id}</p>`);
});

describe('the thread that renders pages', () => {
  let thread: RenderThread;

  const open = () => {
    thread = renderThread(pathToFileURL(path.join(folder, 'render-page.js')).href);
  };
  const render = (name: string) =>
    thread
      .render({ address: `/${name}`, firstScreen: { product: { name } as never }, below: {} })
      .then(({ html }) => Buffer.from(html).toString());

  // A slow machine must not reach the limit of a page.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(async () => {
    vi.useRealTimers();
    await thread.close();
  });

  it.each([
    ['fails', 'Fails', 'This cannot be rendered.'],
    ['needs too much memory', 'Huge', /out of memory/i],
    ['ends it', 'Ends', /ended/],
  ])('goes on after a page that %s', async (_what, name, message) => {
    open();
    await expect(render(name)).rejects.toThrow(message);
    expect(await render('Shoe')).toBe('<p>/Shoe</p>');
  });

  it('is replaced if a page takes more than ten seconds, with the pages behind it refused', async () => {
    open();
    expect(await render('Shoe')).toBe('<p>/Shoe</p>');
    const outcomes = Promise.allSettled([render('Endless'), render('Shoe')]);
    vi.advanceTimersByTime(10_000);
    const refused = { status: 'rejected', reason: new Error('A page took more than 10 seconds.') };
    expect(await outcomes).toEqual([refused, refused]);
    expect(await render('Shoe')).toBe('<p>/Shoe</p>');
  });

  it('ends with the server, whatever it is doing', async () => {
    open();
    const outcome = expect(render('Endless')).rejects.toThrow('The server is closing.');
    await thread.close();
    await outcome;
    await expect(render('Shoe')).rejects.toThrow('The server is closing.');
  });
});
