import { GITHUB_RETURNED } from '@perkex/contract/identity-setup.js';

/** Section 9. */
const WIDTH = 500;
const HEIGHT = 600;
const AFTER_CLOSING_MS = 2_000;
const POLL_INTERVAL_MS = 250;

/** How a popup ended without coming back (section 8). */
export type PopupFault = 'popup-blocked' | 'popup-closed-by-user' | 'cancelled-popup-request';

export class PopupError extends Error {
  override readonly name = 'PopupError';

  constructor(readonly fault: PopupFault) {
    super(fault);
  }
}

/** Ends the popup that is open, because a newer one takes its place. */
let cancelOpenPopup: () => void = () => {};

/**
 * Opens a popup and leads it to an address that is still to be found: browsers open one only while a click is handled.
 * A new popup cancels the one before it.
 * @returns when the popup has come back to our own server
 * @throws PopupError, or what finding the address rejects with
 */
export async function visitInPopup(findAddress: () => Promise<string>): Promise<void> {
  cancelOpenPopup();
  const popup = window.open('', '_blank', features());
  if (!popup) {
    throw new PopupError('popup-blocked');
  }
  try {
    await Promise.all([lead(popup, findAddress()), comingBack(popup)]);
  } finally {
    popup.close();
  }
}

async function lead(popup: Window, address: Promise<string>): Promise<void> {
  const url = await address;
  if (!popup.closed) {
    popup.location.href = url;
  }
}

/** Waits until the popup says that it is back, or is gone for two seconds (section 4, "Auth"). */
function comingBack(popup: Window): Promise<void> {
  return new Promise((resolve, reject) => {
    let closedAtMs: number | null = null;
    const end = (settle: () => void) => {
      clearInterval(polling);
      window.removeEventListener('message', hear);
      settle();
    };
    const fail = (fault: PopupFault) => end(() => reject(new PopupError(fault)));
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      // Any window may post anything here: only this popup counts, and only once it is back on our own server.
      if (origin === window.location.origin && source === popup && isReturn(data)) {
        end(resolve);
      }
    };
    const polling = setInterval(() => {
      if (!popup.closed) {
        return;
      }
      closedAtMs ??= performance.now();
      if (performance.now() - closedAtMs >= AFTER_CLOSING_MS) {
        fail('popup-closed-by-user');
      }
    }, POLL_INTERVAL_MS);
    window.addEventListener('message', hear);
    cancelOpenPopup = () => fail('cancelled-popup-request');
  });
}

function isReturn(data: unknown): boolean {
  return (data as { type?: unknown } | null)?.type === GITHUB_RETURNED;
}

/** In the middle of the window that opens it. */
function features(): string {
  const { screenX, screenY, outerWidth, outerHeight } = window;
  const left = Math.round(screenX + Math.max(0, outerWidth - WIDTH) / 2);
  const top = Math.round(screenY + Math.max(0, outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
}
