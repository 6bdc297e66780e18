import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useCallback, useEffect, useState } from 'react';

/** How near a place has to be before its code is fetched, unless somebody says otherwise. */
const NEARNESS = '200px';

/** What has been fetched, so that it is there at once the next time. */
const fetched = new WeakMap<object, unknown>();

/** Fetches a component, and reads what it shows first if it should not come empty. */
export type LoadPart<Props> = (client: QueryClient) => Promise<ComponentType<Props>>;

/** Has a part be there at once, where all code is. */
export function putPart<Props>(load: LoadPart<Props>, part: ComponentType<Props>): void {
  fetched.set(load, part);
}

interface Part<Props> {
  /** Null until its code has come. */
  readonly Component: ComponentType<Props> | null;
  readonly hasFailed: boolean;
  readonly fetchAgain: () => void;
}

/**
 * A component whose code comes when `fetchAgain` is called, such as by a press.
 * @param load the same function at every render
 */
export function usePart<Props>(load: LoadPart<Props>): Part<Props> {
  const client = useQueryClient();
  const [Component, setComponent] = useState<ComponentType<Props> | null>(
    () => (fetched.get(load) as ComponentType<Props> | undefined) ?? null,
  );
  const [hasFailed, setHasFailed] = useState(false);
  const fetchAgain = useCallback(() => {
    setHasFailed(false);
    load(client).then(
      (component) => {
        fetched.set(load, component);
        setComponent(() => component);
      },
      () => setHasFailed(true),
    );
  }, [load, client]);
  return { Component, hasFailed, fetchAgain };
}

/** A component whose code comes after the first paint, once its place is near what the screen shows. */
export function useNearby<Props>(
  place: RefObject<HTMLElement | null>,
  load: LoadPart<Props>,
  nearness = NEARNESS,
): Part<Props> {
  const part = usePart(load);
  const { fetchAgain } = part;
  useEffect(() => whenNear(place.current, nearness, fetchAgain), [place, nearness, fetchAgain]);
  return part;
}

/** @returns what ends the wait */
function whenNear(element: HTMLElement | null, nearness: string, onNear: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        observer.disconnect();
        // Observers are called before the frame is painted; a task comes after it.
        setTimeout(onNear);
      }
    },
    { rootMargin: nearness },
  );
  if (element) {
    observer.observe(element);
  }
  return () => observer.disconnect();
}
