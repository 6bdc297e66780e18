import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.js';

/** Long enough to be no slip of a finger. */
const HOLD_MS = 1_000;

interface HoldButtonProps {
  readonly onHeld: () => void;
  readonly children: ReactNode;
}

/**
 * A button of a form that confirms when it is held for a second, with a finger, a mouse, Enter or the space bar. A
 * shorter press submits the form, which offers another way: not everyone can hold a button.
 */
export function HoldButton({ onHeld, children }: HoldButtonProps) {
  const [isHeld, setIsHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hint = useId();

  function release(): void {
    clearTimeout(timer.current);
    setIsHeld(false);
  }

  function hold(): void {
    release();
    setIsHeld(true);
    timer.current = setTimeout(() => {
      setIsHeld(false);
      onHeld();
    }, HOLD_MS);
  }

  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      <Button
        type="submit"
        aria-describedby={hint}
        className="relative touch-none overflow-hidden select-none"
        onPointerDown={({ isPrimary, button }) => {
          if (isPrimary && button === 0) {
            hold();
          }
        }}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') {
            return;
          }
          // A held key repeats, and Enter would submit the form with the first press.
          event.preventDefault();
          if (!event.repeat && !isHeld) {
            hold();
          }
        }}
        onKeyUp={(event) => {
          if (isHeld && (event.key === 'Enter' || event.key === ' ')) {
            event.preventDefault();
            release();
            event.currentTarget.form?.requestSubmit();
          }
        }}
        onBlur={release}
      >
        <span
          aria-hidden
          className={`absolute inset-0 origin-left bg-ink/15 motion-reduce:hidden ${isHeld ? 'scale-x-100 transition-transform duration-1000 ease-linear' : 'scale-x-0'}`}
        />
        <span className="relative">{children}</span>
      </Button>
      <p id={hint} className="text-sm text-muted">
        {isHeld ? 'Keep holding …' : 'Or hold the button for a second.'}
      </p>
    </>
  );
}
