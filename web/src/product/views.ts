import { drawnView } from '@perkex/contract/pictures.js';
import type { ProductPicture } from '@perkex/contract/products.js';

/** A picture of a product, drawn from one side or photographed. */
export interface View {
  readonly name: string;
  readonly src: string;
  /** A description of the picture. */
  readonly alt: string;
  readonly placeholder?: string;
}

/** The views of a product: its pictures, or four views if it is drawn, or its thumbnail. */
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
  const [front, top, heel] = (['front', 'top', 'heel'] as const).map((view) => drawnView(thumbnail, view));
  if (!front || !top || !heel) {
    return [{ name: 'Side', src: thumbnail, alt: name }];
  }
  return [
    { name: 'Front', src: front, alt: `${name}, from the front` },
    { name: 'Side', src: thumbnail, alt: `${name}, from the side` },
    { name: 'Top', src: top, alt: `${name}, from above` },
    { name: 'Heel', src: heel, alt: `${name}, from behind` },
  ];
}
