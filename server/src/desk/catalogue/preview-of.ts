import type { ProductDetail } from '@perkex/contract/products.js';
import { kindOf } from '@perkex/core/finding/kinds.js';
import { centsToDollars } from '@perkex/core/money.js';
import { tradesAt } from '../../catalogue/find-product.js';
import type { FileProduct } from '../../csv/products-file.js';
import { type PictureRow, pictureAddress } from '../../pictures/picture-rows.js';
import type { ReadyPicture } from '../../pictures/ready-pictures.js';

/**
 * A product of a draft as its page will have it, before the first order.
 * @param thumbnail that of the published product which the draft changes
 */
export function previewOf(
  product: FileProduct,
  pictures: readonly (PictureRow | ReadyPicture)[],
  thumbnail: string | null,
  nowMs: number,
): ProductDetail {
  const { name, brand, styleCode, colourway, model, nickname, kind, description, releaseDate } = product;
  const { retailPriceCents, tradesFrom, sizes } = product;
  const shown = pictures.flatMap(({ hash, width, height, placeholder }) =>
    hash === null || width === null || height === null || placeholder === null
      ? []
      : [{ src: pictureAddress(hash, width), width, height, placeholder }],
  );
  return {
    id: 0,
    name,
    thumbnail: shown[0]?.src ?? thumbnail ?? '/drawings/0.svg',
    pictures: shown,
    brand: brand || null,
    styleCode,
    colourway,
    model,
    nickname,
    kind: kind ?? kindOf(name, sizes),
    description,
    releaseDate,
    retailPrice: retailPriceCents === null ? null : centsToDollars(retailPriceCents),
    tradesFrom: tradesAt(tradesFrom, nowMs) ? null : tradesFrom,
    sizes: [...sizes],
    asks: [],
    bids: [],
    lastsales: [],
    oldersales: [],
  };
}
