import { type ChangeEvent, useRef, useState } from 'react';

/** A form field: its text, and its error until the text changes. */
export function useCheckedField(start = '') {
  const ref = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(start);
  const [error, setError] = useState<string>();

  function type(text: string) {
    setValue(text);
    setError(undefined);
  }

  return {
    value,
    type,
    /** Selects the text to be typed again, and shows the error. The toast with the same error disappears. */
    refuse(sentence: string | undefined) {
      setError(sentence);
      ref.current?.focus();
      ref.current?.select();
    },
    /** The props of its input. */
    input: { ref, value, error, onChange: ({ target }: ChangeEvent<HTMLInputElement>) => type(target.value) },
  };
}
