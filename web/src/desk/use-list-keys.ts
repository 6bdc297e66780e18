import { type RefObject, useRef } from 'react';
import { useKeys } from './use-keys.js';

/** Lets `j` and `k` move through the links of a list. */
export function useListKeys(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link.matches(':focus'));
    links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return list;
}
