import { buttonClass } from './button.js';

/** A warning that must be read, with a button to act on it. */
export interface LastingWarning {
  /** Warnings with the same key are the same warning. */
  readonly key: string;
  readonly text: string;
  /** The subject of the warning. */
  readonly note: string;
  readonly button: string;
  readonly onPress: () => void;
}

interface LastingToastProps extends Omit<LastingWarning, 'key'> {
  readonly onClose: () => void;
}

/** Stays until it is closed or its button is pressed. */
export function LastingToast({ text, note, button, onPress, onClose }: LastingToastProps) {
  return (
    <div data-lasting className="flex min-w-0 flex-col items-start gap-2">
      <p>{text}</p>
      <p className="text-sm wrap-anywhere opacity-80">{note}</p>
      <button
        type="button"
        className={buttonClass('plain')}
        onClick={() => {
          onClose();
          onPress();
        }}
      >
        {button}
      </button>
    </div>
  );
}
