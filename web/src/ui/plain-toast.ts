const PLACE_CLASS =
  'fixed inset-auto top-(--toasts-top) right-4 m-0 flex max-w-80 flex-col items-start gap-2 rounded-control border-0 bg-ink p-4 text-paper shadow-lg';

interface PlainToast {
  readonly text: string;
  readonly note?: string;
  /** The label of a button, and its action. */
  readonly button?: string;
  readonly onPress?: () => void;
}

/** Shows a message until it is closed. Used when the code of the toasts fails to load. */
export function showPlainToast({ text, note, button, onPress }: PlainToast): void {
  const toast = document.createElement('div');
  toast.popover = 'manual';
  toast.role = 'alert';
  toast.className = PLACE_CLASS;
  const close = () => toast.remove();
  toast.append(
    ...[text, note].filter((line) => line !== undefined).map(paragraph),
    ...(button && onPress
      ? [
          buttonOf(button, () => {
            close();
            onPress();
          }),
        ]
      : []),
    buttonOf('Close', close),
  );
  document.body.append(toast);
  toast.showPopover();
}

function paragraph(line: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = line;
  return element;
}

function buttonOf(label: string, onPress: () => void): HTMLElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'min-h-11 underline underline-offset-4';
  element.textContent = label;
  element.onclick = onPress;
  return element;
}
