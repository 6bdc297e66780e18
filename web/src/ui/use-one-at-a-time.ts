import { useRef } from 'react';

/** Returns a function that runs a task, or returns `otherwise` while another one is under way. */
export function useOneAtATime() {
  // The second press of a double click comes before the button is drawn as busy.
  const isUnderWay = useRef(false);
  return async <Result>(task: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    if (isUnderWay.current) {
      return otherwise;
    }
    isUnderWay.current = true;
    try {
      return await task();
    } finally {
      isUnderWay.current = false;
    }
  };
}
