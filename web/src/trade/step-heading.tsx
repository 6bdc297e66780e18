import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** The title of a step, which gets the focus when the step opens. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="text-2xl md:text-3xl">
      {children}
    </h1>
  );
}

/** Moves the focus to the heading of a new step when it replaces another one on the page. */
export function useFocusedStep(step: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);
  // Runs before the paint, because the focused button may have been removed with the previous step.
  useLayoutEffect(() => {
    if (shownStep.current !== step) {
      shownStep.current = step;
      place.current?.querySelector('h1')?.focus({ preventScroll: true });
    }
  }, [step]);
  return place;
}
