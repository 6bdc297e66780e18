import { useId } from 'react';
import { isBankTransfer, isPlayMoney } from '../api/deals.js';
import { bankPageOf } from '../api/payments.js';
import { BankButton } from './bank-button.js';
import { BankTransfer } from './bank-transfer.js';
import type { DealActionProps } from './deal-action.js';
import { SavedCard } from './saved-card.js';
import { TestCards } from './test-cards.js';

/** How the buyer completes a payment that was declined, or that their bank asks about. */
export function DealPayment({ deal, onTaken }: DealActionProps) {
  const titleId = useId();
  const needsBuyer = deal.payment === 'needs-buyer';
  if (isBankTransfer()) {
    return <BankTransfer deal={deal} />;
  }
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4 border-t border-line pt-5">
      <h2 id={titleId} className="text-lg">
        {needsBuyer ? 'Confirm your payment' : 'Pay again'}
      </h2>
      {needsBuyer ? <BankButton subject={deal.id} readAddress={() => bankPageOf(deal.id)} /> : null}
      {isPlayMoney() ? (
        <TestCards deal={deal} onTaken={onTaken} />
      ) : needsBuyer ? null : (
        <SavedCard deal={deal} onTaken={onTaken} />
      )}
    </section>
  );
}
