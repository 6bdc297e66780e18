import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProofNeeded } from '../api/call.js';
import { faultOf } from '../api/fault-of.js';
import { removePayouts } from '../api/payments.js';
import { VerificationDialog } from '../identity/verification/verification-dialog.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { showActionSuccess } from '../ui/toast.js';
import { useDashboardUserId } from '../user/user.js';

/** Removes the account that payouts go to, after a question. */
export function RemovePayouts() {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const [step, setStep] = useState<'none' | 'asked' | 'unproved'>('none');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => removePayouts(client, userId),
    onSuccess: () => {
      setStep('none');
      showActionSuccess('Your account for payouts is removed.');
    },
    onError: (refusal) => setStep(isProofNeeded(refusal) ? 'unproved' : 'asked'),
  });
  function end(): void {
    reset();
    setStep('none');
  }
  return (
    <>
      <Button className="self-start" onClick={() => setStep('asked')}>
        Remove the account
      </Button>
      {step === 'asked' ? (
        <ConfirmDialog
          title="Remove the account?"
          label="Remove"
          isBusy={isPending}
          fault={isProofNeeded(error) ? null : faultOf(error)}
          onConfirm={() => mutate()}
          onClose={end}
        >
          <p>PerkeX cannot pay you until you have added another one. What it owes you stays yours.</p>
        </ConfirmDialog>
      ) : null}
      {step === 'unproved' ? (
        <VerificationDialog
          reason="This changes where your money goes. Nothing is removed until you confirm."
          onProved={() => {
            setStep('asked');
            mutate();
          }}
          onCancel={end}
        />
      ) : null}
    </>
  );
}
