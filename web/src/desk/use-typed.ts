import { useState } from 'react';

/** The text of a field that filters a list, which is typed before it counts. A new filter replaces it. */
export function useTyped(filter: string) {
  const [typed, setTyped] = useState(filter);
  const [before, setBefore] = useState(filter);
  if (before !== filter) {
    setBefore(filter);
    setTyped(filter);
  }
  return [typed, setTyped] as const;
}
