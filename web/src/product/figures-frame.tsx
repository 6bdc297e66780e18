import type { ReactNode } from 'react';
import { Placeholder } from '../ui/states.js';

const FIGURES = Array.from({ length: 12 }, (_, place) => place);

interface FiguresFrameProps {
  /** True while the figures still belong to another size. */
  readonly isOutdated?: boolean;
  /** Shows placeholders if omitted. */
  readonly children?: ReactNode;
}

/** The layout of the figures, filled or not. */
export function FiguresFrame({ isOutdated = false, children }: FiguresFrameProps) {
  const className = `grid grid-cols-3 gap-x-2 border-y border-line py-1 md:grid-cols-2 lg:grid-cols-3 ${isOutdated ? 'opacity-50' : ''}`;
  if (children) {
    return <dl className={className}>{children}</dl>;
  }
  return (
    <div className="pb-11 md:pb-8">
      <div className={className}>
        {FIGURES.map((place) => (
          <Placeholder key={place} className="mx-1 my-1.5 h-11" />
        ))}
      </div>
    </div>
  );
}
