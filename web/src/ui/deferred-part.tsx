import { type JSX, type ReactNode, useRef, useState } from 'react';
import { ErrorNotice } from './states.js';
import { useIsAlive } from './use-is-alive.js';
import { type LoadPart, useNearby } from './use-nearby.js';

/** Only what is in sight is worth code in the first visit. */
const IN_SIGHT = '0px';
/** React leaves what is in the element as it is. */
const AS_IT_IS = { __html: '' };

interface DeferredPartProps<Props> {
  /** Fetches its code, and what it shows. The same function at every drawing. */
  readonly load: LoadPart<Props>;
  /** What it is drawn with, if anything. */
  readonly props?: Props;
  /** How near its place has to be. */
  readonly nearness?: string;
  /** Of the size of the part. */
  readonly placeholder: ReactNode;
  /** Why it is not there when its code could not be fetched, as a sentence. */
  readonly failure: string;
}

/** A part of a page whose code comes once its place is in sight. What the server has rendered stays until then. */
export function DeferredPart<Props = object>({
  load,
  props,
  nearness = IN_SIGHT,
  placeholder,
  failure,
}: DeferredPartProps<Props>) {
  const place = useRef<HTMLDivElement>(null);
  const { Component, hasFailed, fetchAgain } = useNearby(place, load, nearness);
  const isAlive = useIsAlive();
  const [isFromServer] = useState(!isAlive);
  if (hasFailed) {
    return <ErrorNotice onRetry={fetchAgain}>{failure}</ErrorNotice>;
  }
  return (
    <div ref={place}>
      {Component ? (
        <div key="part">
          <Component {...(props as Props & JSX.IntrinsicAttributes)} />
        </div>
      ) : isFromServer ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, so that nothing is taken away
        <div key="rendered" suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_IS} />
      ) : (
        placeholder
      )}
    </div>
  );
}
