import { type RefObject, useEffect, useEffectEvent } from 'react';

/** The cause: the Escape key, or a press or focus elsewhere. */
export type Dismissal = 'escape' | 'outside';

/** Calls back when open content should close: on Escape, or when a press or the focus lands outside of it. */
export function useDismissal(
  place: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: (dismissal: Dismissal) => void,
): void {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isOpen) {
      return;
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') {
        dismiss('escape');
      }
    };
    const onElsewhere = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) {
        dismiss('outside');
      }
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [place, isOpen]);
}
