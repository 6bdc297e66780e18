import { createHmac } from 'node:crypto';
import { DAY_MS } from '@perkex/core/figures/days.js';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../../clock/clock.js';
import type { BrowserCookie } from './cookies.js';
import { sameText } from './tokens.js';

/** Enough for a household. The account with the oldest sign-in is removed first. */
const MAX_ACCOUNTS = 5;
const KNOWN_DAYS = 30;
const DAY_SECONDS = DAY_MS / 1_000;
const SEPARATOR = '~';

/** A cookie with the accounts that a browser was signed in to within 30 days: for each the last day, signed. */
export function signedInAccounts(cookie: BrowserCookie, secret: string, clock: Clock) {
  const today = () => Math.floor(clock.wallMs() / DAY_MS);

  function entryOf(userId: string, day: number): string {
    const signature = createHmac('sha256', secret)
      .update(`signed in on ${day} ${userId}`)
      .digest('base64url');
    return `${day}.${signature}`;
  }

  /** Recent entries of any account. Only `isOf` can tell which account an entry belongs to. */
  function entriesOf(cookieHeader: string | undefined): string[] {
    const entries = (cookie.read(cookieHeader) ?? '').split(SEPARATOR);
    return entries.filter((entry) => dayOf(entry) >= today() - KNOWN_DAYS).slice(0, MAX_ACCOUNTS);
  }

  const isOf = (userId: string) => (entry: string) => sameText(entry, entryOf(userId, dayOf(entry)));

  return {
    /** Records that the browser is signed in to an account now. */
    note(reply: FastifyReply, userId: string): void {
      const isOfUser = isOf(userId);
      const others = entriesOf(reply.request.headers.cookie).filter((entry) => !isOfUser(entry));
      const entries = [entryOf(userId, today()), ...others].slice(0, MAX_ACCOUNTS);
      cookie.plant(reply, entries.join(SEPARATOR), KNOWN_DAYS * DAY_SECONDS);
    },
    /** Checks whether the browser was signed in to an account within 30 days. */
    has: (cookieHeader: string | undefined, userId: string): boolean =>
      entriesOf(cookieHeader).some(isOf(userId)),
  };
}

/** NaN for an invalid entry. */
function dayOf(entry: string): number {
  return Number.parseInt(entry, 10);
}
