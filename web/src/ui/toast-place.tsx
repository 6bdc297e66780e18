import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import { ToastContainer } from 'react-toastify';

/** At most three at once (section 9); the next ones wait. */
const MOST_TOASTS = 3;

/** The library's own colours cannot be read by everybody; ours can, in both themes. */
const LOOK = {
  // Below the header: its links stay at hand while a toast is there.
  '--toastify-toast-top': '4.5rem',
  '--toastify-color-success': 'var(--bid)',
  '--toastify-text-color-success': 'var(--on-trade)',
  '--toastify-color-warning': 'var(--ink)',
  '--toastify-text-color-warning': 'var(--paper)',
  '--toastify-color-transparent': 'currentColor',
} as CSSProperties;

const TOAST_CLASS =
  'font-sans! pr-9! [&>button]:p-1! [&>button]:text-current! max-[480px]:min-h-0! max-[480px]:rounded-control! max-[480px]:py-2! max-[480px]:text-sm!';

/**
 * On a phone the newest alone is to be seen, so that they do not lie over the form below. The others stay in the page,
 * and their time runs.
 */
const PLACE_CLASS =
  'max-[480px]:top-16! max-[480px]:px-2! max-[480px]:[&>*:not(:first-child)]:absolute! max-[480px]:[&>*:not(:first-child)]:opacity-0! max-[480px]:[&>*:not(:first-child)]:pointer-events-none!';

/** Where toasts appear. */
export interface MountedToastPlace {
  /** Brings them before everything else that is open, such as a dialog. */
  raise(): void;
}

/** A root of its own, so that it can come with the first toast. */
export function mountToastPlace(): Promise<MountedToastPlace> {
  const place = document.createElement('div');
  // A popover lies in the browser's top layer, as dialogs do: what is opened last is in front.
  place.popover = 'manual';
  // Of the popover itself nothing is to be seen.
  place.className = 'size-0 overflow-visible border-0 bg-transparent p-0';
  document.body.append(place);
  const mountedPlace: MountedToastPlace = {
    raise() {
      // Shown anew, the toasts that are there already would begin their time again: only for a dialog.
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

function ToastPlace({ onMounted }: { onMounted: () => void }) {
  return (
    <div ref={() => onMounted()}>
      <ToastContainer
        limit={MOST_TOASTS}
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
