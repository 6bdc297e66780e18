import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** Escape was pressed, or the browser closed the dialog by itself. Whoever shows the dialog takes it away then. */
  readonly onCancel: () => void;
  /** Whether something is under way that cannot be taken back: the dialog stays open until it has ended. */
  readonly isBusy?: boolean;
  /** What has the focus at first; without it, the first thing that can have it. */
  readonly firstFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/**
 * Something that has to be answered before the page goes on. It is open for as long as it is shown; the focus stays
 * within, and goes back to where it was at the end.
 */
export function Dialog({ title, onCancel, isBusy = false, firstFocus, children }: DialogProps) {
  const titleId = useId();
  const place = useRef<HTMLDialogElement>(null);
  // Before the element is taken away: an element that is gone cannot give the focus back.
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
        // A second Escape closes it whatever `onCancel` does.
        if (place.current?.open) {
          return;
        }
        if (isBusy) {
          place.current?.showModal();
        } else {
          onCancel();
        }
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto overscroll-contain rounded-card border border-line bg-paper p-5 text-ink backdrop:bg-night/50 md:p-8"
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
