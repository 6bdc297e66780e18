import type { ReactNode } from 'react';
import { Placeholder } from '../ui/states.js';

/** Of cards, too: they come later on pages that begin without them. */
export const CARD_CLASS = 'flex h-full flex-col rounded-card border border-line bg-paper p-1.5 md:p-3';
export const PICTURE_CLASS = 'rounded-control bg-card p-1 md:p-4';

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
      <Placeholder className="mx-0.5 mt-2 h-16 md:mx-1 md:mt-3 md:h-12" />
      <Placeholder className="mx-0.5 mt-1 h-10 w-16 md:mx-1 md:mt-2 md:h-11" />
    </div>
  );
}
