import { PICTURE_SIZES } from '@perkex/contract/pictures.js';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { Product } from '../api/products.js';
import { ProductPicture } from '../products/product-picture.js';
import { usePart } from '../ui/use-nearby.js';
import { type View, viewsOf } from './views.js';

const loadZoom = async () => (await import('./later-parts.js')).LATER_PARTS.ZoomDialog;

interface ProductViewsProps {
  readonly name: string;
  readonly thumbnail: string;
  readonly pictures: Product['pictures'];
}

/**
 * The pictures of a product: a large one, moved by swipe, by its thumbnails and by the arrow keys, and enlarged by a
 * press.
 */
export function ProductViews({ name, thumbnail, pictures }: ProductViewsProps) {
  const views = viewsOf(name, thumbnail, pictures);
  const row = useRef<HTMLUListElement>(null);
  const thumbs = useRef<HTMLFieldSetElement>(null);
  const [shown, setShown] = useState(0);
  const [isZoomed, setIsZoomed] = useState(false);
  const { Component: ZoomDialog, hasFailed, fetchAgain } = usePart(loadZoom);

  const show = (index: number) => {
    const width = row.current?.clientWidth ?? 0;
    row.current?.scrollTo({ left: index * width, behavior: 'instant' });
  };
  const turn = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || views.length === 1) {
      return;
    }
    event.preventDefault();
    const next = (shown + step + views.length) % views.length;
    show(next);
    // The focused picture is about to be removed.
    thumbs.current?.querySelectorAll('button')[next]?.focus({ preventScroll: true });
  };
  const zoom = (event: MouseEvent) => {
    // If the code fails to load, or for another tab, the link opens the picture.
    if (!hasFailed && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
      event.preventDefault();
      fetchAgain();
      setIsZoomed(true);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons and links in it
    <div
      onKeyDown={turn}
      className={`relative flex flex-1 flex-col justify-center gap-3 lg:min-h-117 lg:items-center ${columnsFor(views.length)}`}
    >
      <Search aria-hidden className="pointer-events-none absolute top-1 right-1 z-10 size-4 text-edge" />
      <ul
        ref={row}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / clientWidth))
        }
        className="flex min-w-0 flex-1 snap-x items-center lg:col-start-2 lg:row-start-1 snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] noscript:[scrollbar-width:auto]"
      >
        {views.map(({ src, alt, placeholder }, index) => (
          <li key={src} inert={index !== shown} className="w-full shrink-0 snap-center">
            <a
              href={src}
              draggable={false}
              onClick={zoom}
              className="relative block cursor-zoom-in rounded-control -outline-offset-2"
            >
              <span className="sr-only">Enlarge </span>
              <ProductPicture
                src={src}
                alt={alt}
                sizes={PICTURE_SIZES.page}
                placeholder={placeholder}
                isFirst={index === 0}
                className="lg:max-h-96"
              />
            </a>
          </li>
        ))}
      </ul>
      {views.length === 1 ? null : (
        <fieldset
          ref={thumbs}
          className={`grid justify-center gap-2 lg:col-start-1 lg:row-start-1 lg:self-start noscript:hidden ${SHORT_ROWS[views.length] ?? FULL_ROW} ${views.length > MAX_IN_A_COLUMN ? 'lg:grid-cols-2' : 'lg:grid-cols-1'}`}
        >
          <legend className="sr-only">Views</legend>
          {views.map((view, index) => (
            <Thumb key={view.src} view={view} isShown={index === shown} onShow={() => show(index)} />
          ))}
        </fieldset>
      )}
      {isZoomed && ZoomDialog ? (
        <ZoomDialog
          title={name}
          views={views}
          first={shown}
          onClose={(index) => {
            setIsZoomed(false);
            show(index);
          }}
        />
      ) : null}
    </div>
  );
}

/** Below the picture, four thumbnails fit in a row. The first ones do not move when the others arrive. */
const FULL_ROW = 'max-lg:grid-cols-[repeat(4,calc(25%-0.375rem))]';
const SHORT_ROWS: Readonly<Record<number, string>> = {
  2: 'max-lg:grid-cols-[repeat(2,calc(25%-0.375rem))]',
  3: 'max-lg:grid-cols-[repeat(3,calc(25%-0.375rem))]',
};

/** The number of thumbnails that fit beside the picture. */
const MAX_IN_A_COLUMN = 6;

/**
 * The column of the thumbnails has its width from the start, as they follow the picture in the HTML. The picture
 * usually has its height, too, so that it does not move when the rest of the HTML arrives.
 */
function columnsFor(views: number): string {
  if (views === 1) {
    return 'lg:flex-row';
  }
  return views > MAX_IN_A_COLUMN
    ? 'lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)]'
    : 'lg:grid lg:grid-cols-[6rem_minmax(0,1fr)]';
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

interface ThumbProps {
  readonly view: View;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function Thumb({ view: { name, src }, isShown, onShow }: ThumbProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isShown}
      title={name}
      onClick={onShow}
      className="flex h-15 items-center rounded-control lg:w-24 max-[22.5rem]:h-12 border border-line bg-paper p-1 hover:border-edge aria-pressed:border-ink dark:bg-ground"
    >
      <ProductPicture src={src} />
    </button>
  );
}
