import { Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { IconButton } from '../ui/button.js';

interface RemoveIconProps {
  /** The accessible name, with the thing that it removes. */
  readonly name: string;
  /**
   * True if it ignores presses: during the removal, and while rows move (`useSettled`). It keeps the focus, which a
   * disabled button would lose.
   */
  readonly isPaused: boolean;
  readonly className?: string;
  readonly onPress: () => void;
}

/** The trash icon of a row. */
export function RemoveIcon({ name, isPaused, className = '', onPress }: RemoveIconProps) {
  const button = useFocusHandover();
  return (
    <IconButton
      ref={button}
      name={name}
      aria-disabled={isPaused}
      className={`text-muted transition-opacity hover:text-error aria-disabled:cursor-progress aria-disabled:opacity-50 ${className}`}
      onClick={isPaused ? undefined : onPress}
    >
      <Trash2 aria-hidden className="size-5" />
    </IconButton>
  );
}

/** When the focused button disappears with its row, the focus moves to the next row, or to the list. */
function useFocusHandover() {
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
