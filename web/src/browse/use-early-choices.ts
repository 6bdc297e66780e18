import { type Choices, choicesFrom } from '@perkex/core/finding/choices.js';
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { useIsAlive } from '../ui/use-is-alive.js';

/**
 * Applies filters that were set in the server-rendered form before hydration, as submitting the form would. A form that
 * is rendered later has no early filters, and React gives its `select` no default to compare with.
 */
export function useEarlyChoices(
  form: RefObject<HTMLFormElement | null>,
  onChoose: (choices: Choices) => void,
): void {
  const isAlive = useIsAlive();
  const takeOver = useEffectEvent(() => {
    const choices = !isAlive && form.current && earlyChoices(form.current);
    if (choices) {
      onChoose(choices);
    }
  });
  useLayoutEffect(() => takeOver(), []);
}

/** Null if nothing was changed. A price that is still being typed applies when its field is left. */
function earlyChoices(form: HTMLFormElement): Choices | null {
  const address = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  let isChanged = false;
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) {
      isChanged ||= [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
    } else if (field instanceof HTMLInputElement) {
      const isTyping = field.type !== 'checkbox' && field === document.activeElement;
      if (isTyping) {
        address.set(field.name, field.defaultValue);
      } else {
        isChanged ||= field.checked !== field.defaultChecked || field.value !== field.defaultValue;
      }
    }
  }
  return isChanged ? choicesFrom(address) : null;
}
