import { describe, expect, it } from 'vitest';
import { viewsOf } from './views.js';

describe('viewsOf', () => {
  it('a drawn product has four views of the same version: from the front, from the side, from above and from behind', () => {
    expect(viewsOf('Air One', '/drawings/12.svg?v=0a1b', []).map(({ src, alt }) => [src, alt])).toEqual([
      ['/drawings/12/front.svg?v=0a1b', 'Air One, from the front'],
      ['/drawings/12.svg?v=0a1b', 'Air One, from the side'],
      ['/drawings/12/top.svg?v=0a1b', 'Air One, from above'],
      ['/drawings/12/heel.svg?v=0a1b', 'Air One, from behind'],
    ]);
    expect(viewsOf('Air One', '/drawings/12.svg', [])[3]?.src).toBe('/drawings/12/heel.svg');
  });

  it.each(['https://shop.example/12.webp', '/pictures/12.svg', '/drawings/preview.png'])(
    'an imported thumbnail, %s, is the only view',
    (thumbnail) => {
      expect(viewsOf('Air One', thumbnail, [])).toEqual([{ name: 'Side', src: thumbnail, alt: 'Air One' }]);
    },
  );

  it('downloaded pictures keep their order', () => {
    const picture = (src: string) => ({ src, width: 9, height: 9, placeholder: `data:${src}` });
    const pictures = [picture('/pictures/a-640.jpg'), picture('/pictures/b-640.jpg')];
    expect(viewsOf('Air One', '/pictures/a-640.jpg', pictures)).toEqual([
      {
        name: 'Picture 1',
        src: '/pictures/a-640.jpg',
        alt: 'Air One, picture 1',
        placeholder: 'data:/pictures/a-640.jpg',
      },
      {
        name: 'Picture 2',
        src: '/pictures/b-640.jpg',
        alt: 'Air One, picture 2',
        placeholder: 'data:/pictures/b-640.jpg',
      },
    ]);
  });
});
