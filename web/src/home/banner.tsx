import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { FocusEvent, PointerEvent } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../ui/button.js';
import { useIsAlive } from '../ui/use-is-alive.js';
import type { BannerSlide } from './banner-slides.js';
import { useBannerAutoplay } from './use-banner-autoplay.js';

/** The auto-playing banner (section 2, "Home"). */
export function Banner({ slides }: { slides: readonly BannerSlide[] }) {
  const banner = useBannerAutoplay(slides.length);
  const isAlive = useIsAlive();

  // A touch comes and goes with a swipe; only a mouse hovers.
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
              slide={slide}
              number={index + 1}
              count={slides.length}
              isInert={isAlive && index !== banner.selected}
            />
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

interface SlideProps {
  readonly slide: BannerSlide;
  readonly number: number;
  readonly count: number;
  /** Whether what is in it cannot be reached: it is not the one that is shown. */
  readonly isInert: boolean;
}

function Slide({ slide, number, count, isInert }: SlideProps) {
  const isInk = slide.ground === 'ink';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is not a fieldset
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${number} of ${count}`}
      inert={isInert}
      className={`relative min-w-0 flex-[0_0_100%] snap-start ${isInk ? 'bg-night text-day' : 'bg-volt text-night'}`}
    >
      <SlidePicture number={number} />
      <div className="absolute inset-x-0 bottom-0 flex h-[45%] flex-col justify-center px-5 md:top-0 md:right-auto md:h-auto md:w-[45%] md:px-8 lg:px-12">
        <h2 className="text-2xl max-[22.5rem]:text-xl md:text-3xl lg:text-5xl">{slide.headline}</h2>
        <p className="mt-1 text-sm text-balance max-[22.5rem]:text-xs md:mt-2 md:text-base lg:mt-3 lg:text-lg">
          {slide.sentence}
        </p>
        <p className="mt-2 max-[22.5rem]:mt-1 lg:mt-5">
          <Link
            to={slide.linkTo}
            className={`inline-flex min-h-11 items-center rounded-control px-4 font-semibold ${isInk ? 'bg-volt text-night' : 'bg-night text-day'}`}
          >
            {slide.linkText}
          </Link>
        </p>
      </div>
    </div>
  );
}

/** The first one is the largest element of the first screen; the others load when they are about to be seen. */
function SlidePicture({ number }: { number: number }) {
  const isFirst = number === 1;
  return (
    <picture>
      <source media="(max-width: 767px)" srcSet={`/banners/${number}-mobile.svg`} width={390} height={420} />
      <img
        src={`/banners/${number}-desktop.svg`}
        alt=""
        width={1280}
        height={420}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        draggable={false}
        className="aspect-[390/420] w-full object-cover md:aspect-[1280/420]"
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
