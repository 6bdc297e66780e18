import { type ReactNode, type Ref, useId } from 'react';

interface FramedSectionProps {
  readonly title: string;
  /** For moving the focus to the heading when the focused element disappears. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** A part of a page in a frame, with its heading. */
export function FramedSection({ title, headingRef, children }: FramedSectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-2 rounded-card border border-line p-4 md:p-6"
    >
      <h2
        ref={headingRef}
        id={titleId}
        tabIndex={-1}
        className="text-lg focus:outline-none focus:shadow-none"
      >
        {title}
      </h2>
      {children}
    </section>
  );
}
