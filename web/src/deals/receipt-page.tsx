import type { ByParty } from '@perkex/core/deals/by-party.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { ReactNode } from 'react';
import type { OwnDeal } from '../api/deals.js';
import { DealMoney } from './deal-money.js';
import { hasReceipt } from './has-receipt.js';
import { Moment } from './moment.js';
import { Pair, PaperPage, Part } from './paper.js';
import { stateWords } from './state-words.js';

const NO_RECEIPT = 'Nothing has been paid for this order, so it has no receipt.';
const TRADED: ByParty<string> = { buyer: 'Bought', seller: 'Sold' };

/**
 * A party's own receipt (after-the-trade, "For both traders"): their money to the cent, and nothing of the other party.
 */
export function ReceiptPage() {
  return (
    <PaperPage title="Receipt" absence={(deal) => (hasReceipt(deal) ? null : NO_RECEIPT)}>
      {(deal) => <Receipt deal={deal} />}
    </PaperPage>
  );
}

function Receipt({ deal }: { readonly deal: OwnDeal }) {
  return (
    <>
      <dl className="flex flex-col gap-1">
        <Fact name="Order">
          <span className="tabular-nums wrap-anywhere">{dealCode(deal)}</span>
        </Fact>
        <Fact name={TRADED[deal.party]}>
          <Moment at={deal.date} />
        </Fact>
        <Fact name="State">{stateWords(deal).label}</Fact>
      </dl>
      <Part title="The pair">
        <Pair deal={deal} />
      </Part>
      <Part title="Your money">
        <DealMoney deal={deal} />
      </Part>
      <p className="text-sm text-muted">
        PerkeX, an open marketplace for new sneakers. Amounts are in US dollars.
      </p>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex gap-x-4 max-sm:flex-col">
      <dt className="w-16 shrink-0 text-muted max-sm:text-sm">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
