import { useLayoutEffect, useRef } from 'react';

/** When the focused button disappears with its row, the focus moves to the next row, or to the list. */
export function useFocusHandover() {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button && document.activeElement === button) {
        focusNeighbour(button);
      }
    };
  }, []);
  return ref;
}

function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('tr');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector('button') ?? button.closest<HTMLElement>('[role=tabpanel], main');
  target?.focus();
}
