import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { searchBoxOfPlaceholder } from '../starting/early-press.js';
import { useIsAlive } from '../ui/use-is-alive.js';

/**
 * Takes over the text and the focus of a search box from before hydration. If the server has rendered the box, it is
 * the same element; otherwise it replaces the placeholder's.
 * @param isFirst true for the box that a placeholder has, too
 */
export function useEarlySearch(
  input: RefObject<HTMLInputElement | null>,
  isFirst: boolean,
  onEarly: (text: string, hasFocus: boolean) => void,
): void {
  const isAlive = useIsAlive();
  const [replaced] = useState(() => (isAlive && isFirst ? searchBoxOfPlaceholder() : null));
  const takeOver = useEffectEvent(() => {
    const { current } = input;
    const box = replaced?.box ?? current;
    const hasFocus = replaced?.hasFocus ?? current === document.activeElement;
    if (current && box && (hasFocus || box.value !== box.defaultValue)) {
      onEarly(box.value, hasFocus);
    }
  });
  useLayoutEffect(() => takeOver(), []);
}
