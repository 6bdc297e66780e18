import { type ReactNode, useId } from 'react';

interface CardProps {
  readonly title: string;
  /** The level of the title. */
  readonly heading?: 'h2' | 'h3';
  /** Shown beside the title. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of the market with its title. */
export function Card({ title, heading: Heading = 'h3', aside, className = '', children }: CardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={`@container flex min-w-0 flex-col rounded-card border border-line bg-paper ${className}`}
    >
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1 pr-1.5 pl-4">
        <Heading id={titleId} className="truncate text-base">
          {title}
        </Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}
