import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import { ToastContainer } from 'react-toastify';

/** At most three at once (section 9). Further ones wait. */
const MAX_TOASTS = 3;

/** Unlike the library's own colours, these have enough contrast in both themes. */
const LOOK = {
  // Below the header, so that toasts do not cover its links. The stylesheet defines the distance.
  '--toastify-toast-top': 'var(--toasts-top)',
  '--toastify-color-success': 'var(--bid)',
  '--toastify-text-color-success': 'var(--on-trade)',
  '--toastify-color-warning': 'var(--ink)',
  '--toastify-text-color-warning': 'var(--paper)',
  '--toastify-color-transparent': 'currentColor',
} as CSSProperties;

/** Flat where the controls of a dashboard begin close below its bar. */
const TOAST_CLASS =
  'font-sans! pr-9! [&>button]:p-1! [&>button]:text-current! max-lg:min-h-0! max-lg:py-2! max-lg:text-sm! max-[480px]:rounded-control!';

/**
 * On a phone only the newest toast is visible, so that toasts do not cover the form below. The others stay in the page
 * while their time runs.
 */
const PLACE_CLASS =
  'max-[480px]:top-(--toasts-top)! max-[480px]:px-2! max-[480px]:[&>*:not(:first-child)]:absolute! max-[480px]:[&>*:not(:first-child)]:opacity-0! max-[480px]:[&>*:not(:first-child)]:pointer-events-none!';

/** The least height of the bars that scroll away: the notice, and the bar of the dashboard. */
const BARS_PX = 28;

/** The container of the toasts. */
export interface MountedToastPlace {
  /** Brings the toasts in front of everything else, such as a dialog. */
  raise(): void;
}

/** Mounts a React root of its own, so that it can be loaded with the first toast. */
export function mountToastPlace(): Promise<MountedToastPlace> {
  const place = document.createElement('div');
  // Popovers are in the browser's top layer, as dialogs are. The last one opened is in front.
  place.popover = 'manual';
  // The popover itself is invisible.
  place.className =
    'size-0 overflow-visible border-0 bg-transparent p-0 data-scrolled:[--toasts-top:calc(4.25rem+var(--search-height))]';
  followScrolling(place);
  document.body.append(place);
  const mountedPlace: MountedToastPlace = {
    raise() {
      // Reopening it restarts the time of visible toasts, so it is reopened only for a dialog.
      if (place.matches(':popover-open') && document.querySelector('dialog[open]')) {
        place.hidePopover();
      }
      if (!place.matches(':popover-open')) {
        place.showPopover();
      }
    },
  };
  return new Promise((mounted) => {
    createRoot(place).render(<ToastPlace onMounted={() => mounted(mountedPlace)} />);
  });
}

/** Further down a page only its header stays: toasts are close below it, not over the middle of the page. */
function followScrolling(place: HTMLElement): void {
  const follow = () => {
    place.toggleAttribute('data-scrolled', scrollY > BARS_PX);
  };
  addEventListener('scroll', follow, { passive: true });
  follow();
}

function ToastPlace({ onMounted }: { onMounted: () => void }) {
  return (
    <div ref={() => onMounted()}>
      <ToastContainer
        limit={MAX_TOASTS}
        position="top-right"
        theme="colored"
        newestOnTop
        className={PLACE_CLASS}
        style={LOOK}
        toastClassName={TOAST_CLASS}
      />
    </div>
  );
}
