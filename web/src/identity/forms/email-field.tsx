import type { InputHTMLAttributes, Ref } from 'react';
import { TextField } from '../../ui/field.js';

interface EmailFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label?: string;
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The e-mail of an account, which is its user name. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="E-MAIL"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
