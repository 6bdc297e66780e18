import { useEffect } from 'react';
import type { Id, ToastContent, ToastOptions } from 'react-toastify';
import type { LastingWarning } from './lasting-toast.js';
import { showPlainToast } from './plain-toast.js';
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

/** Long enough to read it and to reach its button. */
const UNDO_TOAST: ToastOptions = { ...DEFAULT_TOAST, autoClose: 8_000, closeOnClick: false };

/** For messages that must not be missed. */
const LASTING_TOAST: ToastOptions = {
  ...DEFAULT_TOAST,
  autoClose: false,
  closeOnClick: false,
  draggable: false,
};

type ToastModule = typeof import('react-toastify');

interface Toasts extends Pick<ToastModule, 'toast'>, MountedToastPlace {
  /** The toasts with buttons. */
  readonly LastingToast: typeof import('./lasting-toast.js').LastingToast;
  readonly UndoToast: typeof import('./undo-toast.js').UndoToast;
}

/** Loaded with the first toast, to keep it out of the first visit. */
let loading: Promise<Toasts> | null = null;

/** Loads the code of the toasts, once. @throws if it cannot be loaded */
export function loadToasts(): Promise<Toasts> {
  loading ??= Promise.all([
    import('react-toastify'),
    import('./toast-place.js'),
    import('./lasting-toast.js'),
    import('./undo-toast.js'),
  ])
    .then(async ([{ toast }, { mountToastPlace }, { LastingToast }, { UndoToast }]) => ({
      toast,
      LastingToast,
      UndoToast,
      ...(await mountToastPlace()),
    }))
    .catch((error: unknown) => {
      // The next toast tries to load the code again.
      loading = null;
      throw error;
    });
  return loading;
}

/** Preloads the code of the toasts, for screens that may have to report a lost connection. */
export function usePreparedToasts(): void {
  useEffect(() => {
    loadToasts().catch(() => {});
  }, []);
}

interface Toast {
  readonly kind: 'success' | 'warning';
  readonly text: string;
  readonly options: ToastOptions;
  /** Identifies the subject of the text: equal texts about different subjects are different toasts. */
  readonly key?: string;
  /** Adds a button that undoes the action. */
  readonly onUndo?: () => void;
  /** Replaces the text until it is closed. */
  readonly lasting?: LastingWarning;
}

export function showSuccess(text: string): void {
  show({ kind: 'success', text, options: DEFAULT_TOAST });
}

export function showWarning(text: string): void {
  show({ kind: 'warning', text, options: DEFAULT_TOAST });
}

/** Stays until it is closed: neither time nor a success removes it. */
export function showLastingWarning(lasting: LastingWarning): void {
  show({ kind: 'warning', text: lasting.text, options: LASTING_TOAST, lasting });
}

/** For an action on the dashboard or the security page. */
export function showActionSuccess(text: string): void {
  show({ kind: 'success', text, options: ACTION_TOAST });
}

/** As `showActionSuccess`, for one of several things that may be removed in a row. */
export function showRemoval(removal: Pick<Toast, 'text' | 'key' | 'onUndo'>): void {
  show({ kind: 'success', options: removal.onUndo ? UNDO_TOAST : ACTION_TOAST, ...removal });
}

export function showActionWarning(text: string): void {
  show({ kind: 'warning', text, options: ACTION_TOAST });
}

/** Removes all toasts, also waiting ones: they do not concern the next user. */
export function dismissToasts(): void {
  loading?.then(
    (toasts) => takeAway(toasts, [...present.values()]),
    () => {},
  );
}

interface PresentToast extends Toast {
  readonly id: Id;
}

/** The visible and waiting toasts by key, oldest first. */
const present = new Map<string, PresentToast>();

const keyOf = ({ kind, text, lasting, key = '' }: Toast) => `${kind}: ${lasting?.key ?? text} ${key}`;

function show(wanted: Toast): void {
  loadToasts().then(
    (toasts) => {
      toasts.raise();
      if (wanted.kind === 'success') {
        // Earlier warnings are outdated and must not delay this message.
        takeAway(
          toasts,
          [...present.values()].filter(({ kind, lasting }) => kind === 'warning' && lasting === undefined),
        );
      }
      presentOnce(toasts, wanted);
    },
    () => showPlainToast(wanted.lasting ?? wanted),
  );
}

/** Shows a message once; repeating it restarts its time. */
function presentOnce(toasts: Toasts, wanted: Toast): void {
  const { toast } = toasts;
  const key = keyOf(wanted);
  const same = present.get(key);
  if (same === undefined) {
    const content = contentOf(toasts, wanted);
    const id = toast[wanted.kind](content, { ...wanted.options, onClose: () => present.delete(key) });
    present.set(key, { ...wanted, id });
  } else if (toast.isActive(same.id)) {
    toast.update(same.id, { delay: null });
  }
}

function contentOf({ UndoToast, LastingToast }: Toasts, { text, lasting, onUndo }: Toast): ToastContent {
  if (onUndo !== undefined) {
    return ({ closeToast }) => <UndoToast text={text} onUndo={onUndo} onClose={closeToast} />;
  }
  if (lasting === undefined) {
    return text;
  }
  const { key: _, ...warning } = lasting;
  return ({ closeToast }) => <LastingToast {...warning} onClose={closeToast} />;
}

function takeAway(toasts: Toasts, unwanted: readonly PresentToast[]): void {
  const { toast } = toasts;
  const waiting = [...present.values()].filter(({ id }) => !toast.isActive(id));
  toast.clearWaitingQueue();
  for (const gone of [...waiting, ...unwanted]) {
    present.delete(keyOf(gone));
  }
  for (const { id } of unwanted) {
    toast.dismiss(id);
  }
  for (const toastToShow of waiting.filter((one) => !unwanted.includes(one))) {
    presentOnce(toasts, toastToShow);
  }
}
