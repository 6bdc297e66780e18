import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CarouselProduct } from '../api/products.js';
import { paths } from '../links/paths.js';
import { useLiveProducts } from '../live/use-live.js';
import { cardPlaceholders } from '../products/card-placeholders.js';
import { MoreLink } from '../products/more-link.js';
import { ProductCard } from '../products/product-card.js';
import { Carousel } from '../ui/carousel.js';
import { ErrorNotice } from '../ui/states.js';

const TITLE = 'Trending Sneakers';
/** The cards of the carousel's first page. */
const FIRST_CARDS = 4;

/** The recent bestsellers (section 2, "Home"). */
export function Trending({ trending }: { trending: UseQueryResult<CarouselProduct[]> }) {
  const { data, isError, refetch } = trending;
  useLiveProducts(data?.map(({ id }) => id));
  if (data === undefined && isError) {
    return (
      <Frame>
        <ErrorNotice onRetry={() => void refetch()}>The trending sneakers could not be loaded.</ErrorNotice>
      </Frame>
    );
  }
  if (data?.length === 0) {
    return (
      <Frame>
        <p className="text-muted">Nothing has traded here yet. The first sneakers are on their way.</p>
      </Frame>
    );
  }
  return (
    <Carousel
      title={TITLE}
      more={
        <MoreLink to={paths.browse()}>
          All <span className="max-[30rem]:sr-only">sneakers</span>
        </MoreLink>
      }
    >
      {data
        ? data.map((product, index) => (
            <ProductCard key={product.id} product={product} isEager={index < FIRST_CARDS} />
          ))
        : cardPlaceholders()}
    </Carousel>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 flex min-h-11 items-center text-xl md:text-2xl">{TITLE}</h2>
      {children}
    </section>
  );
}
