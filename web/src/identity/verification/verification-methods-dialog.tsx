import type { SecondFactor } from '@perkex/contract/second-factors.js';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { subjectOf } from '../../api/identity/identity-provider.js';
import { PausableButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { useCheckedField } from '../../ui/use-checked-field.js';
import { useSending } from '../../ui/use-sending.js';
import { useSubmit } from '../../ui/use-submit.js';
import { messageOf, toastOutcome } from '../forms/toast-outcome.js';
import { CodeField } from './code-field.js';
import { PasswordField } from './password-field.js';

export type VerificationMethod = 'password' | SecondFactor;

const NAMES: Readonly<Record<VerificationMethod, string>> = {
  password: 'Password',
  app: 'Authenticator app',
  phone: 'Code by SMS',
  recovery: 'Recovery code',
};

interface VerificationMethodsDialogProps<Offered extends VerificationMethod> extends PhoneCodeProps {
  /** The available methods; empty while they load. */
  readonly methods: readonly Offered[];
  /** Rejects with an Error that has a readable message. */
  readonly prove: (method: Offered, typed: string) => Promise<unknown>;
  readonly onCancel: () => void;
  /** Shown above the form, and in its place while there are no methods. */
  readonly reason?: ReactNode;
  /** Below the field. */
  readonly children?: ReactNode;
}

/** Asks for verification with one of several methods. */
export function VerificationMethodsDialog<Offered extends VerificationMethod>(
  props: VerificationMethodsDialogProps<Offered>,
) {
  const { methods, prove, onCancel, reason, children, ...phoneCode } = props;
  const [choice, setChoice] = useState<Offered>();
  const { value, type, refuse, input } = useCheckedField();
  const chosen = choice ?? methods[0];
  const field = input.ref;
  const isReady = chosen !== undefined;
  // The methods may load after the dialog opens.
  useEffect(() => {
    if (isReady) {
      field.current?.focus();
    }
  }, [isReady, field]);

  const { isBusy, onSubmit } = useSubmit(async () => {
    if (chosen === undefined) {
      return;
    }
    if (value.trim() === '') {
      refuse(chosen === 'password' ? 'Password is required' : 'Code is required');
      return;
    }
    try {
      await prove(chosen, value);
    } catch (error) {
      refuse(messageOf(error));
    }
  });

  function choose(other: Offered) {
    setChoice(other);
    type('');
  }

  return (
    <Dialog title="Confirm it's you" onCancel={onCancel} isBusy={isBusy}>
      {reason}
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {methods.length > 1 ? <Choice methods={methods} chosen={chosen} onChoose={choose} /> : null}
        {chosen === 'phone' ? <PhoneCode {...phoneCode} onSent={() => field.current?.focus()} /> : null}
        {chosen === 'password' ? <PasswordField autoComplete="current-password" {...input} /> : null}
        {isReady && chosen !== 'password' ? (
          <CodeField inputMode={chosen === 'recovery' ? 'text' : 'numeric'} {...input} />
        ) : null}
        {children}
        <div className="flex flex-wrap gap-3">
          <PausableButton isPaused={isBusy} className="flex-1" onClick={onCancel}>
            CANCEL
          </PausableButton>
          {isReady ? (
            <SubmitButton isBusy={isBusy} className="flex-1">
              CONFIRM
            </SubmitButton>
          ) : null}
        </div>
      </form>
    </Dialog>
  );
}

interface ChoiceProps<Offered extends VerificationMethod> {
  readonly methods: readonly Offered[];
  readonly chosen: Offered | undefined;
  readonly onChoose: (method: Offered) => void;
}

function Choice<Offered extends VerificationMethod>({ methods, chosen, onChoose }: ChoiceProps<Offered>) {
  const name = useId();
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">How do you want to confirm?</legend>
      {methods.map((one) => (
        <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={one === chosen}
            onChange={() => onChoose(one)}
            className="size-5 shrink-0 accent-ink"
          />
          {NAMES[one]}
        </label>
      ))}
    </fieldset>
  );
}

interface PhoneCodeProps {
  /** The last digits of the number. */
  readonly phone: string | null;
  /** Rejects with an Error that has a readable message. */
  readonly sendCode: () => Promise<unknown>;
  /** Called when the sign-in has timed out. */
  readonly onOver?: () => void;
}

function PhoneCode({ phone, sendCode, onOver, onSent }: PhoneCodeProps & { readonly onSent: () => void }) {
  const { hasSent, isPaused, news, send } = useSending(async () => {
    const sending = sendCode().then(() => 'A code is on its way.');
    if (await toastOutcome(sending)) {
      onSent();
    } else if (subjectOf(await sending.catch((error: unknown) => error)) === 'ended-sign-in') {
      onOver?.();
    }
    return sending;
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="text-muted">
          To your phone <span className="whitespace-nowrap">{phone}</span>
        </p>
        <PausableButton isPaused={isPaused} className="whitespace-nowrap" onClick={send}>
          {hasSent ? 'Send again' : 'Send code'}
        </PausableButton>
      </div>
      <p role="status" className="text-sm empty:sr-only">
        {news}
      </p>
    </div>
  );
}
