import { Trash2 } from 'lucide-react';
import { IconButton } from '../ui/button.js';
import { useFocusHandover } from './use-focus-handover.js';

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
