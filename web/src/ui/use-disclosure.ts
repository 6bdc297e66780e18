import { type RefObject, useId, useRef, useState } from 'react';
import { useDismissal } from './use-dismissal.js';

export interface Disclosure {
  readonly isOpen: boolean;
  /** Closes the content and returns the focus to the button. */
  readonly close: () => void;
  /** The element around the button and its content. */
  readonly place: RefObject<HTMLDivElement | null>;
  /** The id of the content. */
  readonly panelId: string;
  readonly button: {
    readonly ref: RefObject<HTMLButtonElement | null>;
    readonly 'aria-expanded': boolean;
    readonly 'aria-controls': string | undefined;
    readonly onClick: () => void;
  };
}

/** A button that opens and closes some content. Escape, a press elsewhere and focus elsewhere also close it. */
export function useDisclosure(): Disclosure {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  useDismissal(place, isOpen, (dismissal) => (dismissal === 'escape' ? close() : setIsOpen(false)));
  return {
    isOpen,
    close,
    place,
    panelId,
    button: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? panelId : undefined,
      onClick: () => setIsOpen(!isOpen),
    },
  };
}
