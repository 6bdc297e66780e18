import { useEffect, useRef, useState } from 'react';

/** After a step of the user, the focus moves to the new state: the button of the step may be gone. */
export function useFocusAfterStep() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [taken, setTaken] = useState(0);
  useEffect(() => {
    if (taken > 0) {
      heading.current?.focus();
    }
  }, [taken]);
  return { heading, onTaken: () => setTaken((count) => count + 1) };
}
