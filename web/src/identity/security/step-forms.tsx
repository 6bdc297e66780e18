import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { isProofNeeded, isSignedOut } from '../../api/call.js';
import { errorSentence } from '../../api/identity/identity-provider.js';
import { paths } from '../../links/paths.js';
import { Button, PausableButton } from '../../ui/button.js';
import { FaultLine } from '../../ui/fault-line.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { useCheckedField } from '../../ui/use-checked-field.js';
import { IdentityLink } from '../forms/identity-frame.js';
import { useKnownEmail } from '../session/known-email.js';
import { CodeField } from '../verification/code-field.js';
import { PasswordField } from '../verification/password-field.js';

interface StepFormProps {
  readonly submitText: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onBack: () => void;
  /** The reason of a refusal that concerns no field. */
  readonly error?: string | undefined;
  /** Further buttons. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A step of setting something up or turning it off. Its first field gets the focus. While the step is being submitted
 * there is no way back, since it can no longer be stopped.
 */
export function StepForm(props: StepFormProps) {
  const { submitText, isBusy, onSubmit, onBack, error, actions, children } = props;
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
      {error === undefined ? null : <FaultLine>{error}</FaultLine>}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy} isReplacement>
          {submitText}
        </SubmitButton>
        {actions}
        <PausableButton isPaused={isBusy} onClick={onBack}>
          BACK
        </PausableButton>
      </div>
    </form>
  );
}

/** The action of a step: a call, which rejects if it is refused. */
export interface StepAction<Body> {
  readonly isPending: boolean;
  readonly mutateAsync: (body: Body) => Promise<unknown>;
}

/** Passes on the reason of a refusal. A signed-out user is redirected anyway, and a dialog asks for verification. */
export async function orRefuse(
  task: Promise<unknown>,
  refuse: (sentence: string, error: unknown) => void,
): Promise<void> {
  try {
    await task;
  } catch (error) {
    if (!isSignedOut(error) && !isProofNeeded(error)) {
      refuse(errorSentence(error), error);
    }
  }
}

interface PasswordFormProps {
  readonly submitText: string;
  readonly action: StepAction<{ readonly password: string }>;
  readonly onBack: () => void;
}

/** Asks for the account's password. */
export function PasswordForm({ submitText, action, onBack }: PasswordFormProps) {
  const { value: password, refuse, input } = useCheckedField();

  function submit() {
    if (password === '') {
      refuse('Password is required');
    } else {
      void orRefuse(action.mutateAsync({ password }), refuse);
    }
  }

  return (
    <StepForm submitText={submitText} isBusy={action.isPending} onSubmit={submit} onBack={onBack}>
      <PasswordField autoComplete="current-password" required {...input} />
    </StepForm>
  );
}

/** As `PasswordForm`; an account without a password has to set one first. */
export function RequiredPasswordForm({ hasPassword, ...form }: PasswordFormProps & { hasPassword: boolean }) {
  return hasPassword ? <PasswordForm {...form} /> : <PasswordMissing onBack={form.onBack} />;
}

function PasswordMissing({ onBack }: { onBack: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const knownEmail = useKnownEmail();
  useEffect(() => place.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works like the button BACK
    <div
      ref={place}
      tabIndex={-1}
      onKeyDown={({ key }) => (key === 'Escape' ? onBack() : undefined)}
      className="flex flex-col items-start gap-3 focus:outline-none focus:shadow-none"
    >
      <p>This needs a password, and your account doesn't have one yet.</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <IdentityLink to={paths.forgotPassword} state={knownEmail}>
          Set one by e-mail
        </IdentityLink>
        <Button onClick={onBack}>BACK</Button>
      </div>
    </div>
  );
}

interface CodeFormProps {
  readonly action: StepAction<{ readonly code: string }>;
  readonly onBack: () => void;
  /** Further buttons. */
  readonly actions?: ReactNode;
}

/** Asks for a six-digit code. */
export function CodeForm({ action, onBack, actions }: CodeFormProps) {
  const { value: code, refuse, input } = useCheckedField();

  function submit() {
    if (code.trim() === '') {
      refuse('Code is required');
    } else {
      void orRefuse(action.mutateAsync({ code }), refuse);
    }
  }

  return (
    <StepForm
      submitText="CONFIRM"
      isBusy={action.isPending}
      onSubmit={submit}
      onBack={onBack}
      actions={actions}
    >
      <CodeField {...input} />
    </StepForm>
  );
}
