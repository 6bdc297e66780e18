import type { ReactNode } from 'react';
import { Placeholder } from '../ui/states.js';

/** The layout of a card, whose parts have fixed sizes before they have content. */
export const CARD_CLASS = 'relative flex h-full flex-col rounded-card border border-line bg-paper';
export const PICTURE_CLASS = 'rounded-t-[9px] bg-ground px-2 py-3 md:px-5 md:py-6';
export const TEXT_CLASS = 'flex flex-1 flex-col p-2.5 md:p-4';
export const NAME_CLASS = 'min-h-10 md:min-h-11';
export const PRICES_CLASS = 'mt-2 min-h-15 max-[22.5rem]:min-h-20 md:mt-3';

/** Placeholders for the first page of cards while they load. */
export function cardPlaceholders(): ReactNode[] {
  return ['first', 'second', 'third', 'fourth'].map((place) => <CardPlaceholder key={place} />);
}

function CardPlaceholder() {
  return (
    <div className={CARD_CLASS}>
      <div className={PICTURE_CLASS}>
        <div className="aspect-[8/5]" />
      </div>
      <div className={TEXT_CLASS}>
        <Placeholder className={NAME_CLASS} />
        <Placeholder className={`${PRICES_CLASS} w-24`} />
      </div>
    </div>
  );
}
