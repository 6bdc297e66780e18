import type { ReactNode } from 'react';
import { PausableButton, SettlingButton } from './button.js';
import { Dialog } from './dialog.js';
import { FaultText } from './fault-text.js';

interface ConfirmDialogProps {
  /** The text of the button that confirms. */
  readonly label: string;
  /** The question; by default `label` with a question mark. */
  readonly title?: string;
  readonly look?: 'strong' | 'danger';
  /** The text of the button that only closes the dialog. */
  readonly closeLabel?: string;
  /** Identifies what is confirmed, if it can change while the dialog is open (`useSettled`). */
  readonly subject?: string;
  /** True while the confirmed action is under way. The dialog stays open until then. */
  readonly isBusy: boolean;
  /** Why the last attempt failed; null if it did not. */
  readonly fault?: string | null;
  /** Null while there is nothing to confirm. The dialog then has only the button that closes it. */
  readonly onConfirm: (() => unknown) | null;
  readonly onClose: () => void;
  /** The consequences, and the fields that they depend on. */
  readonly children: ReactNode;
}

/** Asks before an action. The press that has opened the dialog, even a double one, does not confirm it. */
export function ConfirmDialog({
  label,
  title = `${label}?`,
  look = 'strong',
  closeLabel = 'Cancel',
  subject = '',
  isBusy,
  fault = null,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onCancel={onClose} isBusy={isBusy}>
      {children}
      <FaultText>{fault}</FaultText>
      {onConfirm === null ? null : (
        <SettlingButton look={look} subject={subject} isPaused={isBusy} onClick={() => void onConfirm()}>
          {label}
        </SettlingButton>
      )}
      <PausableButton isPaused={isBusy} onClick={onClose}>
        {closeLabel}
      </PausableButton>
    </Dialog>
  );
}
