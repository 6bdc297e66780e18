import { type JSX, type ReactNode, useRef, useState } from 'react';
import { ErrorNotice } from './states.js';
import { useIsAlive } from './use-is-alive.js';
import { type LoadPart, useNearby } from './use-nearby.js';

/** The first visit loads only the code of parts in sight. */
const IN_SIGHT = '0px';
/** Makes React leave the content of the element unchanged. */
const AS_IT_IS = { __html: '' };

interface DeferredPartProps<Props> {
  /** Loads the code and the data. Must be the same function in every render. */
  readonly load: LoadPart<Props>;
  /** The props of the component, if any. */
  readonly props?: Props;
  /** The distance at which loading starts. */
  readonly nearness?: string;
  /** As large as the part. */
  readonly placeholder: ReactNode;
  /** The sentence shown when the code fails to load. */
  readonly failure: string;
}

/**
 * A part of a page whose code is loaded when its place comes into sight. The server-rendered content stays until then.
 */
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty value keeps the server-rendered content
        <div key="rendered" suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_IS} />
      ) : (
        placeholder
      )}
    </div>
  );
}
