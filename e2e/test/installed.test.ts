import { expect, it } from 'vitest';
import { useShop } from './support/shop.js';

const shop = useShop();

interface AppManifest {
  readonly start_url: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

it("the site can be installed: the manifest's icons exist in the sizes that it declares", async () => {
  const visitor = await shop.visitor();
  await visitor.opens('/');
  const session = await visitor.context.newCDPSession(visitor.page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${shop.url}/app.webmanifest`, []]);
  const { start_url, display, icons } = JSON.parse(data ?? '') as AppManifest;
  expect([start_url, display]).toEqual(['/', 'standalone']);
  const touchIcon = await visitor.page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const { src, sizes, type } of [
    ...icons,
    { src: touchIcon ?? '', sizes: '180x180', type: 'image/png' },
  ]) {
    const answer = await fetch(`${shop.url}${src}`, { redirect: 'manual' });
    expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
    if (sizes !== 'any') {
      const size = await visitor.page.evaluate(async (address) => {
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        return `${picture.naturalWidth}x${picture.naturalHeight}`;
      }, src);
      expect([src, size]).toEqual([src, sizes]);
    }
  }
});
