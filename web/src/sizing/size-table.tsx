import {
  SIZE_SYSTEMS,
  type SizedShoe,
  type SizeSystem,
  SYSTEM_NAMES,
  sizeIn,
  systemOfUsSize,
} from '@perkex/core/sizing/size-preference.js';
import { useEffect, useRef } from 'react';

interface SizeTableProps {
  readonly shoe: SizedShoe;
  /** The visitor's own size in this shoe; null if none. */
  readonly own: string | null;
  readonly onChoose: (size: string | null) => void;
}

/** All sizes of a shoe in all systems of its brand's chart. The first column chooses one's own size. */
export function SizeTable({ shoe, own, onChoose }: SizeTableProps) {
  const systems = SIZE_SYSTEMS.filter((system) => saysMore(system, shoe));
  const ownButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    ownButton.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div className="relative max-h-[42dvh] overflow-y-auto overscroll-contain rounded-card border border-line">
      <table className="w-full table-fixed text-center text-sm tabular-nums">
        <caption className="sr-only">The sizes of {shoe.name}</caption>
        <thead>
          <tr className="text-xs text-muted *:sticky *:top-0 *:border-b *:border-line *:bg-paper *:py-2 *:font-normal">
            <th scope="col">US</th>
            {systems.map((system) => (
              <th key={system} scope="col">
                {SYSTEM_NAMES[system]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shoe.sizes.map((size) => (
            <tr key={size} className="border-b border-line last:border-b-0">
              <th scope="row" className="p-0">
                <button
                  type="button"
                  aria-label={`${size}, my size`}
                  ref={size === own ? ownButton : undefined}
                  aria-pressed={size === own}
                  onClick={() => onChoose(size === own ? null : size)}
                  className="min-h-11 w-full rounded-control font-semibold hover:bg-card aria-pressed:bg-ink aria-pressed:text-paper"
                >
                  {size}
                </button>
              </th>
              {systems.map((system) => (
                <td key={system}>{sizeIn(system, shoe, size) ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** True if a system differs from the US sizes of this shoe. */
function saysMore(system: SizeSystem, shoe: SizedShoe): boolean {
  return shoe.sizes.some(
    (size) =>
      systemOfUsSize(size) !== system &&
      sizeIn(system, shoe, size) !== null &&
      // A youth size has the same number as the men's size.
      !(system === 'us-men' && size.endsWith('Y')),
  );
}
