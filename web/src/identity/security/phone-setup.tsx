import { useState } from 'react';
import { subjectOf } from '../../api/identity/identity-provider.js';
import { PausableButton } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { useCheckedField } from '../../ui/use-checked-field.js';
import { useSending } from '../../ui/use-sending.js';
import { PasswordField } from '../verification/password-field.js';
import { CodeForm, orRefuse, type StepAction, StepForm } from './step-forms.js';
import { useFactorAction } from './use-verified-action.js';

/** The phone to send a code to, and the account's password. */
interface PhoneRequest {
  readonly password: string;
  readonly phone: string;
}

interface PhoneSetupProps {
  readonly hasPassword: boolean;
  readonly confirm: StepAction<{ readonly code: string }>;
  readonly onBack: () => void;
}

/** Asks for a number, sends a code to it, and asks for that code. Going back from the code keeps the number. */
export function PhoneSetup({ hasPassword, confirm, onBack }: PhoneSetupProps) {
  const [phone, setPhone] = useState('');
  const [sent, setSent] = useState<PhoneRequest | null>(null);
  const start = useFactorAction('startPhone', {
    onDone: (_answer, { phone, password = '' }) => setSent({ phone, password }),
  });

  function send(request: PhoneRequest) {
    setPhone(request.phone);
    return start.mutateAsync(request);
  }

  return (
    <>
      {sent === null ? (
        <NumberForm
          number={phone}
          hasPassword={hasPassword}
          action={{ isPending: start.isPending, mutateAsync: send }}
          onBack={onBack}
        />
      ) : (
        <PhoneConfirmation
          phone={sent.phone}
          isSending={start.isPending}
          onSendAgain={() => start.mutateAsync(sent)}
          confirm={confirm}
          onBack={() => setSent(null)}
        />
      )}
      {start.verification}
    </>
  );
}

interface NumberFormProps {
  /** The number that was typed before. */
  readonly number: string;
  readonly hasPassword: boolean;
  readonly action: StepAction<PhoneRequest>;
  readonly onBack: () => void;
}

/** Asks for the number, and for the password if there is one. */
function NumberForm({ number, hasPassword, action, onBack }: NumberFormProps) {
  const phone = useCheckedField(number);
  const password = useCheckedField();

  function submit() {
    const isWithoutPassword = hasPassword && password.value === '';
    if (isWithoutPassword) {
      password.refuse('Password is required');
    }
    // Last, so that the first wrong field gets the focus.
    if (phone.value.trim() === '') {
      phone.refuse('Phone number is required');
    } else if (!isWithoutPassword) {
      const request = { password: password.value, phone: phone.value };
      void orRefuse(action.mutateAsync(request), (sentence, error) =>
        (subjectOf(error) === 'own-password' ? password : phone).refuse(sentence),
      );
    }
  }

  return (
    <StepForm submitText="SEND CODE" isBusy={action.isPending} onSubmit={submit} onBack={onBack}>
      <TextField
        label="PHONE NUMBER"
        type="tel"
        autoComplete="tel"
        placeholder="+1 555 0100"
        {...phone.input}
      />
      {hasPassword ? <PasswordField autoComplete="current-password" {...password.input} /> : null}
    </StepForm>
  );
}

interface PhoneConfirmationProps extends Omit<PhoneSetupProps, 'hasPassword'> {
  readonly phone: string;
  readonly isSending: boolean;
  /** Rejects if it is refused. */
  readonly onSendAgain: () => Promise<unknown>;
}

function PhoneConfirmation({ phone, isSending, onSendAgain, confirm, onBack }: PhoneConfirmationProps) {
  const { isPaused, send } = useSending(() => onSendAgain().then(() => ''), true);
  const isBusy = confirm.isPending || isSending;
  return (
    <>
      <p>
        A code is on its way to your phone <span className="whitespace-nowrap">{phone}</span>. It works for 5
        minutes.
      </p>
      <CodeForm
        action={{ isPending: isBusy, mutateAsync: confirm.mutateAsync }}
        onBack={onBack}
        actions={
          <PausableButton isPaused={isBusy || isPaused} className="whitespace-nowrap" onClick={send}>
            Send again
          </PausableButton>
        }
      />
    </>
  );
}
