import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';

interface SubmitButtonProps {
  /** Whether the form is being submitted; it cannot be submitted again meanwhile. */
  readonly isBusy: boolean;
  /** Its width, if not the usual one. */
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Submits its form, once at a time. It keeps the focus meanwhile, which a disabled button would lose. There is always
 * room for the spinner, so that nothing moves when it appears.
 */
export function SubmitButton({ isBusy, className = 'min-w-36', children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      look="strong"
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
