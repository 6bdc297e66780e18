import { useQuery } from '@tanstack/react-query';
import { paymentSetupQuery } from '../api/payments.js';
import { CardSetup } from '../payments/card-setup.js';
import { SettlingButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { LoadingState } from '../ui/loading-state.js';
import { useDashboardUserId } from '../user/user.js';
import { CardSaved, useCardSaved } from './card-saved.js';
import type { DealActionProps } from './deal-action.js';
import { toCollect } from './deal-amounts.js';
import { dollarsText } from './dollars-text.js';
import { useDealSteps } from './use-deal-steps.js';

/** Pays again with the saved card, or with another one. */
export function SavedCard({ deal, onTaken }: DealActionProps) {
  const { data, isError, refetch } = useQuery(paymentSetupQuery(useDashboardUserId()));
  const { isSaved, onSaved } = useCardSaved({ deal, onTaken });
  if (isSaved) {
    return <CardSaved />;
  }
  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="Your card could not be loaded." />;
  }
  return (
    <>
      {data.hasCard ? <PayAgain deal={deal} onTaken={onTaken} /> : <p>You have no saved card.</p>}
      {data.publishableKey === null ? null : (
        <CardSetup
          publishableKey={data.publishableKey}
          label={data.hasCard ? 'Pay with another card' : 'Add a card'}
          onSaved={onSaved}
        />
      )}
    </>
  );
}

function PayAgain({ deal, onTaken }: DealActionProps) {
  const { isBusy, fault, take } = useDealSteps(deal);
  const pay = async () => {
    if ((await take({ type: 'pay' })) === 'taken') {
      onTaken();
    }
  };
  return (
    <>
      <p className="text-sm text-muted">
        We collect {dollarsText(toCollect(deal))} from your saved card again.
      </p>
      <FaultText>{fault}</FaultText>
      <SettlingButton
        look="strong"
        subject={`${deal.id} ${deal.version}`}
        isPaused={isBusy}
        className="sm:self-start"
        onClick={() => void pay()}
      >
        Try again
      </SettlingButton>
    </>
  );
}
