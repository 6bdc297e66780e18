import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { IdentityLink } from '../identity-frame.js';
import { PasswordField } from '../password-field.js';

interface StepFormProps {
  readonly submitText: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/** A step of setting something up or turning it off. Its first field has the focus, since it was asked for. */
export function StepForm({ submitText, isBusy, onSubmit, onBack, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) {
      onSubmit();
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      {children}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>{submitText}</SubmitButton>
        <Button onClick={onBack}>BACK</Button>
      </div>
    </form>
  );
}

interface PasswordFormProps {
  readonly submitText: string;
  readonly isBusy: boolean;
  readonly onPassword: (password: string) => void;
  readonly onBack: () => void;
}

/** Asks for the account's password. */
export function PasswordForm({ onPassword, ...step }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  return (
    <StepForm {...step} onSubmit={() => onPassword(password)}>
      <PasswordField
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </StepForm>
  );
}

interface CodeFormProps {
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
}

/** Asks for a code of six digits. */
export function CodeForm({ onCode, ...step }: CodeFormProps) {
  const [code, setCode] = useState('');
  return (
    <StepForm {...step} submitText="CONFIRM" onSubmit={() => onCode(code)}>
      <TextField
        label="CODE"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </StepForm>
  );
}

/** For an account that has no password to prove the wish with. */
export function PasswordMissing({ onBack }: { onBack: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p>This needs a password, and your account has none yet.</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <IdentityLink to={paths.forgotPassword}>Set one by e-mail</IdentityLink>
        <Button onClick={onBack}>BACK</Button>
      </div>
    </div>
  );
}
