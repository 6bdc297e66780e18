import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { PasswordField } from '../../proof/password-field.js';
import { PausableButton } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { orRefuse, useCheckedField } from './use-checked-field.js';

interface StepFormProps {
  readonly submitText: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onBack: () => void;
  /** Further buttons. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A step of setting something up or turning it off. Its first field gets the focus. While the step is being submitted
 * there is no way back, since it can no longer be stopped.
 */
export function StepForm({ submitText, isBusy, onSubmit, onBack, actions, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) {
      onSubmit();
    }
  }

  function leaveByKey({ key }: KeyboardEvent) {
    if (key === 'Escape' && !isBusy) {
      onBack();
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={leaveByKey}
      className="flex max-w-md flex-col gap-4"
    >
      {children}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>{submitText}</SubmitButton>
        {actions}
        <PausableButton isPaused={isBusy} onClick={onBack}>
          BACK
        </PausableButton>
      </div>
    </form>
  );
}

interface PasswordFormProps {
  readonly submitText: string;
  readonly isBusy: boolean;
  /** Rejects if it is refused. */
  readonly onPassword: (password: string) => Promise<unknown>;
  readonly onBack: () => void;
}

/** Asks for the account's password. */
export function PasswordForm({ onPassword, ...step }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const { field, error, clear, refuse } = useCheckedField();

  function submit() {
    if (password === '') {
      refuse('Password is required');
    } else {
      void orRefuse(onPassword(password), refuse);
    }
  }

  return (
    <StepForm {...step} onSubmit={submit}>
      <PasswordField
        ref={field}
        autoComplete="current-password"
        required
        value={password}
        error={error}
        onChange={(event) => {
          setPassword(event.target.value);
          clear();
        }}
      />
    </StepForm>
  );
}

interface CodeFormProps {
  readonly isBusy: boolean;
  /** Rejects if it is refused. */
  readonly onCode: (code: string) => Promise<unknown>;
  readonly onBack: () => void;
  /** Further buttons. */
  readonly actions?: ReactNode;
}

/** Asks for a code of six digits. */
export function CodeForm({ onCode, ...step }: CodeFormProps) {
  const [code, setCode] = useState('');
  const { field, error, clear, refuse } = useCheckedField();

  function submit() {
    if (code.trim() === '') {
      refuse('Code is required');
    } else {
      void orRefuse(onCode(code), refuse);
    }
  }

  return (
    <StepForm {...step} submitText="CONFIRM" onSubmit={submit}>
      <TextField
        ref={field}
        label="CODE"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value);
          clear();
        }}
      />
    </StepForm>
  );
}
