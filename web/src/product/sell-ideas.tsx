import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { type CollectionPair, collectionQuery } from '../api/collection.js';
import { highestBidIn, highestBidsQuery } from '../api/highest-bids.js';
import { type CarouselProduct, cardsQuery, trendingQuery } from '../api/products.js';
import { currentUserId, useUserId } from '../identity/session/auth-store.js';
import { useLiveProducts } from '../live/use-live.js';
import { useViewedIds, viewedIds } from '../products/viewed-products.js';
import { BidRow, PairRow } from './sell-rows.js';

const MAX_PAIRS = 5;
const MAX_VIEWED = 4;
const MAX_TRENDING = 6;

/** Loads the data in advance, so that the list appears at once. Leaves out failed parts until they load. */
export async function readSellIdeas(client: QueryClient): Promise<void> {
  const userId = currentUserId();
  const [viewed, trending] = await Promise.all([
    client.fetchQuery(viewedQuery(viewedIds())).catch(() => []),
    client.fetchQuery(trendingQuery).catch(() => []),
    userId === '' ? null : client.prefetchQuery(collectionQuery(userId)),
  ]);
  await client.prefetchQuery(highestBidsQuery(idsOf(viewed, trendingBeside(viewed, trending))));
}

/** Suggestions for selling before the user types: their pairs, recently viewed products, bestsellers. */
export function SellIdeas() {
  const { data: collection } = useQuery(collectionQuery(useUserId()));
  const { data: viewed = [] } = useQuery(viewedQuery(useViewedIds()));
  const { data: trending = [] } = useQuery(trendingQuery);
  const pairs = collection?.pairs.slice(0, MAX_PAIRS) ?? [];
  const others = trendingBeside(viewed, trending);
  const ids = idsOf(viewed, others);
  const { data: bids } = useQuery(highestBidsQuery(ids));
  useLiveProducts(ids);
  return (
    <div className="mt-8 flex flex-col gap-8">
      <Ideas title="Your collection" rows={pairs} keyOf={(pair: CollectionPair) => pair.id}>
        {(pair) => <PairRow pair={pair} />}
      </Ideas>
      <Ideas title="Recently viewed" rows={viewed} keyOf={keyOfProduct}>
        {(product) => <BidRow product={product} highestBidCents={highestBidIn(bids, product.id)} />}
      </Ideas>
      <Ideas title="What sells most" rows={others} keyOf={keyOfProduct}>
        {(product) => <BidRow product={product} highestBidCents={highestBidIn(bids, product.id)} />}
      </Ideas>
    </div>
  );
}

function viewedQuery(ids: readonly number[]) {
  return cardsQuery(ids.slice(0, MAX_VIEWED));
}

/** The trending products without those already shown above. */
function trendingBeside(
  viewed: readonly CarouselProduct[],
  trending: readonly CarouselProduct[],
): CarouselProduct[] {
  return trending.filter(({ id }) => !viewed.some((each) => each.id === id)).slice(0, MAX_TRENDING);
}

function idsOf(...lists: readonly (readonly CarouselProduct[])[]): number[] {
  return lists.flat().map(({ id }) => id);
}

function keyOfProduct({ id }: CarouselProduct): number {
  return id;
}

interface IdeasProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly children: (row: Row) => ReactNode;
}

/** A list with its title; empty without rows. */
function Ideas<Row>({ title, rows, keyOf, children }: IdeasProps<Row>) {
  const titleId = useId();
  return rows.length === 0 ? null : (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-lg md:text-xl">
        {title}
      </h2>
      <ul className="mt-3 divide-y divide-line overflow-hidden rounded-card border border-line">
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
    </section>
  );
}
