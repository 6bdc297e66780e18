import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type FocusEvent, memo, type PointerEvent, type ReactNode } from 'react';
import {
  BANNER_PLACE_CLASS,
  BannerGround,
  BannerPicture,
  BannerText,
  bannerClass,
} from '../campaigns/banner-parts.js';
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
      banner.setIsHovered(true);
    }
  };
  const releaseOutside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) {
      banner.setHasFocus(false);
    }
  };

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Welcome"
      className="mx-auto sm:max-md:max-w-md"
      onPointerEnter={holdUnderMouse}
      onPointerLeave={() => banner.setIsHovered(false)}
      onFocus={() => banner.setHasFocus(true)}
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
              key={slide.key}
              mood={slide.mood}
              number={index + 1}
              count={slides.length}
              isShown={index === banner.selected}
            >
              <SlideContent slide={slide} isFirst={index === 0} />
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
          {slides.map(({ key, headline }, index) => (
            <Dot
              key={key}
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
      className={`flex-[0_0_100%] snap-start ${bannerClass(mood)}`}
    >
      {children}
    </div>
  );
}

/** Memoised, because it does not depend on the slide shown. */
const SlideContent = memo(
  ({ slide, isFirst }: { readonly slide: BannerSlide; readonly isFirst: boolean }) => (
    <>
      <BannerGround mood={slide.mood} isFirst={isFirst} />
      <BannerText
        mood={slide.mood}
        headline={slide.headline}
        sentence={slide.sentence}
        linkText={slide.linkText}
        linkTo={slide.linkTo}
      />
      <div className={BANNER_PLACE_CLASS}>
        {slide.pair ? <SlidePair pair={slide.pair} isFirst={isFirst} /> : null}
        {slide.picture ? <BannerPicture picture={slide.picture} isFirst={isFirst} /> : null}
      </div>
    </>
  ),
);

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
