import { type FormEvent, useEffect, useRef, useState } from 'react';
import { TextField } from '../../ui/field.js';

interface ScanFieldProps {
  readonly label: string;
  /** Returns why the text is wrong, or null. */
  readonly onScan: (text: string) => string | null;
}

/** A field for a scanner: it has the focus when it appears, and is empty after each Enter. */
export function ScanField({ label, onScan }: ScanFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  // A navigation moves the focus to the page, in an effect that runs after this one.
  useEffect(() => queueMicrotask(() => field.current?.focus()), []);
  function scan(event: FormEvent): void {
    event.preventDefault();
    const input = field.current;
    if (input && input.value.trim() !== '') {
      const text = input.value;
      input.value = '';
      setFault(onScan(text));
    }
  }
  return (
    <form onSubmit={scan} noValidate>
      <TextField
        ref={field}
        label={label}
        error={fault ?? undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        placeholder="Scan or type, then Enter"
      />
    </form>
  );
}
