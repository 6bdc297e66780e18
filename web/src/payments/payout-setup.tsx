import type { PaymentSetup } from '@perkex/contract/payment-setup.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProofNeeded } from '../api/call.js';
import { faultOf } from '../api/fault-of.js';
import { payoutCheckQuery, preparePayouts } from '../api/payments.js';
import { VerificationDialog } from '../identity/verification/verification-dialog.js';
import { PausableButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { showActionSuccess } from '../ui/toast.js';
import { useDashboardUserId } from '../user/user.js';

interface PayoutSetupProps {
  readonly payouts: Exclude<PaymentSetup['payouts'], 'ready'>;
}

/** Leads to the provider's form for the account that payouts go to. Afterwards its users return to the settings. */
export function PayoutSetup({ payouts }: PayoutSetupProps) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const [isUnproved, setIsUnproved] = useState(false);
  useQuery({ ...payoutCheckQuery(client, userId), enabled: payouts === 'incomplete' });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => preparePayouts(client, userId),
    onSuccess: (form) => {
      if (form === null) {
        showActionSuccess('Your account is ready. PerkeX can pay you.');
      } else {
        window.location.assign(form);
      }
    },
    onError: (refusal) => setIsUnproved(isProofNeeded(refusal)),
  });
  return (
    <>
      <FaultText>{isProofNeeded(error) ? null : faultOf(error)}</FaultText>
      <PausableButton isPaused={isPending} className="self-start" onClick={() => mutate()}>
        {payouts === 'none' ? 'Set up payouts' : 'Complete your account'}
      </PausableButton>
      {isUnproved ? (
        <VerificationDialog
          reason="This decides where your money goes. Nothing is saved until you confirm."
          onProved={() => {
            setIsUnproved(false);
            mutate();
          }}
          onCancel={() => setIsUnproved(false)}
        />
      ) : null}
    </>
  );
}
