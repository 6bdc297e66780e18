import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** Called on Escape, or when the browser closes the dialog. The caller then stops showing it. */
  readonly onCancel: () => void;
  /** Whether something is under way that cannot be undone: meanwhile the dialog stays open. */
  readonly isBusy?: boolean;
  /** What gets the focus first; by default the first focusable element. */
  readonly firstFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/**
 * A modal dialog, open for as long as it is rendered. The focus stays inside, and returns to where it was when the
 * dialog closes.
 */
export function Dialog({ title, onCancel, isBusy = false, firstFocus, children }: DialogProps) {
  const titleId = useId();
  const place = useRef<HTMLDialogElement>(null);
  // A layout effect closes it before the element is removed, which could no longer return the focus.
  useLayoutEffect(() => {
    const dialog = place.current;
    dialog?.showModal();
    firstFocus?.current?.focus();
    return () => dialog?.close();
  }, [firstFocus]);

  return (
    <dialog
      ref={place}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (isBusy && event.key === 'Escape') {
          event.preventDefault();
        }
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) {
          onCancel();
        }
      }}
      onClose={() => {
        // Browsers let a second Escape close it whatever `onCancel` does.
        if (place.current?.open) {
          return;
        }
        if (isBusy) {
          place.current?.showModal();
        } else {
          onCancel();
        }
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto overscroll-contain rounded-card border border-line bg-paper p-5 text-left text-ink backdrop:bg-night/50 md:p-8"
    >
      <div className="flex flex-col gap-5">
        <h2 id={titleId} className="text-2xl">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
