import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type FocusEvent, memo, type PointerEvent, type ReactNode } from 'react';
import { Link } from '../routing/link.js';
import { IconButton } from '../ui/button.js';
import { useIsAlive } from '../ui/use-is-alive.js';
import type { BannerSlide } from './banner-slides.js';
import { SlidePair } from './slide-pair.js';
import { useBannerAutoplay } from './use-banner-autoplay.js';

/** The auto-playing banner (section 2, "Home"). */
export function Banner({ slides }: { slides: readonly BannerSlide[] }) {
  const banner = useBannerAutoplay(slides.length);

  // A touch enters and leaves with a swipe; only a mouse hovers.
  const holdUnderMouse = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') {
      banner.hold();
    }
  };
  const releaseOutside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) {
      banner.release();
    }
  };

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Welcome"
      className="mx-auto sm:max-md:max-w-md"
      onPointerEnter={holdUnderMouse}
      onPointerLeave={banner.release}
      onFocus={banner.hold}
      onBlur={releaseOutside}
    >
      <div
        ref={banner.viewport}
        onScroll={banner.noteScroll}
        className="snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none]"
      >
        <div aria-live={banner.isPlaying ? 'off' : 'polite'} className="flex">
          {slides.map((slide, index) => (
            <Slide
              key={slide.headline}
              mood={slide.mood}
              number={index + 1}
              count={slides.length}
              isShown={index === banner.selected}
            >
              <SlideContent slide={slide} number={index + 1} />
            </Slide>
          ))}
        </div>
      </div>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center noscript:invisible">
        <IconButton
          name={banner.isWanted ? 'Pause the slides' : 'Play the slides'}
          className="-ml-3"
          onClick={banner.toggle}
        >
          {banner.isWanted ? (
            <Pause aria-hidden className="size-5" />
          ) : (
            <Play aria-hidden className="size-5" />
          )}
        </IconButton>
        <div className="flex">
          {slides.map(({ headline }, index) => (
            <Dot
              key={headline}
              name={`Slide ${index + 1}: ${headline}`}
              isCurrent={index === banner.selected}
              onPress={() => banner.show(index)}
            />
          ))}
        </div>
        <div className="flex justify-end">
          <IconButton name="Previous slide" onClick={banner.showPrevious}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton name="Next slide" className="-mr-3" onClick={banner.showNext}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      </div>
    </section>
  );
}

/** The classes of each theme: background and text, and the button. */
const THEMES: Readonly<Record<BannerSlide['mood'], readonly [ground: string, button: string]>> = {
  night: ['bg-stage text-day', 'bg-volt text-night'],
  volt: ['bg-volt text-night', 'bg-night text-day'],
  bid: ['bg-moss text-day', 'bg-day text-night'],
  box: ['bg-box text-ink', 'bg-ink text-paper'],
};

interface SlideProps {
  readonly mood: BannerSlide['mood'];
  readonly number: number;
  readonly count: number;
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** The content of a hidden slide cannot be reached once there are buttons that show it. */
function Slide({ mood, number, count, isShown, children }: SlideProps) {
  const isAlive = useIsAlive();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is not a fieldset
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${number} of ${count}`}
      inert={isAlive && !isShown}
      className={`relative flex min-w-0 flex-[0_0_100%] snap-start flex-col-reverse md:flex-row ${THEMES[mood][0]}`}
    >
      {children}
    </div>
  );
}

interface SlideContentProps {
  readonly slide: BannerSlide;
  readonly number: number;
}

/** Memoised, because it does not depend on the slide shown. */
const SlideContent = memo(({ slide, number }: SlideContentProps) => (
  <>
    <SlideGround number={number} />
    <div className="relative flex flex-col justify-center px-5 pt-4 pb-5 md:w-[42%] md:p-8 md:pr-2 lg:pl-12">
      <h2 className="text-2xl max-[22.5rem]:text-xl md:text-3xl lg:text-5xl">{slide.headline}</h2>
      <p className="mt-1.5 text-sm text-balance md:mt-3 md:text-base lg:mt-4 lg:text-lg">{slide.sentence}</p>
      <p className="mt-3.5 lg:mt-6">
        <Link
          to={slide.linkTo}
          className={`inline-flex min-h-11 items-center rounded-control px-5 font-semibold hover:opacity-90 active:opacity-75 ${THEMES[slide.mood][1]}`}
        >
          {slide.linkText}
        </Link>
      </p>
    </div>
    <div className="relative h-70 md:h-80 md:flex-1 lg:h-105">
      {slide.pair ? <SlidePair pair={slide.pair} isFirst={number === 1} /> : null}
    </div>
  </>
));

/** The background of a slide, for small screens and for others. */
function SlideGround({ number }: { number: number }) {
  return (
    <picture>
      <source media="(max-width: 767px)" srcSet={`/banners/${number}-mobile.svg`} width={390} height={480} />
      <img
        src={`/banners/${number}-desktop.svg`}
        alt=""
        width={1280}
        height={420}
        loading={number === 1 ? 'eager' : 'lazy'}
        draggable={false}
        className="absolute inset-0 size-full object-cover"
      />
    </picture>
  );
}

interface DotProps {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
}

function Dot({ name, isCurrent, onPress }: DotProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-current={isCurrent}
      onClick={onPress}
      className="group flex size-11 items-center justify-center rounded-control"
    >
      <span className="h-2 w-2 rounded-full bg-edge group-hover:bg-ink group-aria-[current=true]:w-6 group-aria-[current=true]:bg-ink" />
    </button>
  );
}
