import { dollarsToCents, formatPrice } from '@perkex/core/money.js';
import type { ReactNode } from 'react';
import { paths } from '../links/paths.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import { dayText } from '../ui/moment.js';
import { useZone } from '../ui/use-zone.js';

/** A pair with the content of its label. */
export interface BoxedPair {
  readonly productId: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly brand: string | null;
  readonly styleCode: string | null;
  readonly colourway: string | null;
  readonly size: string;
  /** Whole dollars. */
  readonly price: number;
  /** The time of the trade. */
  readonly date: string;
}

interface BoxLabelProps {
  readonly pair: BoxedPair;
  /** The number of the trade as a bar code, for its buyer and seller; absent for other users. */
  readonly children?: ReactNode;
}

/** The end of a shoe box: what was traded, dark on white paper in every theme. It names neither party. */
export function BoxLabel({ pair, children }: BoxLabelProps) {
  const { productId, name, thumbnail, brand, styleCode, colourway, size, price, date } = pair;
  const zone = useZone();
  return (
    <section
      aria-label="Box label"
      className="flex min-w-0 flex-col rounded-card border border-line bg-[#ffffff] text-[#0c0c0d] [print-color-adjust:exact] print:break-inside-avoid print:border-black"
    >
      <div className="flex items-start justify-between gap-4 p-4 pb-3 md:p-5 md:pb-4">
        <div className="flex min-w-0 flex-col gap-1">
          {brand === null ? null : (
            <p className="text-xs/4 font-semibold tracking-widest uppercase">{brand}</p>
          )}
          <Link
            to={paths.product(productId)}
            className="font-display text-xl/tight max-[22.5rem]:text-lg/tight font-extrabold wrap-anywhere underline-offset-4 [font-stretch:118%] hover:underline md:text-2xl/tight"
          >
            {name}
          </Link>
        </div>
        <div className="w-24 shrink-0 max-[22.5rem]:w-16 md:w-32">
          <ProductPicture src={thumbnail} />
        </div>
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] border-y border-[#0c0c0d]">
        <div className="flex flex-col justify-center gap-1 bg-[#0c0c0d] px-4 py-3 text-[#ffffff] md:px-6">
          <p className="text-xs/4 font-semibold">US</p>
          <p className="font-display text-4xl/none font-extrabold md:text-5xl/none">{size}</p>
        </div>
        <dl className="grid min-w-0 content-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-2">
          <Fact name="Style">{styleCode ?? '--'}</Fact>
          <Fact name="Colour">{colourway ?? '--'}</Fact>
          <Fact name="Price">
            <span className="price">{formatPrice(dollarsToCents(price))}</span>
          </Fact>
          <Fact name="Traded">
            <time dateTime={date}>{dayText(zone, date)}</time>
          </Fact>
        </dl>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 p-4 md:px-5">
        {children}
        <p className="ml-auto font-display font-extrabold [font-stretch:118%]">PerkeX</p>
      </div>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs/4 text-[#5c5c62]">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
