import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What is wrong, below what it is about: told by its mark as well as by its colour. */
export function FaultLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5 text-sm text-error">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p id={id} role="alert" className="min-w-0">
        {children}
      </p>
    </div>
  );
}
