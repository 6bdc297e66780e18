import { percentile } from '../report/percentile.js';
import type { Step } from './owner.js';
import type { Tally } from './strangers.js';

/** The maximum waiting time of an owner during an attack, at the 99th percentile. */
const MAX_P99_MS = 1_000;

export interface Outcome {
  /** The owner's steps during the attack. */
  readonly steps: readonly Step[];
  readonly refused: readonly Step[];
  /** The owner's waiting time at the 99th percentile, over all steps, in milliseconds; NaN without steps. */
  readonly p99Ms: number;
  readonly tally: Tally;
}

export function outcomeOf(steps: readonly Step[], tally: Tally): Outcome {
  return {
    steps,
    refused: steps.filter(({ status }) => status !== 200),
    p99Ms: percentile(
      steps.map(({ tookMs }) => tookMs),
      0.99,
    ),
    tally,
  };
}

/** The reasons why a full siege has failed, as sentences; empty if the owner's requests succeeded in time. */
export function failuresOf({ steps, refused, p99Ms }: Outcome): string[] {
  return [
    ...(steps.length === 0 ? ['The owner made no request.'] : []),
    ...(refused.length > 0 ? [`${refused.length} of the owner's requests were refused.`] : []),
    ...(p99Ms > MAX_P99_MS
      ? [`The owner waited ${p99Ms.toFixed(0)} ms at the 99th percentile; the limit is ${MAX_P99_MS} ms.`]
      : []),
  ];
}
