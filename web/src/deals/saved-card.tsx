import { useQuery } from '@tanstack/react-query';
import { paymentSetupQuery } from '../api/payments.js';
import { SettlingButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { ErrorNotice, Spinner } from '../ui/states.js';
import { useDashboardUserId } from '../user/user.js';
import type { DealActionProps } from './deal-action.js';
import { toCollect } from './deal-amounts.js';
import { dollarsText } from './dollars-text.js';
import { useDealSteps } from './use-deal-steps.js';

/** With real money, only the saved card can pay again: the pages have no form for another one. */
export function SavedCard({ deal, onTaken }: DealActionProps) {
  const { data, isError, refetch } = useQuery(paymentSetupQuery(useDashboardUserId()));
  const { isBusy, fault, take } = useDealSteps(deal);
  if (!data) {
    return isError ? (
      <ErrorNotice onRetry={() => void refetch()}>Your card could not be loaded.</ErrorNotice>
    ) : (
      <Spinner />
    );
  }
  if (!data.hasCard) {
    return <p>You have no saved card, and cards cannot be added here yet.</p>;
  }
  const pay = async () => {
    if ((await take({ type: 'pay' })) === 'taken') {
      onTaken();
    }
  };
  return (
    <>
      <p className="text-sm text-muted">
        We collect {dollarsText(toCollect(deal))} from your saved card again. Another card cannot be added
        here yet.
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
