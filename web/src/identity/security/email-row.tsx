import { emailField } from '@perkex/contract/identity.js';
import { useState } from 'react';
import { identitySetup } from '../../api/identity/chosen-provider.js';
import { ProofDialog } from '../../proof/proof-dialog.js';
import { Button } from '../../ui/button.js';
import { EmailField } from '../email-field.js';
import { StepForm } from './factor-forms.js';
import { SecurityRow } from './security-section.js';
import { orRefuse, useCheckedField } from './use-checked-field.js';
import { useRowStep } from './use-row-step.js';
import { useSecurityAction } from './use-security-action.js';

/** With Firebase, the account is Google's to change. */
const isChangeable = identitySetup.provider === 'embedded';

/** The e-mail of the account, with a form to ask for another one. */
export function EmailRow({ email }: { email: string }) {
  const { step, go, end, button } = useRowStep<'change'>();
  /** What was asked for, while a proof is. */
  const [unproved, setUnproved] = useState<string | null>(null);
  /** Which mailboxes have to confirm the change that was asked for. */
  const [mailboxes, setMailboxes] = useState<readonly string[]>([]);
  const change = useSecurityAction({
    async call(settings, newEmail: string) {
      const isOldAsked = await settings.changeEmail(newEmail);
      return isOldAsked ? [newEmail, email] : [newEmail];
    },
    onDone(asked) {
      setMailboxes(asked);
      end();
    },
    askForProof: setUnproved,
  });
  const isWaiting = mailboxes.length > 0 && mailboxes[0] !== email;
  return (
    <SecurityRow
      name="E-mail"
      status={email}
      action={
        isChangeable && step === null ? (
          <Button ref={button} onClick={() => go('change')}>
            Change e-mail
          </Button>
        ) : null
      }
    >
      {step === null ? null : (
        <ChangeForm isBusy={change.isPending} onChange={change.mutateAsync} onBack={end} />
      )}
      {step === null && isWaiting ? <Waiting mailboxes={mailboxes} /> : null}
      {unproved === null ? null : (
        <ProofDialog
          reason="Your e-mail is what you log in with. It stays as it is until you confirm."
          onProved={() => {
            setUnproved(null);
            change.mutate(unproved);
          }}
          onCancel={() => setUnproved(null)}
        />
      )}
    </SecurityRow>
  );
}

function Waiting({ mailboxes }: { mailboxes: readonly string[] }) {
  return (
    <p role="status" className="wrap-anywhere text-sm">
      We have sent a mail to {mailboxes.join(' and one to ')}. Your e-mail changes once you have confirmed it
      with {mailboxes.length > 1 ? 'the links in both' : 'its link'}.
    </p>
  );
}

interface ChangeFormProps {
  readonly isBusy: boolean;
  /** Rejects if it is refused. */
  readonly onChange: (newEmail: string) => Promise<unknown>;
  readonly onBack: () => void;
}

function ChangeForm({ isBusy, onChange, onBack }: ChangeFormProps) {
  const [newEmail, setNewEmail] = useState('');
  const { field, error, clear, refuse } = useCheckedField();

  function submit() {
    const { error: fault } = emailField.safeParse(newEmail);
    if (fault) {
      refuse(fault.issues[0]?.message ?? '');
    } else {
      void orRefuse(onChange(newEmail), refuse);
    }
  }

  return (
    <StepForm submitText="SEND LINKS" isBusy={isBusy} onSubmit={submit} onBack={onBack}>
      <EmailField
        ref={field}
        label="NEW E-MAIL"
        autoComplete="email"
        required
        value={newEmail}
        error={error}
        onChange={({ target }) => {
          setNewEmail(target.value);
          clear();
        }}
      />
    </StepForm>
  );
}
