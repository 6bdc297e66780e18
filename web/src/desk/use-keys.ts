import { useEffect, useRef } from 'react';

/** Reacts once to keys pressed alone, except where the user types or a dialog is open. Keys without a reaction pass. */
export function useKeys(reactions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(reactions);
  latest.current = reactions;
  useEffect(() => {
    const react = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isTyping =
        target instanceof Element &&
        target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
      const isBusy = event.defaultPrevented || isTyping || document.querySelector('dialog[open]') !== null;
      const reaction = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (reaction && !isBusy && !ctrlKey && !metaKey && !altKey) {
        event.preventDefault();
        reaction();
      }
    };
    document.addEventListener('keydown', react);
    return () => document.removeEventListener('keydown', react);
  }, []);
}
