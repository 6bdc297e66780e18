import type { MoneyLineKind } from '@perkex/core/deals/money-lines.js';
import type { OwnDeal } from '../api/deals.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

/** The deals that money of this one came from, and went to. */
export function DealLinks({ deal: { replacedBy, replaces, money } }: { readonly deal: OwnDeal }) {
  const has = (wanted: MoneyLineKind) => money.some(({ kind }) => kind === wanted);
  const part = has('paid') || has('collecting') ? 'partly paid' : 'paid';
  return (
    <>
      {replacedBy !== null && has('carried-over') ? (
        <p>
          Your money has gone to <DealLink id={replacedBy}>your new order</DealLink>.
        </p>
      ) : null}
      {replaces !== null && has('carried') ? (
        <p>
          This order was {part} with the money of <DealLink id={replaces}>your earlier order</DealLink>.
        </p>
      ) : null}
    </>
  );
}

function DealLink({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <Link to={paths.deal(id)} className="underline underline-offset-4">
      {children}
    </Link>
  );
}
