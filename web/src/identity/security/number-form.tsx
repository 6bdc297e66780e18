import { useState } from 'react';
import { WrongPasswordError } from '../../api/identity/identity-provider.js';
import { PasswordField } from '../../proof/password-field.js';
import { TextField } from '../../ui/field.js';
import { StepForm } from './factor-forms.js';
import { orRefuse, useCheckedField } from './use-checked-field.js';

/** The phone to send a code to, and the account's password. */
export interface PhoneRequest {
  readonly password: string;
  readonly phone: string;
}

interface NumberFormProps {
  /** The number that was typed before. */
  readonly number: string;
  readonly hasPassword: boolean;
  readonly isBusy: boolean;
  /** Rejects if it is refused. */
  readonly onRequest: (request: PhoneRequest) => Promise<unknown>;
  readonly onBack: () => void;
}

/** Asks for the number, and for the password if there is one. */
export function NumberForm({ number, hasPassword, isBusy, onRequest, onBack }: NumberFormProps) {
  const [phone, setPhone] = useState(number);
  const [password, setPassword] = useState('');
  const phoneField = useCheckedField();
  const passwordField = useCheckedField();

  function submit() {
    const isWithoutPassword = hasPassword && password === '';
    if (isWithoutPassword) {
      passwordField.refuse('Password is required');
    }
    // Last, so that the first wrong field gets the focus.
    if (phone.trim() === '') {
      phoneField.refuse('Phone number is required');
    } else if (!isWithoutPassword) {
      void orRefuse(onRequest({ password, phone }), (sentence, error) => {
        const { refuse } = error instanceof WrongPasswordError ? passwordField : phoneField;
        refuse(sentence);
      });
    }
  }

  return (
    <StepForm submitText="SEND CODE" isBusy={isBusy} onSubmit={submit} onBack={onBack}>
      <TextField
        ref={phoneField.field}
        label="PHONE NUMBER"
        type="tel"
        autoComplete="tel"
        placeholder="+1 555 0100"
        value={phone}
        error={phoneField.error}
        onChange={(event) => {
          setPhone(event.target.value);
          phoneField.clear();
        }}
      />
      {hasPassword ? (
        <PasswordField
          ref={passwordField.field}
          autoComplete="current-password"
          value={password}
          error={passwordField.error}
          onChange={(event) => {
            setPassword(event.target.value);
            passwordField.clear();
          }}
        />
      ) : null}
    </StepForm>
  );
}
