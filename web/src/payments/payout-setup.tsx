import type { PaymentSetup } from '@perkex/contract/payment-setup.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { payoutCheckQuery, preparePayouts } from '../api/payments.js';
import { PausableButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { showActionSuccess } from '../ui/toast.js';
import { useVerifiedChange } from '../user/use-verified-change.js';
import { useDashboardUserId } from '../user/user.js';

interface PayoutSetupProps {
  readonly payouts: Exclude<PaymentSetup['payouts'], 'ready'>;
}

/** Leads to the provider's form for the account that payouts go to. Afterwards its users return to the settings. */
export function PayoutSetup({ payouts }: PayoutSetupProps) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  useQuery({ ...payoutCheckQuery(client, userId), enabled: payouts === 'incomplete' });
  const { mutate, isPending, fault, verification } = useVerifiedChange(preparePayouts, {
    reason: 'This decides where your money goes. Nothing is saved until you confirm.',
    onDone: (form) => {
      if (form === null) {
        showActionSuccess('Your account is ready. PerkeX can pay you.');
      } else {
        window.location.assign(form);
      }
    },
  });
  return (
    <>
      <FaultText>{fault}</FaultText>
      <PausableButton isPaused={isPending} className="self-start" onClick={() => mutate()}>
        {payouts === 'none' ? 'Set up payouts' : 'Complete your account'}
      </PausableButton>
      {verification}
    </>
  );
}
