import { emailField } from '@perkex/contract/identity.js';
import { useState } from 'react';
import { identitySetup } from '../../api/identity/chosen-provider.js';
import { useCheckedField } from '../../ui/use-checked-field.js';
import { EmailField } from '../forms/email-field.js';
import { SecurityRow } from './security-row.js';
import { orRefuse, type StepAction, StepForm } from './step-forms.js';
import { useRowStep } from './use-row-step.js';
import { useVerifiedAction } from './use-verified-action.js';

/** With Firebase, only Google can change the account. */
const isChangeable = identitySetup.provider === 'embedded';

interface Change {
  readonly newEmail: string;
}

/** The e-mail of the account, with a form to change it. */
export function EmailRow({ email }: { email: string }) {
  const { step, go, end, opener } = useRowStep<'change'>();
  /** The mailboxes that have to confirm the requested change. */
  const [mailboxes, setMailboxes] = useState<readonly string[]>([]);
  const change = useVerifiedAction('changeEmail', {
    reason: 'Your e-mail is what you log in with. It stays as it is until you confirm.',
    onDone({ isOldAsked }, { newEmail }) {
      setMailboxes(isOldAsked ? [newEmail, email] : [newEmail]);
      end();
    },
  });
  const isWaiting = mailboxes.length > 0 && mailboxes[0] !== email;
  return (
    <SecurityRow
      name="E-mail"
      status={email}
      action={isChangeable ? opener('Change e-mail', () => go('change')) : null}
    >
      {step === null ? null : <ChangeForm action={change} onBack={end} />}
      {step === null && isWaiting ? <Waiting mailboxes={mailboxes} /> : null}
      {change.verification}
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
  readonly action: StepAction<Change>;
  readonly onBack: () => void;
}

function ChangeForm({ action, onBack }: ChangeFormProps) {
  const { value: newEmail, refuse, input } = useCheckedField();

  function submit() {
    const { error } = emailField.safeParse(newEmail);
    if (error) {
      refuse(error.issues[0]?.message);
    } else {
      void orRefuse(action.mutateAsync({ newEmail }), refuse);
    }
  }

  return (
    <StepForm submitText="SEND LINKS" isBusy={action.isPending} onSubmit={submit} onBack={onBack}>
      <EmailField label="NEW E-MAIL" autoComplete="email" required {...input} />
    </StepForm>
  );
}
