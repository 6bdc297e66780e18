import { GITHUB_RETURNED } from '@perkex/contract/identity-setup.js';

/** The size of the popup (section 9). */
const WIDTH = 500;
const HEIGHT = 600;
const AFTER_CLOSING_MS = 2_000;
const POLL_INTERVAL_MS = 250;

/** The reason why a popup did not return (section 8). */
export type PopupFailure = 'popup-blocked' | 'popup-closed-by-user' | 'cancelled-popup-request';

export class PopupError extends Error {
  override readonly name = 'PopupError';

  constructor(readonly reason: PopupFailure) {
    super(reason);
  }
}

/** Cancels the open popup when a newer one replaces it. */
let cancelOpenPopup: () => void = () => {};

/**
 * Opens a popup immediately, since browsers allow it only while a click is being handled, and sends it to its address
 * once that is known. A new popup cancels the previous one.
 * @param findAddress it can ask if the popup has ended in the meantime
 * @returns when the popup is back on our own server
 * @throws PopupError, or what `findAddress` rejects with
 */
export async function visitInPopup(findAddress: (isOver: () => boolean) => Promise<string>): Promise<void> {
  cancelOpenPopup();
  const popup = window.open('', '_blank', features());
  if (!popup) {
    throw new PopupError('popup-blocked');
  }
  let isOver = false;
  try {
    await Promise.all([
      navigate(
        popup,
        findAddress(() => isOver),
      ),
      waitForReturn(popup),
    ]);
  } finally {
    isOver = true;
    popup.close();
  }
}

async function navigate(popup: Window, address: Promise<string>): Promise<void> {
  const url = await address;
  if (!popup.closed) {
    popup.location.href = url;
  }
}

/** Waits until the popup reports back, or has been closed for two seconds (section 4, "Auth"). */
function waitForReturn(popup: Window): Promise<void> {
  return new Promise((resolve, reject) => {
    let closedAtMs: number | null = null;
    const end = (finish: () => void) => {
      clearInterval(polling);
      window.removeEventListener('message', receive);
      finish();
    };
    const fail = (reason: PopupFailure) => end(() => reject(new PopupError(reason)));
    const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
      // Any window may post messages here. Only this popup counts, and only once it is back on our own server.
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
    window.addEventListener('message', receive);
    cancelOpenPopup = () => fail('cancelled-popup-request');
  });
}

function isReturn(data: unknown): boolean {
  return (data as { type?: unknown } | null)?.type === GITHUB_RETURNED;
}

/** Centres the popup on the window that opens it. */
function features(): string {
  const { screenX, screenY, outerWidth, outerHeight } = window;
  const left = Math.round(screenX + Math.max(0, outerWidth - WIDTH) / 2);
  const top = Math.round(screenY + Math.max(0, outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
}
