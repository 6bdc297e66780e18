import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorNotice } from './states.js';

interface DeferredPartProps {
  /** Fetches its code. The same function at every drawing. */
  readonly load: () => Promise<ComponentType>;
  /** Of the size of the part. */
  readonly placeholder: ReactNode;
  /** Why it is not there when its code could not be fetched, as a sentence. */
  readonly failure: string;
}

/** A part of a page whose code comes once its place is in sight. */
export function DeferredPart({ load, placeholder, failure }: DeferredPartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [Part, setPart] = useState<ComponentType | null>(null);
  const [state, setState] = useState<'far' | 'near' | 'failed'>('far');
  useEffect(() => whenInSight(place.current, () => setState('near')), []);
  useEffect(() => {
    if (state === 'near') {
      load().then(
        (loaded) => setPart(() => loaded),
        () => setState('failed'),
      );
    }
  }, [state, load]);
  if (state === 'failed') {
    return <ErrorNotice onRetry={() => setState('near')}>{failure}</ErrorNotice>;
  }
  return <div ref={place}>{Part ? <Part /> : placeholder}</div>;
}

/** @returns what ends the wait */
function whenInSight(element: HTMLElement | null, onSight: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) {
      observer.disconnect();
      onSight();
    }
  });
  if (element) {
    observer.observe(element);
  }
  return () => observer.disconnect();
}
