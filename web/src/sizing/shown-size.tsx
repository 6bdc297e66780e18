import type { Shoe } from '@perkex/core/sizing/convert-size.js';
import { useSizing } from './use-sizing.js';

interface ShownSizeProps {
  readonly shoe: Shoe;
  /** In the catalogue's notation, which is shown before this. */
  readonly size: string;
  readonly className?: string;
}

/** A space and the size in the visitor's system, beside the US size; empty if both are the same. */
export function ShownSize({ shoe, size, className = 'text-sm/none' }: ShownSizeProps) {
  const shown = useSizing(({ sizing }) => sizing?.shownSize(shoe, size) ?? null);
  return shown === null ? null : (
    <>
      {' '}
      <span className={`font-normal whitespace-nowrap text-muted ${className}`}>{shown}</span>
    </>
  );
}
