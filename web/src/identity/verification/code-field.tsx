import type { InputHTMLAttributes, Ref } from 'react';
import { TextField } from '../../ui/field.js';

interface CodeFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly error: string | undefined;
  readonly ref: Ref<HTMLInputElement>;
}

/** A six-digit code, unless `inputMode` says otherwise. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      label="CODE"
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
