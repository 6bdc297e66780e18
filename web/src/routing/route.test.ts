import { describe, expect, it } from 'vitest';
import { lazyPage, loadPages, matchRoutes, type Part, type Route } from './route.js';

const named = (name: string) => Object.assign(() => name, { displayName: name });
const Layout = named('layout');
const Inner = named('inner');
const Product = named('product');
const Settings = named('settings');
const Elsewhere = named('elsewhere');

const routes: readonly Route[] = [
  { path: '/product/:id', parts: [{ Component: Layout }, { Component: Product }] },
  {
    path: '/dashboard/:uid/settings',
    parts: [{ Component: Layout }, { Component: Inner }, { Component: Settings }],
  },
  { path: null, parts: [{ Component: Elsewhere }] },
];

function shownAt(path: string) {
  const match = matchRoutes(routes, path);
  return [match?.parts.map(({ Component }) => Component.displayName).join(' > '), match?.params];
}

describe('routes', () => {
  it('nest a page in its layouts', () => {
    expect(shownAt('/product/7')).toEqual(['layout > product', { id: '7' }]);
    expect(shownAt('/dashboard/me/settings')).toEqual(['layout > inner > settings', { uid: 'me' }]);
  });

  it('have a page for every path that no other page matches', () => {
    expect(shownAt('/nowhere/at/%')).toEqual(['elsewhere', {}]);
    expect(matchRoutes(routes.slice(0, -1), '/nowhere')).toBeNull();
  });
});

describe('the code of a page', () => {
  function lazily(fetch: () => Promise<Part['Component']>): readonly Route[] {
    return [{ path: '/help', parts: [lazyPage(async () => Layout), lazyPage(fetch)] }];
  }

  it('is loaded once, with the code of its layouts', async () => {
    let fetches = 0;
    const pages = lazily(async () => {
      fetches += 1;
      return Product;
    });
    await loadPages(pages, '/help');
    expect([fetches, loadPages(pages, '/help')]).toEqual([1, null]);
  });

  it('is loaded again after a failure', async () => {
    let isAway = true;
    const pages = lazily(async () => {
      if (isAway) {
        throw new Error('away');
      }
      return Product;
    });
    await expect(loadPages(pages, '/help')).rejects.toThrow('away');
    isAway = false;
    await loadPages(pages, '/help');
    expect(loadPages(pages, '/help')).toBeNull();
  });

  it('is not needed for a path without a page', () => {
    expect(
      loadPages(
        lazily(async () => Product),
        '/nowhere',
      ),
    ).toBeNull();
  });
});
