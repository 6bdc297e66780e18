import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';

interface TextFormProps<Value>
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoCapitalize' | 'inputMode' | 'maxLength' | 'spellCheck'
  > {
  readonly label: string;
  /** The value of a text without space around it; null if it has none, and `wrong` is shown. */
  readonly read: (text: string) => Value | null;
  readonly wrong: string;
  readonly submitText: string;
  readonly isBusy: boolean;
  readonly onSend: (value: Value) => unknown;
  /** Below the field. */
  readonly children?: ReactNode;
}

/** The one text that an act needs, such as its reason. */
export function TextForm<Value>({
  read,
  wrong,
  submitText,
  isBusy,
  onSend,
  children,
  ...field
}: TextFormProps<Value>) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  function send(event: FormEvent): void {
    event.preventDefault();
    const value = read(typed.trim());
    setError(value === null ? wrong : undefined);
    if (value !== null && !isBusy) {
      onSend(value);
    }
  }
  return (
    <form className="flex flex-col gap-5" onSubmit={send} noValidate>
      <TextField
        autoComplete="off"
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
        {...field}
      />
      {children}
      <SubmitButton isBusy={isBusy}>{submitText}</SubmitButton>
    </form>
  );
}

/** Reads any text but an empty one. */
export const anyText = (text: string): string | null => (text === '' ? null : text);
