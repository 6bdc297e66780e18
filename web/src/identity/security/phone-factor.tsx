import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { PasswordField } from '../password-field.js';
import { CodeForm, StepForm } from './factor-forms.js';
import { SecurityRow } from './security-section.js';
import { TurnOff } from './turn-off.js';
import { useRowStep } from './use-row-step.js';
import { useSecurityAction } from './use-security-action.js';

interface PhoneFactorProps {
  /** The end of the number that is turned on; null without one. */
  readonly phone: string | null;
  readonly hasPassword: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The phone that is sent codes: off, being set up, on. */
export function PhoneFactor({ phone, hasPassword, onRecoveryCodes }: PhoneFactorProps) {
  const { step, go, end, leave, button } = useRowStep<'number' | 'code' | 'off'>();
  const isOn = phone !== null;
  const confirm = useSecurityAction({
    call: (settings, code: string) => settings.confirmPhone(code),
    onDone(codes) {
      if (codes.length > 0) {
        onRecoveryCodes(codes);
        leave();
      } else {
        end();
      }
    },
    success: 'Your phone is turned on.',
  });

  return (
    <SecurityRow
      name="Phone"
      standing={isOn ? `Codes are sent to ${phone}` : 'Turned off'}
      action={
        step === null ? (
          <Button ref={button} onClick={() => go(isOn ? 'off' : 'number')}>
            {isOn ? 'Turn off phone' : 'Set up phone'}
          </Button>
        ) : null
      }
    >
      {step === 'number' ? (
        <NumberForm hasPassword={hasPassword} onSent={() => go('code')} onBack={end} />
      ) : null}
      {step === 'code' ? (
        <>
          <p>A code is on its way to your phone. It works for 5 minutes.</p>
          <CodeForm isBusy={confirm.isPending} onCode={confirm.mutate} onBack={end} />
        </>
      ) : null}
      {step === 'off' ? (
        <TurnOff factor="phone" hasPassword={hasPassword} success="Your phone is turned off." onEnd={end} />
      ) : null}
    </SecurityRow>
  );
}

interface NumberFormProps {
  readonly hasPassword: boolean;
  readonly onSent: () => void;
  readonly onBack: () => void;
}

/** Asks for the number, and for the password where there is one. */
function NumberForm({ hasPassword, onSent, onBack }: NumberFormProps) {
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  const { mutate, isPending } = useSecurityAction({
    call: (settings, input: { password: string; phone: string }) =>
      settings.startPhone(input.password, input.phone),
    onDone: onSent,
  });
  return (
    <StepForm
      submitText="SEND CODE"
      isBusy={isPending}
      onSubmit={() => mutate({ password, phone })}
      onBack={onBack}
    >
      <TextField
        label="PHONE NUMBER"
        type="tel"
        autoComplete="tel"
        placeholder="+1 555 0100"
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
      {hasPassword ? (
        <PasswordField
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
    </StepForm>
  );
}
