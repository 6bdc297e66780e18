import type { PaymentMethod } from './deal.js';
import type { Situation } from './situation.js';
import { endOfWorkingDayMs, type Holidays } from './working-days.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a taker may undo a trade. */
export const UNDO_MS = 10 * 60_000;

/** A first attempt to collect that comes later than this after the trade moves the deadline. */
const ATTEMPT_LATE_MS = 12 * HOUR_MS;

/** The clocks of the states, and their changes by transitions. */
export const CLOCKS = {
  payment: {
    text: 'card 24 h, bank transfer 3 working days; from the trade, or from 12 h before the first attempt if that is later',
    dueAtMs: paymentDueAtMs,
  },
  'payment-again': { text: '3 working days', dueAtMs: inWorkingDays(3) },
  ship: { text: '3 working days', dueAtMs: inWorkingDays(3) },
  extension: { text: '1 more working day', dueAtMs: extendedDueAtMs },
  'transit-in': { text: '14 days', dueAtMs: after(14 * DAY_MS) },
  desk: { text: '3 working days', dueAtMs: inWorkingDays(3) },
  objection: { text: '48 h', dueAtMs: after(48 * HOUR_MS) },
  send: { text: '2 working days', dueAtMs: inWorkingDays(2) },
  'transit-out': { text: '10 days', dueAtMs: after(10 * DAY_MS) },
  claim: { text: '3 days', dueAtMs: after(3 * DAY_MS) },
  return: { text: '14 days', dueAtMs: after(14 * DAY_MS) },
  choice: { text: '48 h, for a choice or an appeal', dueAtMs: choiceDueAtMs },
  paused: { text: 'paused', dueAtMs: () => null },
  resumed: { text: 'the rest', dueAtMs: resumedDueAtMs },
  none: { text: 'none', dueAtMs: () => null },
} as const satisfies Record<string, Clock>;

export type ClockName = keyof typeof CLOCKS;

interface Clock {
  /** For people, in docs/deals.md. */
  readonly text: string;
  /** When it fires, given the deal with the transition applied; null for never. */
  readonly dueAtMs: (situation: Situation) => number | null;
}

/** When the payment of a trade is due by its method, in milliseconds since 1970. */
export function methodDueAtMs(tradedAtMs: number, method: PaymentMethod, holidays: Holidays): number {
  return method === 'card' ? tradedAtMs + 24 * HOUR_MS : endOfWorkingDayMs(tradedAtMs, 3, holidays);
}

/**
 * Switching to a faster method never makes a payment due earlier. If the platform was down before the first attempt,
 * the buyer still has time to answer it.
 */
function paymentDueAtMs({ deal, nowMs, holidays }: Situation): number | null {
  const { terms, version, method, dueAtMs, pausedMs } = deal;
  const fromMs = version === 1 ? nowMs - ATTEMPT_LATE_MS : 0;
  const methodMs = methodDueAtMs(Math.max(terms.tradedAtMs, fromMs), method, holidays);
  return pausedMs === null ? Math.max(dueAtMs ?? 0, methodMs) : null;
}

function resumedDueAtMs({ deal: { terms, method, pausedMs }, nowMs, holidays }: Situation): number {
  return Math.max(nowMs + (pausedMs ?? 0), methodDueAtMs(terms.tradedAtMs, method, holidays));
}

function extendedDueAtMs({ deal: { dueAtMs }, nowMs, holidays }: Situation): number {
  // A deadline at midnight is the end of the day before it.
  return endOfWorkingDayMs((dueAtMs ?? nowMs) - 1, 1, holidays);
}

function choiceDueAtMs({ deal: { choice, penalty }, nowMs }: Situation): number | null {
  return choice === 'open' || penalty === 'pending' ? nowMs + 48 * HOUR_MS : null;
}

function inWorkingDays(count: number): (situation: Situation) => number {
  return ({ nowMs, holidays }) => endOfWorkingDayMs(nowMs, count, holidays);
}

function after(durationMs: number): (situation: Situation) => number {
  return ({ nowMs }) => nowMs + durationMs;
}
