import { buttonClass } from './button.js';

interface UndoToastProps {
  readonly text: string;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** Reports an action that can be undone. */
export function UndoToast({ text, onUndo, onClose }: UndoToastProps) {
  return (
    <div className="flex min-w-0 flex-1 items-center justify-between gap-3">
      <p className="min-w-0 wrap-anywhere">{text}</p>
      <button
        type="button"
        className={buttonClass('plain', 'shrink-0')}
        onClick={() => {
          onClose();
          onUndo();
        }}
      >
        Undo
      </button>
    </div>
  );
}
