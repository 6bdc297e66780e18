import { largePicture, PICTURE_SIZES } from '@perkex/contract/pictures.js';
import { SparklineDrawing } from '../chart/sparkline-drawing.js';
import { paths } from '../links/paths.js';
import { ProductName } from '../products/product-name.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import type { BannerPair } from './banner-slides.js';

/** A product on a slide with its market data, as a link. */
export function SlidePair({ pair, isFirst }: { pair: BannerPair; isFirst: boolean }) {
  const { id, name, thumbnail, figures, prices } = pair;
  return (
    <Link
      to={paths.product(id)}
      draggable={false}
      className="group absolute inset-0 flex flex-col px-5 pt-4 md:p-6 md:pt-4 lg:p-8 lg:pt-5"
    >
      {prices ? <PriceLine prices={prices} /> : null}
      <span className="on-stage relative flex min-h-0 flex-1 items-center justify-center">
        <ProductPicture
          src={largePicture(thumbnail)}
          sizes={PICTURE_SIZES.slide}
          isFirst={isFirst}
          className="h-full drop-shadow-lg motion-safe:transition-transform motion-safe:duration-200 motion-safe:group-hover:scale-[1.03]"
        />
      </span>
      <span className="relative mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 md:mt-3">
        <span className="min-w-0 max-md:w-full">
          <ProductName
            name={name}
            lineClass="block truncate text-xs/4 opacity-80 lg:text-sm/5"
            nicknameClass="block truncate font-semibold group-hover:underline lg:text-lg/6"
          />
        </span>
        <span className="flex gap-x-5 max-md:w-full max-md:justify-between lg:gap-x-7">
          {figures.map(([label, value]) => (
            <span key={label} className="flex flex-col">
              <span className="text-xs/4 opacity-80">{label}</span>{' '}
              <span className="price text-base/6 lg:text-xl/7">{value}</span>
            </span>
          ))}
        </span>
      </span>
    </Link>
  );
}

/** The recent prices of the product, as a line in the background. */
function PriceLine({ prices }: { prices: readonly number[] }) {
  return (
    <SparklineDrawing
      values={prices}
      width={400}
      height={200}
      className="absolute inset-x-0 top-[10%] h-[62%] w-full text-volt opacity-70 md:[mask-image:linear-gradient(to_right,transparent,black_18%)]"
      area={{ fill: 'url(#price-line)' }}
    >
      <linearGradient id="price-line" x2="0" y2="1">
        <stop stopColor="currentColor" stopOpacity=".25" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
    </SparklineDrawing>
  );
}
