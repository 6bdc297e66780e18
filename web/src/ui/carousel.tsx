import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button.js';
import { scrollBehavior } from './calm.js';

interface CarouselProps {
  readonly title: string;
  /** Shown beside the title, such as a link to all of the cards. */
  readonly more?: ReactNode;
  /** One element with a key for each slide. */
  readonly children: ReactNode[];
}

/** A row of cards (section 9), moved by swipe, by buttons and by Tab. */
export function Carousel({ title, more, children }: CarouselProps) {
  const titleId = useId();
  const viewport = useRef<HTMLDivElement>(null);
  return (
    <section aria-labelledby={titleId}>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id={titleId} className="text-xl md:text-2xl">
          {title}
        </h2>
        <div className="flex items-center gap-2 md:gap-4">
          <TurnButtons title={title} viewport={viewport} />
          {more}
        </div>
      </div>
      <div
        ref={viewport}
        className="-mx-1 snap-x snap-mandatory scroll-px-1 overflow-x-auto overscroll-x-contain px-1 pt-3 pb-1 [scrollbar-width:none] noscript:[scrollbar-width:auto]"
      >
        <ul className="flex gap-2 md:gap-4">
          {children.map((child, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the slides carry their own keys
              key={index}
              className="slide min-w-0 snap-start"
            >
              {child}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface TurnButtonsProps {
  readonly title: string;
  /** The scrolling element with the cards. */
  readonly viewport: RefObject<HTMLDivElement | null>;
}

/** Without a second page the buttons are invisible but keep their space. */
function TurnButtons({ title, viewport }: TurnButtonsProps) {
  const { hasBefore, hasAfter } = useEdges(viewport);
  const turn = (pages: 1 | -1) => {
    const place = viewport.current;
    place?.scrollBy({ left: pages * place.clientWidth, behavior: scrollBehavior() });
  };
  return (
    <div className={hasBefore || hasAfter ? 'flex gap-1' : 'invisible flex gap-1'}>
      <TurnButton name={`Previous: ${title}`} isPossible={hasBefore} onPress={() => turn(-1)}>
        <ChevronLeft aria-hidden />
      </TurnButton>
      <TurnButton name={`Next: ${title}`} isPossible={hasAfter} onPress={() => turn(1)}>
        <ChevronRight aria-hidden />
      </TurnButton>
    </div>
  );
}

/** True for each side with cards beyond the visible ones. Unknown during server-side rendering. */
function useEdges(viewport: RefObject<HTMLDivElement | null>): { hasBefore: boolean; hasAfter: boolean } {
  const [edges, setEdges] = useState({ hasBefore: false, hasAfter: false });
  useEffect(() => {
    const place = viewport.current;
    if (!place) {
      return;
    }
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth } = place;
      const hasBefore = scrollLeft > 1;
      const hasAfter = scrollLeft + clientWidth < scrollWidth - 1;
      setEdges((edges) =>
        edges.hasBefore === hasBefore && edges.hasAfter === hasAfter ? edges : { hasBefore, hasAfter },
      );
    };
    // The observer reports the current size at once.
    const observer = new ResizeObserver(update);
    observer.observe(place);
    for (const row of place.children) {
      observer.observe(row);
    }
    place.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      place.removeEventListener('scroll', update);
    };
  }, [viewport]);
  return edges;
}

interface TurnButtonProps {
  readonly name: string;
  readonly isPossible: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** At the ends the button keeps the focus, which a disabled button would lose. */
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
