import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

interface ModalOptions {
  /** Called on Escape, or when the browser closes the dialog. The caller then stops showing it. */
  readonly onCancel: () => void;
  /** True while something runs that cannot be undone. The dialog stays open until then. */
  readonly isBusy?: boolean;
  /** The element that gets the focus first; by default the first focusable element. */
  readonly firstFocus?: RefObject<HTMLElement | null> | undefined;
}

/**
 * Makes a `<dialog>` modal, open for as long as it is rendered. The focus stays inside, and returns to where it was
 * when the dialog closes.
 */
export function useModal({ onCancel, isBusy = false, firstFocus }: ModalOptions) {
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect closes it before the element is removed, which could no longer return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    firstFocus?.current?.focus();
    return () => dialog?.close();
  }, [firstFocus]);
  return {
    ref,
    onCancel(event: SyntheticEvent) {
      event.preventDefault();
      if (!isBusy) {
        onCancel();
      }
    },
    onClose() {
      // Browsers let a second Escape close the dialog even if `onCancel` prevents it.
      if (ref.current?.open) {
        return;
      }
      if (isBusy) {
        ref.current?.showModal();
      } else {
        onCancel();
      }
    },
  };
}
