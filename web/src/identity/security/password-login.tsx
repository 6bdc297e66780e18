import { MIN_PASSWORD_LENGTH } from '@perkex/contract/password-length.js';
import { useState } from 'react';
import { identitySetup } from '../../api/identity/chosen-provider.js';
import { subjectOf } from '../../api/identity/identity-provider.js';
import { useCheckedField } from '../../ui/use-checked-field.js';
import { PasswordField, TOO_SHORT } from '../verification/password-field.js';
import { changePassword } from './change-password.js';
import { SecurityRow } from './security-row.js';
import { orRefuse, type StepAction, StepForm } from './step-forms.js';
import { useRowStep } from './use-row-step.js';
import { useSecurityAction } from './use-security-action.js';

/** With Firebase, other browsers' tokens stay valid for up to an hour. */
const hasOwnSessions = identitySetup.provider === 'embedded';

/** The login by password, with a form to change it. */
export function PasswordLogin() {
  const { step, go, end, opener } = useRowStep<'change'>();
  const change = useSecurityAction('changePassword', {
    send: changePassword,
    onDone: end,
    success: hasOwnSessions
      ? 'Your password has been changed, and all other browsers have been logged out.'
      : 'Your password has been changed.',
  });
  return (
    <SecurityRow name="Password" status="Set" action={opener('Change password', () => go('change'))}>
      {step === null ? null : <ChangeForm action={change} onBack={end} />}
    </SecurityRow>
  );
}

interface ChangeFormProps {
  readonly action: StepAction<{ readonly password: string; readonly newPassword: string }>;
  readonly onBack: () => void;
}

function ChangeForm({ action, onBack }: ChangeFormProps) {
  const oldPassword = useCheckedField();
  const newPassword = useCheckedField();
  const [error, setError] = useState<string>();

  function tell(sentence: string, reason: unknown) {
    switch (subjectOf(reason)) {
      case 'own-password':
        return oldPassword.refuse(sentence);
      case 'new-password':
        return newPassword.refuse(sentence);
      default:
        setError(sentence);
    }
  }

  function submit() {
    if (oldPassword.value === '') {
      oldPassword.refuse('Password is required');
    } else if (newPassword.value.length < MIN_PASSWORD_LENGTH) {
      newPassword.refuse(TOO_SHORT);
    } else {
      setError(undefined);
      const change = action.mutateAsync({ password: oldPassword.value, newPassword: newPassword.value });
      void orRefuse(change, tell);
    }
  }

  return (
    <StepForm
      submitText="CHANGE PASSWORD"
      isBusy={action.isPending}
      onSubmit={submit}
      onBack={onBack}
      error={error}
    >
      <PasswordField
        label="CURRENT PASSWORD"
        autoComplete="current-password"
        required
        {...oldPassword.input}
      />
      <PasswordField label="NEW PASSWORD" autoComplete="new-password" required {...newPassword.input} />
    </StepForm>
  );
}
