import type { SizedShoe } from '@perkex/core/sizing/size-preference.js';
import { ShownSize } from './shown-size.js';

interface SizeOfTileProps {
  readonly shoe: SizedShoe;
  readonly size: string;
  /** Whether it is the visitor's own. */
  readonly isOwn: boolean;
}

/** The size on a tile that chooses it: the US size, the one that the visitor reads, and whether it is theirs. */
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
