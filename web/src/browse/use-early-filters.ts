import { type Filters, filtersFrom } from '@perkex/core/finding/filters.js';
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { useIsAlive } from '../ui/use-is-alive.js';

/**
 * Applies filters that were set in the server-rendered form before hydration, as submitting the form would. A form that
 * is rendered later has no early filters, and React gives its `select` no default to compare with.
 */
export function useEarlyFilters(
  form: RefObject<HTMLFormElement | null>,
  onChoose: (filters: Filters) => void,
): void {
  const isAlive = useIsAlive();
  const takeOver = useEffectEvent(() => {
    const filters = !isAlive && form.current && earlyFilters(form.current);
    if (filters) {
      onChoose(filters);
    }
  });
  useLayoutEffect(() => takeOver(), []);
}

/** Null if nothing was changed. A price that is still being typed applies when its field is left. */
function earlyFilters(form: HTMLFormElement): Filters | null {
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
  return isChanged ? filtersFrom(address) : null;
}
