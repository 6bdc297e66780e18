import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { useSettled } from './use-settled.js';

interface SubmitButtonProps {
  /** True while the form is being submitted. It cannot be submitted again until then. */
  readonly isBusy: boolean;
  /** True if it replaces another button. It is then disabled for a moment (`useSettled`). */
  readonly isReplacement?: boolean;
  /** Overrides the usual width. */
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Submits its form, once at a time. While busy it keeps the focus, which a disabled button would lose. It reserves
 * space for the spinner, so that the layout does not shift.
 */
export function SubmitButton({
  isBusy,
  isReplacement = false,
  className = 'min-w-36',
  children,
}: SubmitButtonProps) {
  const isSettled = useSettled('');
  return (
    <Button
      type="submit"
      look="strong"
      disabled={isReplacement && !isSettled}
      aria-disabled={isBusy}
      className={`relative px-10! aria-disabled:cursor-progress ${className}`}
      onClick={(event) => {
        if (isBusy) {
          event.preventDefault();
        }
      }}
    >
      {isBusy ? (
        <LoaderCircle aria-hidden className="absolute left-3 size-5 motion-safe:animate-spin" />
      ) : null}
      {children}
    </Button>
  );
}
