import { type ReactNode, useEffect, useRef } from 'react';

interface FlashProps {
  /** The value shown, or the value it depends on. A change triggers the flash. */
  readonly of: string | number | null;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const FLASH: Keyframe[] = [{ backgroundColor: 'var(--volt)', color: 'var(--night)' }, {}];
const FLASH_MS = 900;

/** Lights up once when its content changes, unless the user prefers reduced motion. */
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
