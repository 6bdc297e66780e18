import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Hands over what was typed into an input before the page answered: React leaves it there, but does not report it. */
export function useEarlyText(
  input: RefObject<HTMLInputElement | null>,
  onText: (text: string) => void,
): void {
  const takeOver = useEffectEvent(() => {
    const { current } = input;
    if (current && current.value !== current.defaultValue) {
      onText(current.value);
    }
  });
  useLayoutEffect(() => takeOver(), []);
}
