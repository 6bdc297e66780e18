import { useQuery } from '@tanstack/react-query';
import { alsoWatchedQuery } from '../api/also-watched.js';
import { cardsQuery, relatedProductsQuery } from '../api/products.js';
import { useLiveProducts } from '../live/use-live.js';
import { cardPlaceholders } from '../products/card-placeholders.js';
import { ProductCard } from '../products/product-card.js';
import { Carousel } from '../ui/carousel.js';
import { ErrorNotice } from '../ui/states.js';

export interface RelatedCarouselProps {
  readonly product: { readonly id: number; readonly name: string };
  readonly title: string;
}

/** Related products and, below them, products that others also watched. */
export function RelatedCarousel(props: RelatedCarouselProps) {
  return (
    <div className="flex flex-col gap-10">
      <Related {...props} />
      <AlsoWatched productId={props.product.id} />
    </div>
  );
}

/** Fewer would not fill a row of cards. */
const LEAST_ALSO_WATCHED = 3;

/** Products that others also watch or have bought, if the data of enough users are known. */
function AlsoWatched({ productId }: { readonly productId: number }) {
  const { data: ids = [] } = useQuery(alsoWatchedQuery(productId));
  const { data: products } = useQuery(cardsQuery(ids));
  useLiveProducts(ids);
  if (ids.length < LEAST_ALSO_WATCHED || products === undefined) {
    return null;
  }
  return (
    <Carousel title="Others Also Watched">
      {products.map((other) => (
        <ProductCard key={other.id} product={other} />
      ))}
    </Carousel>
  );
}

/** Products whose names begin with the same two words (section 9). */
function Related({ product, title }: RelatedCarouselProps) {
  const { data, isError, refetch } = useQuery(relatedProductsQuery(product.id));
  useLiveProducts(data?.map(({ id }) => id));
  if (data?.length === 0) {
    return (
      <section>
        <h2 className="flex min-h-11 items-center text-xl md:text-2xl">{title}</h2>
        <p className="mt-3 text-muted">There are no related products yet.</p>
      </section>
    );
  }
  if (data === undefined && isError) {
    return (
      <ErrorNotice onRetry={() => void refetch()}>The related products could not be loaded.</ErrorNotice>
    );
  }
  return (
    <Carousel title={title}>
      {data ? data.map((related) => <ProductCard key={related.id} product={related} />) : cardPlaceholders()}
    </Carousel>
  );
}
