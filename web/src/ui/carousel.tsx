import useEmblaCarousel from 'embla-carousel-react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { IconButton } from './button.js';

interface CarouselProps {
  readonly title: string;
  /** One element with a key for each slide. */
  readonly children: ReactNode[];
}

/** A row of cards: 4 a page, 3 on screens under 768 px (section 9), moved by swipe, by buttons and by Tab. */
export function Carousel({ title, children }: CarouselProps) {
  const titleId = useId();
  const [viewport, embla] = useEmblaCarousel({
    align: 'start',
    slidesToScroll: 'auto',
    containScroll: 'trimSnaps',
    duration: 20,
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  });
  const { hasBefore, hasAfter } = useEdges(embla);

  return (
    <section aria-labelledby={titleId}>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id={titleId} className="text-xl md:text-2xl">
          {title}
        </h2>
        {/* Without a second page the buttons are hidden, but keep their place. */}
        <div className={hasBefore || hasAfter ? 'flex gap-1' : 'invisible flex gap-1'}>
          <TurnButton name={`Previous: ${title}`} isPossible={hasBefore} onPress={() => embla?.scrollPrev()}>
            <ChevronLeft aria-hidden />
          </TurnButton>
          <TurnButton name={`Next: ${title}`} isPossible={hasAfter} onPress={() => embla?.scrollNext()}>
            <ChevronRight aria-hidden />
          </TurnButton>
        </div>
      </div>
      <div ref={viewport} className="-mx-1 overflow-hidden px-1 pt-3 pb-1">
        <ul className="-ml-2 flex touch-pan-y touch-pinch-zoom md:-ml-4">
          {children.map((child, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the slides carry their own keys
            <li key={index} className="min-w-0 flex-[0_0_33.3333%] pl-2 md:flex-[0_0_25%] md:pl-4">
              {child}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type Embla = ReturnType<typeof useEmblaCarousel>[1];

/** Whether there are cards before and after the visible ones. */
function useEdges(embla: Embla): { hasBefore: boolean; hasAfter: boolean } {
  const [edges, setEdges] = useState({ hasBefore: false, hasAfter: false });
  useEffect(() => {
    if (!embla) {
      return;
    }
    const update = () => setEdges({ hasBefore: embla.canScrollPrev(), hasAfter: embla.canScrollNext() });
    update();
    embla.on('select', update).on('reInit', update);
    return () => {
      embla.off('select', update).off('reInit', update);
    };
  }, [embla]);
  return edges;
}

interface TurnButtonProps {
  readonly name: string;
  readonly isPossible: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** At the ends it keeps the focus, which a disabled button would lose. */
function TurnButton({ name, isPossible, onPress, children }: TurnButtonProps) {
  return (
    <IconButton
      name={name}
      aria-disabled={!isPossible}
      className="border border-line aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:opacity-60"
      onClick={onPress}
    >
      {children}
    </IconButton>
  );
}
