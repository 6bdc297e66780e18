import type { ReactNode } from 'react';

/** The title of a step; it takes the focus when the step opens. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="text-2xl md:text-3xl">
      {children}
    </h1>
  );
}
