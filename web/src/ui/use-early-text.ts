import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Reports text that was typed before hydration: React keeps it in the input, but fires no event for it. */
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
