import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { productSalesQuery } from '../api/product-figures.js';
import type { Product } from '../api/products.js';
import { readNextPage } from '../api/read-again.js';
import { SaleTime } from '../products/local-sale-time.js';
import { ShownSize } from '../sizing/shown-size.js';
import { PausableButton } from '../ui/button.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { dollarText } from './dollar-text.js';
import { ListTable, ROW_CLASS } from './list-table.js';

interface SaleListProps {
  readonly product: Pick<Product, 'id' | 'name' | 'brand'>;
  /** Null for all sizes. */
  readonly size: string | null;
}

/** All trades, newest first, page by page. */
export function SaleList({ product, size }: SaleListProps) {
  const client = useQueryClient();
  const query = productSalesQuery(product.id, size);
  const { data, isError, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(query);
  if (data === undefined) {
    return isError ? (
      <ErrorNotice onRetry={() => void refetch()}>The sales could not be loaded.</ErrorNotice>
    ) : (
      <Placeholder className="mt-2 h-[34rem]" />
    );
  }
  const sales = data.pages.flatMap((page) => page.sales);
  if (sales.length === 0) {
    return <p className="px-1 py-4 text-muted">No sales yet.</p>;
  }
  return (
    <>
      <ListTable caption="All sales, the newest first" columns={['Size', 'Price', 'Time']}>
        {sales.map(({ id, size: soldSize, price, date }) => (
          <tr key={id} className={ROW_CLASS}>
            <td className="font-semibold">
              {soldSize}
              <ShownSize shoe={product} size={soldSize} className="text-xs/none" />
            </td>
            <td className="price">{dollarText(price)}</td>
            <td className="text-sm text-muted">
              <SaleTime date={date} />
            </td>
          </tr>
        ))}
      </ListTable>
      <p role="status" className="sr-only">
        {data.pages.length > 1 ? `${sales.length} sales are shown${hasNextPage ? '' : ', all of them'}.` : ''}
      </p>
      {isFetchNextPageError ? (
        <p role="alert" className="mt-3">
          Older sales could not be loaded.
        </p>
      ) : null}
      {hasNextPage ? (
        <PausableButton
          className="mt-4 w-full md:w-auto"
          isPaused={isFetchingNextPage}
          onClick={() => void readNextPage(client, query.queryKey, fetchNextPage)}
        >
          Show older sales
        </PausableButton>
      ) : null}
    </>
  );
}
