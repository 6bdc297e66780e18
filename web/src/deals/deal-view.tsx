import type { ByParty } from '@perkex/core/deals/by-party.js';
import type { OwnDeal } from '../api/deals.js';
import { paths } from '../links/paths.js';
import { Item } from '../lists/item.js';
import { BackLink } from '../routing/back-link.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { ClaimPhotos } from './claim-photos.js';
import { DEAL_GRID, SECOND_COLUMN } from './deal-grid.js';
import { DealLinks } from './deal-links.js';
import { DealMoney } from './deal-money.js';
import { DEAL_NAMES } from './deal-names.js';
import { DealPayment } from './deal-payment.js';
import { DealReport } from './deal-report.js';
import { DealStatus } from './deal-status.js';
import { DealStepList } from './deal-step-list.js';
import { DealTimeline } from './deal-timeline.js';
import { hasReceipt } from './has-receipt.js';
import { PlayMoneyLine } from './play-money-line.js';
import { Section } from './section.js';
import { isToBeShipped, ShipTo } from './ship-to.js';
import { isBoxed, TradeBox } from './trade-box.js';
import { useFocusAfterStep } from './use-focus-after-step.js';

/** The list that a deal belongs to. */
const LISTS: ByParty<{ readonly name: string; readonly path: string }> = {
  buyer: { name: 'Buying', path: paths.buying },
  seller: { name: 'Selling', path: paths.selling },
};

interface DealViewProps {
  readonly deal: OwnDeal;
  /** True if the last read failed, so that the deal may have changed. */
  readonly isOutdated: boolean;
}

/** A deal as its user sees it: its state, what happens next, what they may do, their money, and what has happened. */
export function DealView({ deal, isOutdated }: DealViewProps) {
  const { name: listName, path } = LISTS[deal.party];
  const { heading, onTaken } = useFocusAfterStep();
  // Until then, what the user may do comes first.
  const isDone = deal.state === 'complete';
  // The seller reads it before they accept it or object. Later, on a phone, the next step and the money come before it.
  const isReportFirst = deal.state === 'objectable';
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col">
        <BackLink to={path}>{listName}</BackLink>
        <h1 className="text-3xl md:text-4xl">Your {DEAL_NAMES[deal.party]}</h1>
      </div>
      {isOutdated ? (
        <p role="status" className="rounded-control border border-line bg-card px-4 py-3 text-sm">
          We lost the connection to PerkeX, so this may be out of date. We keep trying.
        </p>
      ) : null}
      <PlayMoneyLine />
      <div className={DEAL_GRID}>
        <div className="flex min-w-0 flex-col gap-4">
          {isDone ? <TradeBox deal={deal} /> : <Item row={deal} />}
          <DealStatus deal={deal} heading={heading} />
          <DealLinks deal={deal} />
          {isToBeShipped(deal) ? (
            <Section title="Ship to">
              <ShipTo address={deal.shipTo} />
              <Link to={paths.dealSlip(deal.id)} className={buttonClass('plain', 'self-start')}>
                Packing slip
              </Link>
            </Section>
          ) : null}
          {deal.steps.includes('pay') ? (
            <DealPayment key={deal.payment} deal={deal} onTaken={onTaken} />
          ) : null}
          <ClaimPhotos deal={deal} />
          {isReportFirst ? <DealReport deal={deal} /> : null}
          <DealStepList deal={deal} onTaken={onTaken} />
        </div>
        <Section title="Your money" className={SECOND_COLUMN}>
          <DealMoney deal={deal} />
          {hasReceipt(deal) ? (
            <Link to={paths.dealReceipt(deal.id)} className={buttonClass()}>
              Receipt
            </Link>
          ) : null}
        </Section>
        <div className="flex min-w-0 flex-col gap-4 empty:hidden">
          {isReportFirst ? null : <DealReport deal={deal} />}
          {isBoxed(deal) && !isDone ? <TradeBox deal={deal} /> : null}
        </div>
        <Section title="Timeline">
          <DealTimeline deal={deal} />
        </Section>
      </div>
    </div>
  );
}
