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

const TOAST_CLASS = 'font-sans! pr-9! [&>button]:p-1! [&>button]:text-current!';

const place = document.createElement('div');
// A popover can be seen above a dialog. It has no size: the toasts in it have places of their own.
place.popover = 'manual';
place.className = 'size-0 overflow-visible border-0 bg-transparent p-0';

/** Where toasts appear: a root of its own, so that it can come with the first toast. */
export function mountToastPlace(): Promise<void> {
  document.body.append(place);
  place.showPopover();
  return new Promise((mounted) => {
    createRoot(place).render(<ToastPlace onMounted={mounted} />);
  });
}

/** Puts the toasts before a dialog that was opened after them. */
export function raiseToastPlace(): void {
  if (document.querySelector('dialog:modal') !== null) {
    place.hidePopover();
    place.showPopover();
  }
}

function ToastPlace({ onMounted }: { onMounted: () => void }) {
  return (
    <div ref={() => onMounted()}>
      <ToastContainer
        limit={MOST_TOASTS}
        position="top-right"
        theme="colored"
        newestOnTop
        className="max-[480px]:top-16!"
        style={LOOK}
        toastClassName={TOAST_CLASS}
      />
    </div>
  );
}
