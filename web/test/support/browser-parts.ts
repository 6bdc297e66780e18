/** Adds what happy-dom lacks of a browser, as far as our pages need it without a layout. */
export function addMissingParts(): void {
  addModalDialogs();
  // A popover differs from other elements only in its place on the screen.
  HTMLElement.prototype.showPopover = () => {};
  HTMLElement.prototype.hidePopover = () => {};
}

const FOCUSABLE = 'button, input, select, textarea, a[href], [tabindex]';

/** As in the HTML standard: a modal dialog takes the focus, returns it, and is cancelled by Escape. */
function addModalDialogs(): void {
  const openers = new Map<HTMLDialogElement, Element | null>();
  HTMLDialogElement.prototype.showModal = function showModal() {
    openers.set(this, document.activeElement);
    this.open = true;
    this.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) {
      return;
    }
    this.open = false;
    const opener = openers.get(this);
    openers.delete(this);
    if (opener instanceof HTMLElement) {
      opener.focus();
    }
    // In a task, as the standard says. By then, a removed dialog has no listeners.
    setTimeout(() => this.dispatchEvent(new Event('close')));
  };
  document.addEventListener('keydown', (event) => {
    const top = [...openers.keys()].at(-1);
    if (event.key === 'Escape' && !event.defaultPrevented && top?.isConnected) {
      if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) {
        top.close();
      }
    }
  });
}
