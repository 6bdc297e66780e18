import { useState } from 'react';
import { WrongPasswordError } from '../../api/identity/identity-provider.js';
import { TextField } from '../../ui/field.js';
import { PasswordField } from '../password-field.js';
import { StepForm } from './factor-forms.js';
import { orRefuse, useFieldFault } from './use-field-fault.js';

/** To which phone a code is to be sent, and the password that allows it. */
export interface PhoneRequest {
  readonly password: string;
  readonly phone: string;
}

interface NumberFormProps {
  /** What was typed before. */
  readonly number: string;
  readonly hasPassword: boolean;
  readonly isBusy: boolean;
  /** Rejects when it is refused. */
  readonly onRequest: (request: PhoneRequest) => Promise<unknown>;
  readonly onBack: () => void;
}

/** Asks for the number, and for the password where there is one. */
export function NumberForm({ number, hasPassword, isBusy, onRequest, onBack }: NumberFormProps) {
  const [phone, setPhone] = useState(number);
  const [password, setPassword] = useState('');
  const phoneFault = useFieldFault();
  const passwordFault = useFieldFault();

  function submit() {
    const isWithoutPassword = hasPassword && password === '';
    if (isWithoutPassword) {
      passwordFault.refuse('Password is required');
    }
    // Last, so that the first field that is wrong has the focus.
    if (phone.trim() === '') {
      phoneFault.refuse('Phone number is required');
    } else if (!isWithoutPassword) {
      void orRefuse(onRequest({ password, phone }), (sentence, error) => {
        const { refuse } = error instanceof WrongPasswordError ? passwordFault : phoneFault;
        refuse(sentence);
      });
    }
  }

  return (
    <StepForm submitText="SEND CODE" isBusy={isBusy} onSubmit={submit} onBack={onBack}>
      <TextField
        ref={phoneFault.field}
        label="PHONE NUMBER"
        type="tel"
        autoComplete="tel"
        placeholder="+1 555 0100"
        value={phone}
        error={phoneFault.fault}
        onChange={(event) => {
          setPhone(event.target.value);
          phoneFault.clear();
        }}
      />
      {hasPassword ? (
        <PasswordField
          ref={passwordFault.field}
          autoComplete="current-password"
          value={password}
          error={passwordFault.fault}
          onChange={(event) => {
            setPassword(event.target.value);
            passwordFault.clear();
          }}
        />
      ) : null}
    </StepForm>
  );
}
