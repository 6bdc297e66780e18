import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { useSettled } from './use-settled.js';

interface SubmitButtonProps {
  /** Whether the form is being submitted; it cannot be submitted again meanwhile. */
  readonly isBusy: boolean;
  /** Whether it takes the place of another button; it is then disabled for a moment (`useSettled`). */
  readonly isReplacement?: boolean;
  /** Its width, if not the usual one. */
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Submits its form, once at a time. It keeps the focus meanwhile, which a disabled button would lose. There is always
 * room for the spinner, so that nothing moves when it appears.
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
