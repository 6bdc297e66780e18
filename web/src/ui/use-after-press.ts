import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Delays a task until no pointer is down. Use it for tasks that move content and begin when a field loses the focus:
 * otherwise the target of a press would move away from under the pointer between down and up.
 * @returns requests the task, which runs at once if no pointer is down
 */
export function useAfterPress(task: () => void): () => void {
  const isDown = useRef(false);
  const isWanted = useRef(false);
  const runIfWanted = useEffectEvent(() => {
    if (isWanted.current) {
      isWanted.current = false;
      task();
    }
  });
  useEffect(() => {
    const listening = new AbortController();
    const listen = (type: string, listener: () => void) =>
      window.addEventListener(type, listener, { capture: true, signal: listening.signal });
    const release = () => {
      isDown.current = false;
      // The click comes first, in the same task as the release.
      setTimeout(() => runIfWanted());
    };
    listen('pointerdown', () => {
      isDown.current = true;
    });
    listen('pointerup', release);
    listen('pointercancel', release);
    return () => listening.abort();
  }, []);
  return () => {
    if (isDown.current) {
      isWanted.current = true;
    } else {
      task();
    }
  };
}
