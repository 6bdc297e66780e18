import { type ComponentType, type ReactNode, useRef } from 'react';
import { ErrorNotice } from './states.js';
import { useNearby } from './use-nearby.js';

/** Only what is in sight is worth code in the first visit. */
const IN_SIGHT = '0px';

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
  const { Component, hasFailed, fetchAgain } = useNearby(place, load, IN_SIGHT);
  if (hasFailed) {
    return <ErrorNotice onRetry={fetchAgain}>{failure}</ErrorNotice>;
  }
  return <div ref={place}>{Component ? <Component /> : placeholder}</div>;
}
