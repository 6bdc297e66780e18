import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { pathOf, patternsOf } from '@perkex/contract/path-of.js';
import { describe, expect, it } from 'vitest';
import { isAtOrBelow, matchPath } from './path-pattern.js';

describe('a path', () => {
  it.each([
    ['/', '/', {}],
    ['/market', '/market/', {}],
    ['/product/:id', '/product/7', { id: '7' }],
    ['/product/:id', '/product/7/', { id: '7' }],
    ['/brands/:brand/:model', '/brands/air%20jordan/1%2F2', { brand: 'air jordan', model: '1/2' }],
    ['/brands/:brand', '/br%61nds/caf%C3%A9', { brand: 'café' }],
    ['/help/:page', '/help/..%2f..', { page: '../..' }],
  ])('fits %s as %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });

  it.each([
    ['/', '/market'],
    ['/market', '/'],
    ['/market', '/Market'],
    ['/market', '//market'],
    ['/market', '/market//'],
    ['/market', '/market/x'],
    ['/product/:id', '/product'],
    ['/product/:id', '/product/'],
    ['/product/:id', '/product//'],
    ['/product/:id', '/product//7'],
    ['/product/:id', '/product/7/8'],
    ['/product/:id', ''],
    ['/product/:id', 'product/7'],
  ])('does not fit %s as %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeNull();
  });

  it.each(['%', '%zz', '%E0%A4%A', '100%', '%c0%af', '%ff'])(
    'may have a part that cannot be decoded: %s',
    (part) => {
      expect(matchPath('/brands/:brand', `/brands/${part}`)).toEqual({ brand: part });
      expect(matchPath('/market', `/${part}`)).toBeNull();
    },
  );

  it('may be as long as an address can be', () => {
    expect(matchPath('/market', '/'.repeat(1_000_000))).toBeNull();
    expect(matchPath('/help/:page', `/help/${'%'.repeat(1_000_000)}`)).not.toBeNull();
  });

  it('is at a page or below it', () => {
    const pattern = '/dashboard/:uid/settings';
    expect(isAtOrBelow(pattern, '/dashboard/me/settings')).toBe(true);
    expect(isAtOrBelow(pattern, '/dashboard/me/settings/shipping')).toBe(true);
    expect(isAtOrBelow(pattern, '/dashboard/me/settings2')).toBe(false);
    expect(isAtOrBelow(pattern, '/dashboard/me')).toBe(false);
    expect(isAtOrBelow('/sell', '/sell/1')).toBe(true);
  });
});

describe('the path of a page', () => {
  it.each(['7', 'a b', 'é', 'a/b', '%', '?#&', '..%2f'])('leads back to the parameter %s', (parameter) => {
    const parameters = { brand: parameter, model: parameter };
    const path = pathOf(PAGE_PATHS.model, parameters);
    expect(matchPath(PAGE_PATHS.model, path)).toEqual(parameters);
    expect(new URL(path, 'https://perkex.test')).toMatchObject({ pathname: path, search: '', hash: '' });
  });

  it('belongs to one page only', () => {
    const patterns = Object.values(PAGE_PATHS).flatMap(patternsOf);
    for (const pattern of patterns) {
      const path = pathOf(pattern, {
        id: '1',
        brand: 'b',
        model: 'm',
        page: 'p',
        uid: 'u',
        deal: 'd',
        code: 'c',
        list: '1',
        product: '1',
        user: 'u',
        draft: 'd',
        campaign: 'c',
        day: '2026-11-22',
        sale: 's',
        webhook: 'w',
      });
      expect(patterns.filter((each) => matchPath(each, path))).toEqual([pattern]);
    }
  });
});
