import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './button.js';
import { useModal } from './use-modal.js';

interface SheetProps {
  readonly title: string;
  /** Called on Escape, on the back gesture, and by the button. The caller then stops showing it. */
  readonly onClose: () => void;
  /** Stays at the bottom while the rest scrolls. */
  readonly foot: ReactNode;
  readonly children: ReactNode;
}

/** A modal dialog that fills the lower part of a phone, open for as long as it is rendered. */
export function Sheet({ title, onClose, foot, children }: SheetProps) {
  const titleId = useId();
  const modal = useModal({ onCancel: onClose });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press outside equals Escape
    <dialog
      {...modal}
      aria-labelledby={titleId}
      onClick={({ target }) => {
        if (target === modal.ref.current) {
          onClose();
        }
      }}
      className="m-0 mt-auto h-[calc(100dvh-3rem)] max-h-none w-full max-w-none overflow-hidden rounded-t-card border-t border-line bg-paper text-left text-ink backdrop:bg-night/50"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between border-b border-line py-1.5 pr-2 pl-4">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <IconButton name={`Close: ${title}`} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4">{children}</div>
        <div className="flex gap-2 border-t border-line px-4 py-3">{foot}</div>
      </div>
    </dialog>
  );
}
