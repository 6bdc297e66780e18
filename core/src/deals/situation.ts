import type { Deal } from './deal.js';
import type { Actor, DealEvent } from './deal-event.js';
import type { Holidays } from './working-days.js';

/** The server's clock, in milliseconds since 1970, and the days that are not working days. */
export interface Moment {
  readonly nowMs: number;
  readonly holidays: Holidays;
}

/** Everything that decides about an event. */
export interface Situation extends Moment {
  readonly deal: Deal;
  readonly event: DealEvent;
  readonly actor: Actor;
}
