import { useState } from 'react';
import { accountDeleted } from '../../session/session.js';
import { Dialog } from '../../ui/dialog.js';
import { PasswordForm, StepForm } from './factor-forms.js';
import { orRefuse } from './use-checked-field.js';
import { useSecurityAction } from './use-security-action.js';

interface DeleteAccountDialogProps {
  readonly hasPassword: boolean;
  readonly onCancel: () => void;
}

/** Says what goes and what stays, and deletes the account after asking for the password, if it has one. */
export function DeleteAccountDialog({ hasPassword, onCancel }: DeleteAccountDialogProps) {
  const { mutateAsync, isPending } = useSecurityAction({
    call: (settings, password: string) => settings.deleteAccount(password),
    onDone: accountDeleted,
    success: 'Your account has been deleted.',
  });
  const form = { submitText: 'DELETE ACCOUNT', isBusy: isPending, onBack: onCancel };
  return (
    <Dialog title="Delete your account?" onCancel={onCancel} isBusy={isPending}>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>Your open asks and bids are removed.</li>
        <li>Your sales and purchases stay in the books, under a random id that does not lead to you.</li>
        <li>Your login, settings and sessions are deleted, here and in every other browser.</li>
        <li>This cannot be undone.</li>
      </ul>
      {hasPassword ? (
        <PasswordForm {...form} onPassword={mutateAsync} />
      ) : (
        <WithoutPassword {...form} onConfirm={() => mutateAsync('')} />
      )}
    </Dialog>
  );
}

interface WithoutPasswordProps {
  readonly submitText: string;
  readonly isBusy: boolean;
  readonly onBack: () => void;
  /** Rejects if it is refused. */
  readonly onConfirm: () => Promise<unknown>;
}

/** An account without a password needs a fresh session instead. */
function WithoutPassword({ onConfirm, ...form }: WithoutPasswordProps) {
  const [error, setError] = useState<string | null>(null);
  return (
    <StepForm {...form} onSubmit={() => void orRefuse(onConfirm(), setError)}>
      <p className="text-sm text-muted">
        Your account has no password, so this works in the first ten minutes after a login.
      </p>
      {error === null ? null : (
        <p role="alert" className="text-sm text-ask">
          {error}
        </p>
      )}
    </StepForm>
  );
}
