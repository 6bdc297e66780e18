import { MIN_PASSWORD_LENGTH } from '@perkex/contract/password-length.js';
import { type InputHTMLAttributes, type Ref, useState } from 'react';
import { CheckboxField, TextField } from '../../ui/field.js';

/** Shown at the field, beside the toast (section 5). */
export const TOO_SHORT = `At least ${MIN_PASSWORD_LENGTH} characters`;

interface PasswordFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly autoComplete: 'current-password' | 'new-password';
  readonly label?: string;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password field with a button that reveals the password. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label="PASSWORD"
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        {...props}
      />
      <CheckboxField
        label="Show characters"
        checked={isShown}
        onChange={(event) => setIsShown(event.target.checked)}
      />
    </div>
  );
}
