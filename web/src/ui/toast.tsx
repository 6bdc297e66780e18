import { useEffect } from 'react';
import type { ToastOptions } from 'react-toastify';

/** The two kinds of section 9. */
const DEFAULT_TOAST: ToastOptions = { autoClose: 5_000, position: 'top-right', draggablePercent: 80 };
const ACTION_TOAST: ToastOptions = {
  autoClose: 4_000,
  position: 'top-right',
  closeOnClick: true,
  pauseOnHover: false,
  draggable: false,
};

interface ToastModule {
  readonly toast: typeof import('react-toastify')['toast'];
  readonly raise: () => void;
}

/** Loaded with the first toast: no first visit needs it. */
let loading: Promise<ToastModule> | null = null;

function loadToasts(): Promise<ToastModule> {
  loading ??= Promise.all([import('react-toastify'), import('./toast-place.js')])
    .then(async ([{ toast }, { mountToastPlace, raiseToastPlace }]) => {
      await mountToastPlace();
      return { toast, raise: raiseToastPlace };
    })
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

/** The answer to an action on the dashboard. */
export function showActionSuccess(text: string): void {
  show(({ toast }) => toast.success(text, ACTION_TOAST), text);
}

export function showActionWarning(text: string): void {
  show(({ toast }) => toast.warning(text, ACTION_TOAST), text);
}

function show(present: (toasts: ToastModule) => void, text: string): void {
  const presentBeforeAll = (toasts: ToastModule) => {
    toasts.raise();
    present(toasts);
  };
  loadToasts().then(presentBeforeAll, () => {
    // biome-ignore lint/suspicious/noConsole: where nothing can be shown, the log has it
    console.error(text);
  });
}
