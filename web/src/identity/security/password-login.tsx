import { MIN_PASSWORD_LENGTH } from '@perkex/contract/identity.js';
import { useState } from 'react';
import { identitySetup } from '../../api/identity/chosen-provider.js';
import { UnfitPasswordError, WrongPasswordError } from '../../api/identity/identity-provider.js';
import { Button } from '../../ui/button.js';
import { PasswordField, TOO_SHORT } from '../password-field.js';
import { StepForm } from './factor-forms.js';
import { SecurityRow } from './security-section.js';
import { orRefuse, useFieldFault } from './use-field-fault.js';
import { useRowStep } from './use-row-step.js';
import { useSecurityAction } from './use-security-action.js';

interface Passwords {
  readonly password: string;
  readonly newPassword: string;
}

/** With Firebase, tokens of other browsers count up to an hour longer. */
const hasOwnSessions = identitySetup.provider === 'embedded';

/** Logging in by e-mail and password, and a new password by the old one. */
export function PasswordLogin({ email }: { email: string }) {
  const { step, go, end, button } = useRowStep<'change'>();
  const change = useSecurityAction({
    call: (settings, { password, newPassword }: Passwords) => settings.changePassword(password, newPassword),
    onDone: end,
    success: hasOwnSessions
      ? 'Your password has been changed, and all other browsers are logged out.'
      : 'Your password has been changed.',
  });
  return (
    <SecurityRow
      name="E-mail & password"
      standing={email}
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
  /** Rejects when it is refused. */
  readonly onChange: (passwords: Passwords) => Promise<unknown>;
  readonly onBack: () => void;
}

function ChangeForm({ isBusy, onChange, onBack }: ChangeFormProps) {
  const [passwords, setPasswords] = useState<Passwords>({ password: '', newPassword: '' });
  const { password, newPassword } = passwords;
  const oldFault = useFieldFault();
  const newFault = useFieldFault();
  /** Why it was refused where neither password is to blame. */
  const [formFault, setFormFault] = useState<string | null>(null);

  function change(typed: Partial<Passwords>) {
    setPasswords({ ...passwords, ...typed });
    setFormFault(null);
  }

  function tell(sentence: string, error: unknown) {
    if (error instanceof WrongPasswordError) {
      oldFault.refuse(sentence);
    } else if (error instanceof UnfitPasswordError) {
      newFault.refuse(sentence);
    } else {
      setFormFault(sentence);
    }
  }

  function submit() {
    if (password === '') {
      oldFault.refuse('Password is required');
    } else if (newPassword.length < MIN_PASSWORD_LENGTH) {
      newFault.refuse(TOO_SHORT);
    } else {
      setFormFault(null);
      void orRefuse(onChange(passwords), tell);
    }
  }

  return (
    <StepForm submitText="CHANGE PASSWORD" isBusy={isBusy} onSubmit={submit} onBack={onBack}>
      <PasswordField
        ref={oldFault.field}
        label="CURRENT PASSWORD"
        autoComplete="current-password"
        required
        value={password}
        error={oldFault.fault}
        onChange={({ target }) => {
          change({ password: target.value });
          oldFault.clear();
        }}
      />
      <PasswordField
        ref={newFault.field}
        label="NEW PASSWORD"
        autoComplete="new-password"
        required
        value={newPassword}
        error={newFault.fault}
        onChange={({ target }) => {
          change({ newPassword: target.value });
          newFault.clear();
        }}
      />
      {formFault === null ? null : (
        <p role="alert" className="text-sm text-ask">
          {formFault}
        </p>
      )}
    </StepForm>
  );
}
