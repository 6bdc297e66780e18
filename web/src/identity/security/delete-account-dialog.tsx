import { useState } from 'react';
import { haveDealsStarted } from '../../api/deals.js';
import { Dialog } from '../../ui/dialog.js';
import { clearLogin } from '../session/session.js';
import { orRefuse, PasswordForm, StepForm } from './step-forms.js';
import { useSecurityAction } from './use-security-action.js';

interface DeleteAccountDialogProps {
  readonly hasPassword: boolean;
  readonly onCancel: () => void;
}

/**
 * Lists what is deleted and what is kept, and erases the account after asking for the password. An account without one
 * needs a fresh session instead.
 */
export function DeleteAccountDialog({ hasPassword, onCancel }: DeleteAccountDialogProps) {
  const [error, setError] = useState<string>();
  const deletion = useSecurityAction('deleteAccount', {
    onDone: clearLogin,
    success: 'Your account has been deleted.',
  });
  const { mutateAsync, isPending } = deletion;
  return (
    <Dialog title="Delete your account?" onCancel={onCancel} isBusy={isPending}>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>Your open asks and bids are removed.</li>
        <li>Your sales and purchases stay in the books, under a random id that does not lead back to you.</li>
        {haveDealsStarted() ? (
          <li>
            Orders in progress go on without you: you can no longer ship, choose, object or report a problem.
            What is due to you is still paid, and your pairs are sent to the address in your settings, which
            we keep until then.
          </li>
        ) : null}
        <li>Your login, settings and sessions are deleted, here and in every other browser.</li>
        <li>This cannot be undone.</li>
      </ul>
      {hasPassword ? (
        <PasswordForm submitText="DELETE ACCOUNT" action={deletion} onBack={onCancel} />
      ) : (
        <StepForm
          submitText="DELETE ACCOUNT"
          isBusy={isPending}
          onSubmit={() => void orRefuse(mutateAsync({ password: '' }), setError)}
          onBack={onCancel}
          error={error}
        >
          <p className="text-sm text-muted">
            Your account has no password, so this works in the first ten minutes after a login.
          </p>
        </StepForm>
      )}
    </Dialog>
  );
}
