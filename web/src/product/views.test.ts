import { describe, expect, it } from 'vitest';
import { viewsOf } from './views.js';

describe('viewsOf', () => {
  it('a drawn product: from the side, from above and from below, of the same version', () => {
    expect(viewsOf('Air One', '/drawings/12.svg?v=0a1b').map(({ src, alt }) => [src, alt])).toEqual([
      ['/drawings/12.svg?v=0a1b', 'Air One, from the side'],
      ['/drawings/12/top.svg?v=0a1b', 'Air One, from above'],
      ['/drawings/12/sole.svg?v=0a1b', 'Air One, its sole'],
    ]);
    expect(viewsOf('Air One', '/drawings/12.svg')[2]?.src).toBe('/drawings/12/sole.svg');
  });

  it.each(['https://shop.example/12.webp', '/pictures/12.svg', '/drawings/preview.png'])(
    'a picture that an import has brought, %s, is the only one',
    (thumbnail) => {
      expect(viewsOf('Air One', thumbnail)).toEqual([{ name: 'Side', src: thumbnail, alt: 'Air One' }]);
    },
  );
});
