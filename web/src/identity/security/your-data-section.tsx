import { useMutation } from '@tanstack/react-query';
import { ConnectionError, unlessSignedOut } from '../../api/call.js';
import { identitySetup } from '../../api/identity/chosen-provider.js';
import { exportUserData } from '../../api/user-data.js';
import { Button, PausableButton } from '../../ui/button.js';
import { FramedSection } from '../../ui/framed-section.js';
import { saveFile } from '../../ui/save-file.js';
import { showActionSuccess, showActionWarning } from '../../ui/toast.js';
import { DeleteAccountDialog } from './delete-account-dialog.js';
import { SecurityRow } from './security-row.js';
import { useRowStep } from './use-row-step.js';

/** With Firebase, only Google can delete the account. */
const isDeletable = identitySetup.provider === 'embedded';

/** The user's data at PerkeX: a copy of them, and account erasure. */
export function YourDataSection({ hasPassword }: { hasPassword: boolean }) {
  return (
    <FramedSection title="YOUR DATA">
      <ExportRow />
      {isDeletable ? <DeletionRow hasPassword={hasPassword} /> : null}
    </FramedSection>
  );
}

function ExportRow() {
  const { mutate, isPending } = useMutation({
    mutationFn: exportUserData,
    onSuccess(file) {
      saveFile(file, 'perkex-export.json');
      showActionSuccess('Your data has been downloaded.');
    },
    onError: unlessSignedOut((error) =>
      showActionWarning(
        error instanceof ConnectionError ? `${error.message} Please try again.` : error.message,
      ),
    ),
  });
  return (
    <SecurityRow
      name="A copy of your data"
      status="Settings, logins, orders and trades, as a JSON file"
      action={
        <PausableButton isPaused={isPending} onClick={() => mutate()}>
          Download my data
        </PausableButton>
      }
    />
  );
}

function DeletionRow({ hasPassword }: { hasPassword: boolean }) {
  const { step, go, end, button } = useRowStep<'delete'>();
  return (
    <SecurityRow
      name="Your account"
      status="Deleting it cannot be undone"
      action={
        <Button ref={button} look="danger" onClick={() => go('delete')}>
          Delete account
        </Button>
      }
    >
      {step === null ? null : <DeleteAccountDialog hasPassword={hasPassword} onCancel={end} />}
    </SecurityRow>
  );
}
