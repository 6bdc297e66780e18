import { MIN_PASSWORD_LENGTH } from '@perkex/contract/identity.js';
import { useState } from 'react';
import { identitySetup } from '../../api/identity/chosen-provider.js';
import { UnfitPasswordError, WrongPasswordError } from '../../api/identity/identity-provider.js';
import { PasswordField, TOO_SHORT } from '../../proof/password-field.js';
import { Button } from '../../ui/button.js';
import { StepForm } from './factor-forms.js';
import { SecurityRow } from './security-section.js';
import { orRefuse, useCheckedField } from './use-checked-field.js';
import { useRowStep } from './use-row-step.js';
import { useSecurityAction } from './use-security-action.js';

interface Passwords {
  readonly password: string;
  readonly newPassword: string;
}

/** With Firebase, other browsers' tokens stay valid for up to an hour. */
const hasOwnSessions = identitySetup.provider === 'embedded';

/** The login by password, with a form to change it. */
export function PasswordLogin() {
  const { step, go, end, button } = useRowStep<'change'>();
  const change = useSecurityAction({
    call: (settings, { password, newPassword }: Passwords) => settings.changePassword(password, newPassword),
    onDone: end,
    success: hasOwnSessions
      ? 'Your password has been changed, and all other browsers have been logged out.'
      : 'Your password has been changed.',
  });
  return (
    <SecurityRow
      name="Password"
      status="Set"
      action={
        step === null ? (
          <Button ref={button} onClick={() => go('change')}>
            Change password
          </Button>
        ) : null
      }
    >
      {step === null ? null : (
        <ChangeForm isBusy={change.isPending} onChange={change.mutateAsync} onBack={end} />
      )}
    </SecurityRow>
  );
}

interface ChangeFormProps {
  readonly isBusy: boolean;
  /** Rejects if it is refused. */
  readonly onChange: (passwords: Passwords) => Promise<unknown>;
  readonly onBack: () => void;
}

function ChangeForm({ isBusy, onChange, onBack }: ChangeFormProps) {
  const [passwords, setPasswords] = useState<Passwords>({ password: '', newPassword: '' });
  const { password, newPassword } = passwords;
  const oldField = useCheckedField();
  const newField = useCheckedField();
  /** Why it was refused, if neither password is to blame. */
  const [formError, setFormError] = useState<string | null>(null);

  function change(typed: Partial<Passwords>) {
    setPasswords({ ...passwords, ...typed });
    setFormError(null);
  }

  function tell(sentence: string, error: unknown) {
    if (error instanceof WrongPasswordError) {
      oldField.refuse(sentence);
    } else if (error instanceof UnfitPasswordError) {
      newField.refuse(sentence);
    } else {
      setFormError(sentence);
    }
  }

  function submit() {
    if (password === '') {
      oldField.refuse('Password is required');
    } else if (newPassword.length < MIN_PASSWORD_LENGTH) {
      newField.refuse(TOO_SHORT);
    } else {
      setFormError(null);
      void orRefuse(onChange(passwords), tell);
    }
  }

  return (
    <StepForm submitText="CHANGE PASSWORD" isBusy={isBusy} onSubmit={submit} onBack={onBack}>
      <PasswordField
        ref={oldField.field}
        label="CURRENT PASSWORD"
        autoComplete="current-password"
        required
        value={password}
        error={oldField.error}
        onChange={({ target }) => {
          change({ password: target.value });
          oldField.clear();
        }}
      />
      <PasswordField
        ref={newField.field}
        label="NEW PASSWORD"
        autoComplete="new-password"
        required
        value={newPassword}
        error={newField.error}
        onChange={({ target }) => {
          change({ newPassword: target.value });
          newField.clear();
        }}
      />
      {formError === null ? null : (
        <p role="alert" className="text-sm text-ask">
          {formError}
        </p>
      )}
    </StepForm>
  );
}
