import { useState } from 'react';
import { removePayouts } from '../api/payments.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { showActionSuccess } from '../ui/toast.js';
import { useVerifiedChange } from '../user/use-verified-change.js';

/** Removes the account that payouts go to, after a question. */
export function RemovePayouts() {
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending, fault, reset, verification } = useVerifiedChange(removePayouts, {
    reason: 'This changes where your money goes. Nothing is removed until you confirm.',
    onDone: () => {
      setIsAsked(false);
      showActionSuccess('Your account for payouts is removed.');
    },
    onCancel: end,
  });
  function end(): void {
    reset();
    setIsAsked(false);
  }
  return (
    <>
      <Button className="self-start" onClick={() => setIsAsked(true)}>
        Remove the account
      </Button>
      {isAsked && verification === null ? (
        <ConfirmDialog
          title="Remove the account?"
          label="Remove"
          isBusy={isPending}
          fault={fault}
          onConfirm={mutate}
          onClose={end}
        >
          <p>PerkeX cannot pay you until you have added another one. What it owes you stays yours.</p>
        </ConfirmDialog>
      ) : null}
      {verification}
    </>
  );
}
