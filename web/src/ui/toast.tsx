import { useEffect } from 'react';
import type { ToastOptions } from 'react-toastify';
import type { MountedToastPlace } from './toast-place.js';

/** The two kinds of section 9. */
const DEFAULT_TOAST: ToastOptions = { autoClose: 5_000, position: 'top-right', draggablePercent: 80 };
const ACTION_TOAST: ToastOptions = {
  autoClose: 4_000,
  position: 'top-right',
  closeOnClick: true,
  pauseOnHover: false,
  draggable: false,
};

type ToastModule = typeof import('react-toastify');

interface Toasts extends Pick<ToastModule, 'toast'>, MountedToastPlace {}

/** Loaded with the first toast: no first visit needs it. */
let loading: Promise<Toasts> | null = null;

function loadToasts(): Promise<Toasts> {
  loading ??= Promise.all([import('react-toastify'), import('./toast-place.js')])
    .then(async ([{ toast }, { mountToastPlace }]) => ({ toast, ...(await mountToastPlace()) }))
    .catch((error: unknown) => {
      // The next toast tries again.
      loading = null;
      throw error;
    });
  return loading;
}

/** For screens whose toasts may have to speak of a lost connection: by then it is too late to load them. */
export function usePreparedToasts(): void {
  useEffect(() => {
    loadToasts().catch(() => {});
  }, []);
}

export function showSuccess(text: string): void {
  show(({ toast }) => toast.success(text, DEFAULT_TOAST), text);
}

export function showWarning(text: string): void {
  show(({ toast }) => toast.warning(text, DEFAULT_TOAST), text);
}

/** The answer to an action on the dashboard or on the security page. */
export function showActionSuccess(text: string): void {
  show(({ toast }) => toast.success(text, ACTION_TOAST), text);
}

export function showActionWarning(text: string): void {
  show(({ toast }) => toast.warning(text, ACTION_TOAST), text);
}

function show(present: (toasts: Toasts) => void, text: string): void {
  loadToasts().then(
    (toasts) => {
      toasts.raise();
      present(toasts);
    },
    () => {
      // biome-ignore lint/suspicious/noConsole: where nothing can be shown, the log has it
      console.error(text);
    },
  );
}
