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

type ToastModule = typeof import('react-toastify');

/** Loaded with the first toast: no first visit needs it. */
let loading: Promise<ToastModule> | null = null;

function loadToasts(): Promise<ToastModule> {
  loading ??= Promise.all([import('react-toastify'), import('./toast-place.js')]).then(
    async ([toastModule, { mountToastPlace }]) => {
      await mountToastPlace();
      return toastModule;
    },
  );
  return loading;
}

export function showSuccess(text: string): void {
  void loadToasts().then(({ toast }) => toast.success(text, DEFAULT_TOAST));
}

export function showWarning(text: string): void {
  void loadToasts().then(({ toast }) => toast.warning(text, DEFAULT_TOAST));
}

/** The answer to an action on the dashboard. */
export function showActionSuccess(text: string): void {
  void loadToasts().then(({ toast }) => toast.success(text, ACTION_TOAST));
}

export function showActionWarning(text: string): void {
  void loadToasts().then(({ toast }) => toast.warning(text, ACTION_TOAST));
}
