import { type RefObject, useRef, useState } from 'react';
import { isProofNeeded, isSignedOut } from '../../api/call.js';
import { errorSentence } from '../../api/identity/error-sentence.js';

interface CheckedField {
  readonly field: RefObject<HTMLInputElement | null>;
  /** What is wrong with the field, until something else is typed. */
  readonly error: string | undefined;
  readonly clear: () => void;
  /** Shows what is wrong, and selects the text so that it can be typed again. */
  readonly refuse: (sentence: string) => void;
}

/** A field with what is wrong with it: the toast that says so too disappears. */
export function useCheckedField(): CheckedField {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  return {
    field,
    error,
    clear: () => setError(undefined),
    refuse(sentence) {
      setError(sentence);
      field.current?.focus();
      field.current?.select();
    },
  };
}

/** Passes on why a call was refused; a signed-out user is redirected anyway, and a dialog asks for a proof. */
export async function orRefuse(
  task: Promise<unknown>,
  refuse: (sentence: string, error: unknown) => void,
): Promise<void> {
  try {
    await task;
  } catch (error) {
    if (!isSignedOut(error) && !isProofNeeded(error)) {
      refuse(errorSentence(error), error);
    }
  }
}
