import { useEffect, useState } from 'react';
import { whenSettled } from './when-settled.js';

/**
 * Whether a control may accept a press: false for a moment after it appeared, and after each change of `subject`. One
 * rule for every button that takes the place of another (`whenSettled`).
 * @param subject identifies what a press would act on, such as an order, or the rows of a list
 */
export function useSettled(subject: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => whenSettled(window, () => setSettled(subject)), [subject]);
  return settled === subject;
}
