import { type ChangeEvent, useRef, useState } from 'react';

/** A field of a form: what is typed, and what is wrong with it until something else is typed. */
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
    /**
     * Selects the text so that it can be typed again, and says what is wrong: the toast that says so too disappears.
     */
    refuse(sentence: string | undefined) {
      setError(sentence);
      ref.current?.focus();
      ref.current?.select();
    },
    /** The props of its input. */
    input: { ref, value, error, onChange: ({ target }: ChangeEvent<HTMLInputElement>) => type(target.value) },
  };
}
