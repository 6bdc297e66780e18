import { useEffect, useState } from 'react';
import { whenSettled } from './when-settled.js';

/**
 * True when a control may accept a press: not for a moment after it appeared, or after each change of `subject`. All
 * buttons that replace another one follow this rule (`whenSettled`).
 * @param subject identifies the subject of a press, such as an order or the rows of a list
 */
export function useSettled(subject: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const cancel = whenSettled(window, () => setSettled(subject));
    return () => {
      cancel();
      // The same subject may come back.
      setSettled(null);
    };
  }, [subject]);
  return settled === subject;
}
