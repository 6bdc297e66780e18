import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * Delays a task until no pointer is down. Use it for tasks that move content and begin when a field loses the focus:
 * otherwise the target of a press would move away from under the pointer between down and up.
 *
 * It runs before the click, so that the click acts on what the task has changed. At `mouseup` the browser has chosen
 * the target of the click. During the click it would be too late: the browser has ticked a pressed checkbox by then,
 * and rendering it again would undo that.
 * @returns requests the task, which runs at once if no pointer is down
 */
export function useAfterPress(task: () => void): () => void {
  const isDown = useRef(false);
  const isWanted = useRef(false);
  const runIfWanted = useEffectEvent(() => {
    if (isWanted.current) {
      isWanted.current = false;
      flushSync(task);
    }
  });
  useEffect(() => {
    const listening = new AbortController();
    const listen = (type: string, listener: () => void) =>
      window.addEventListener(type, listener, { capture: true, signal: listening.signal });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      isDown.current = false;
      // A press that becomes a drag or a gesture has no `mouseup`.
      timer = setTimeout(() => runIfWanted());
    };
    listen('pointerdown', () => {
      isDown.current = true;
    });
    listen('pointerup', release);
    listen('pointercancel', release);
    listen('mouseup', () => runIfWanted());
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);
  return () => {
    if (isDown.current) {
      isWanted.current = true;
    } else {
      task();
    }
  };
}
