import { type ReactNode, useEffect, useRef } from 'react';

interface FlashProps {
  /** What is shown, or what it depends on: when it changes, the place lights up once. */
  readonly of: string | number | null;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const FLASH: Keyframe[] = [{ backgroundColor: 'var(--volt)', color: 'var(--night)' }, {}];
const FLASH_MS = 900;

/** Lights up once when its content changes, unless the user wants less motion. */
export function Flash({ of, className = '', children }: FlashProps) {
  const place = useRef<HTMLSpanElement>(null);
  const shown = useRef(of);
  useEffect(() => {
    if (shown.current !== of) {
      shown.current = of;
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
        place.current?.animate(FLASH, { duration: FLASH_MS, easing: 'ease-out' });
      }
    }
  }, [of]);
  return (
    <span ref={place} data-flash="" className={`rounded-[4px] ${className}`}>
      {children}
    </span>
  );
}
