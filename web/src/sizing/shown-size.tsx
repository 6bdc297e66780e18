import type { Shoe } from '@perkex/core/sizing/convert-size.js';
import { useSizing } from './use-sizing.js';

interface ShownSizeProps {
  readonly shoe: Shoe;
  /** As the catalogue writes it; it stands before this. */
  readonly size: string;
  readonly className?: string;
}

/** A space and a size in the system that the visitor reads, beside the US size; nothing where that would say nothing new. */
export function ShownSize({ shoe, size, className = 'text-sm/none' }: ShownSizeProps) {
  const shown = useSizing(({ sizing }) => sizing?.shownSize(shoe, size) ?? null);
  return shown === null ? null : (
    <>
      {' '}
      <span className={`font-normal whitespace-nowrap text-muted ${className}`}>{shown}</span>
    </>
  );
}
