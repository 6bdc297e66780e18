import type { ReactNode } from 'react';

/** What is wrong, below what it is about: told by its mark as well as by its colour. */
export function FaultLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5 text-sm text-error">
      {/* By hand: an icon of the library would come with the first visit, which has no forms. */}
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        className="mt-0.5 size-4 shrink-0 fill-none stroke-current stroke-[1.5]"
      >
        <circle cx="8" cy="8" r="6.75" />
        <path d="M8 4.5v4M8 11.5v-1" strokeLinecap="square" />
      </svg>
      <p id={id} role="alert" className="min-w-0">
        {children}
      </p>
    </div>
  );
}
