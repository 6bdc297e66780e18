import type { SizedShoe } from '@perkex/core/sizing/size-preference.js';
import { ShownSize } from './shown-size.js';

interface SizeOfTileProps {
  readonly shoe: SizedShoe;
  readonly size: string;
  /** True for the visitor's own size. */
  readonly isOwn: boolean;
}

/** The label of a size tile: the US size, the size in the visitor's system, and a mark for the visitor's own size. */
export function SizeOfTile({ shoe, size, isOwn }: SizeOfTileProps) {
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-center gap-x-1.5">
        <span className="font-semibold">{size}</span>{' '}
        <ShownSize shoe={shoe} size={size} className="text-xs/none" />
      </span>{' '}
      {isOwn ? <span className="text-xs/4 font-semibold">Your size</span> : null}
    </>
  );
}
