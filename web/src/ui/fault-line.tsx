import type { ReactNode } from 'react';

/** An error message below its subject, marked by an icon as well as by its colour. */
export function FaultLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5 text-sm text-error">
      {/* Drawn inline: an icon of the library would be loaded in the first visit, which has no forms. */}
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
