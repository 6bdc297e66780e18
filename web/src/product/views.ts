import type { ProductPicture } from '@perkex/contract/products.js';

/** A picture of a product, drawn from one side or photographed. */
export interface View {
  readonly name: string;
  readonly src: string;
  /** A description of the picture. */
  readonly alt: string;
  readonly placeholder?: string;
}

const DRAWING = /^(\/drawings\/\d+)\.svg((?:\?.*)?)$/;

/** The views of a product: its pictures, or three views if it is drawn, or its thumbnail. */
export function viewsOf(
  name: string,
  thumbnail: string,
  pictures: readonly ProductPicture[],
): readonly [View, ...View[]] {
  const [first, ...others] = pictures.map(({ src, placeholder }, index) => {
    const number = `Picture ${index + 1}`;
    return { name: number, src, alt: `${name}, ${number.toLowerCase()}`, placeholder };
  });
  if (first) {
    return [first, ...others];
  }
  const [, base, version = ''] = DRAWING.exec(thumbnail) ?? [];
  if (base === undefined) {
    return [{ name: 'Side', src: thumbnail, alt: name }];
  }
  return [
    { name: 'Side', src: thumbnail, alt: `${name}, from the side` },
    { name: 'Top', src: `${base}/top.svg${version}`, alt: `${name}, from above` },
    { name: 'Heel', src: `${base}/heel.svg${version}`, alt: `${name}, from behind` },
  ];
}
