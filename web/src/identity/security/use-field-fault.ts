import { type RefObject, useRef, useState } from 'react';
import { isSignedOut } from '../../api/call.js';
import { faultSentence } from '../../api/identity/fault-sentence.js';

interface FieldFault {
  readonly field: RefObject<HTMLInputElement | null>;
  /** What is wrong with the field, until something else is typed. */
  readonly fault: string | undefined;
  readonly clear: () => void;
  /** Says what is wrong, and selects what was typed, to be typed anew. */
  readonly refuse: (sentence: string) => void;
}

/** What is wrong with a field: the toast that says so too goes away, and is not read while one types. */
export function useFieldFault(): FieldFault {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  return {
    field,
    fault,
    clear: () => setFault(undefined),
    refuse(sentence) {
      setFault(sentence);
      field.current?.focus();
      field.current?.select();
    },
  };
}

/** Hands on why a call was refused; whoever is signed out meanwhile is led away from here. */
export async function orRefuse(
  task: Promise<unknown>,
  refuse: (sentence: string, error: unknown) => void,
): Promise<void> {
  try {
    await task;
  } catch (error) {
    if (!isSignedOut(error)) {
      refuse(faultSentence(error), error);
    }
  }
}
