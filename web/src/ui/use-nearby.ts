import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useCallback, useEffect, useState } from 'react';

/** The default distance at which the code of a part is loaded. */
const NEARNESS = '200px';

/** Loaded components, which are available at once the next time. */
const fetched = new WeakMap<object, unknown>();

/** Loads a component, and first the data that it shows if it should not appear empty. */
export type LoadPart<Props> = (client: QueryClient) => Promise<ComponentType<Props>>;

/** Registers a part that is available at once, where all code is loaded. */
export function putPart<Props>(load: LoadPart<Props>, part: ComponentType<Props>): void {
  fetched.set(load, part);
}

interface Part<Props> {
  /** Null until its code is loaded. */
  readonly Component: ComponentType<Props> | null;
  readonly hasFailed: boolean;
  readonly fetchAgain: () => void;
}

/**
 * A component whose code is loaded when `fetchAgain` is called, for example by a press.
 * @param load the same function in every render
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

/** A component whose code is loaded after the first paint, once its place is near the visible area. */
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

/** @returns cancels the wait */
function whenNear(element: HTMLElement | null, nearness: string, onNear: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        observer.disconnect();
        // Observers are called before the frame is painted; a task runs after it.
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
