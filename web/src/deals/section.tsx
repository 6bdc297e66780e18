import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of the page of a deal, under its own heading. */
export function Section({ title, className = '', children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`flex flex-col gap-3 ${className}`}>
      <h2 id={titleId} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
