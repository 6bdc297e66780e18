import { type ReactNode, useId } from 'react';

interface FramedSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a page in a frame, with its heading. */
export function FramedSection({ title, children }: FramedSectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-2 rounded-card border border-line p-4 md:p-6"
    >
      <h2 id={titleId} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
