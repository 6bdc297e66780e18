import { useQuery } from '@tanstack/react-query';
import { soldPairQuery } from '../api/sold-pairs.js';
import { paths } from '../links/paths.js';
import { useParams } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { BoxLabel } from './box-label.js';

/** The label of a traded pair, which its buyer or seller has shared. It names neither. */
export function SoldPairPage() {
  const { id = '', sale = '' } = useParams();
  const { data: pair, isError, refetch } = useQuery(soldPairQuery(id, sale));
  usePageTitle(pair ? `${pair.name} in size ${pair.size}, sold for ${pair.price}$` : 'Sold');
  if (pair === null) {
    return (
      <div className="flex flex-col items-start gap-5">
        <h1 className="text-3xl md:text-4xl">There is no such sale</h1>
        <p className="max-w-prose">The address may be mistyped, or the trade was undone.</p>
        <Link to={paths.market} className={buttonClass()}>
          The market
        </Link>
      </div>
    );
  }
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      <h1 className="text-3xl md:text-4xl">Sold on PerkeX</h1>
      {pair ? (
        <>
          <BoxLabel pair={pair} />
          <Link to={paths.product(pair.productId, pair.size)} className={buttonClass('strong', 'self-start')}>
            See its market
          </Link>
        </>
      ) : isError ? (
        <ErrorNotice onRetry={() => void refetch()}>The sale could not be loaded.</ErrorNotice>
      ) : (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Placeholder className="h-72" />
        </div>
      )}
    </div>
  );
}
