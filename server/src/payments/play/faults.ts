/**
 * The fate of a request: the connection breaks, or the answer is an error, before or after the request has taken
 * effect.
 */
export type RequestFault = 'none' | 'broken-before' | 'broken-after' | 'error-before' | 'error-after';

/** The fate of an event on its way to the market. `late`: it waits for the next delivery. */
export type EventFault = 'none' | 'lost' | 'twice' | 'late' | 'wrongly-signed';

/** The faults of the stand-in. Each `next…` function is called once per request or event. */
export interface Faults {
  readonly nextRequest: () => RequestFault;
  readonly nextEvent: () => EventFault;
  /** True if the waiting events leave in reverse. */
  readonly isReordered: () => boolean;
}

export const NO_FAULTS: Faults = {
  nextRequest: () => 'none',
  nextEvent: () => 'none',
  isReordered: () => false,
};

const REQUEST_FAULTS: readonly RequestFault[] = [
  'broken-before',
  'broken-after',
  'error-before',
  'error-after',
];
const EVENT_FAULTS: readonly EventFault[] = ['lost', 'twice', 'late', 'wrongly-signed'];

/**
 * Random faults, reproducible from the random numbers.
 * @param share the part of requests and events that go wrong, from 0 to 1
 */
export function randomFaults(random: () => number, share: number): Faults {
  const oneOf = <Fault>(faults: readonly Fault[]): Fault | 'none' =>
    (random() < share && faults[Math.floor(random() * faults.length)]) || 'none';
  return {
    nextRequest: () => oneOf(REQUEST_FAULTS),
    nextEvent: () => oneOf(EVENT_FAULTS),
    isReordered: () => random() < share,
  };
}
