import { type RefObject, useEffect, useRef } from 'react';

/** Where one step makes room for another on the same page, the reading goes on at the new step's heading. */
export function useFocusedStep(step: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) {
      shownStep.current = step;
      place.current?.querySelector('h1')?.focus({ preventScroll: true });
    }
  }, [step]);
  return place;
}
