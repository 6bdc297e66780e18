import { type ReactNode, type RefObject, useId } from 'react';
import { useModal } from './use-modal.js';

interface DialogProps {
  readonly title: string;
  /** Called on Escape, or when the browser closes the dialog. The caller then stops showing it. */
  readonly onCancel: () => void;
  /** True while something runs that cannot be undone. The dialog stays open until then. */
  readonly isBusy?: boolean;
  /** The element that gets the focus first; by default the first focusable element. */
  readonly firstFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A modal dialog, open for as long as it is rendered. */
export function Dialog({ title, onCancel, isBusy = false, firstFocus, children }: DialogProps) {
  const titleId = useId();
  const modal = useModal({ onCancel, isBusy, firstFocus });
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (isBusy && event.key === 'Escape') {
          event.preventDefault();
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
