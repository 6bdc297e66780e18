import { randomInt } from 'node:crypto';
import { phoneEnding } from '@perkex/contract/phone-number.js';
import type pg from 'pg';
import { transaction } from '../../../database/transaction.js';
import { lockUser } from '../lock-user.js';
import { hashOf, sameText } from '../tokens.js';
import { recoveryCodeHash } from './recovery-codes.js';
import type { Sealing } from './sealing.js';
import { type Confirmation, confirmationOf, type TurnedOn, turningOn, turnOff } from './turning.js';

export const PHONE_CODE_MINUTES = 5;
const CODE_ATTEMPTS_MOST = 5;
const MESSAGES_OF_A_SIGN_IN = 3;
const CODES = 1_000_000;

/** A code on its way to a number. */
export interface CodeMessage {
  readonly number: string;
  /** Six digits. */
  readonly code: string;
}

/**
 * The phones, in identity_phones, one a user, and the codes that are sent to them. A code is bound to what it is for:
 * one setup or one sign-in. All functions reject when the database fails.
 */
export class Phones {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealing: Sealing,
  ) {}

  /** Keeps a number until it is confirmed. Null when a phone is turned on already. @returns what to send to it */
  async start(userId: string, number: string): Promise<CodeMessage | null> {
    const code = newCode();
    const purpose = setupOf(userId);
    const { rowCount } = await this.pool.query({
      name: 'identity-start-phone',
      text: `with phone as (
          insert into identity_phones as phones (user_id, sealed_number, ending) values ($1, $2, $3)
          on conflict (user_id) do update
          set sealed_number = excluded.sealed_number, ending = excluded.ending, started_at = now()
          where phones.confirmed_at is null
          returning user_id)
        insert into identity_phone_codes (purpose, user_id, code_hash, expires_at)
        select $4, user_id, $5, now() + make_interval(mins => $6) from phone
        on conflict (purpose) do update
        set code_hash = excluded.code_hash, attempts = 0, expires_at = excluded.expires_at`,
      values: [
        userId,
        this.sealing.seal(number, placeOf(userId)),
        phoneEnding(number),
        purpose,
        this.hashOf(purpose, code),
        PHONE_CODE_MINUTES,
      ],
    });
    return rowCount === 1 ? { number, code } : null;
  }

  /** Turns the phone on by the code that was sent to it. @param recoveryCodes for a user who has none */
  async confirm(userId: string, code: string, recoveryCodes: readonly string[]): Promise<Confirmation> {
    const purpose = setupOf(userId);
    const hash = await this.attempt(purpose);
    if (hash === null) {
      return { type: 'not-started' };
    }
    if (!this.isCodeOf(hash, purpose, code)) {
      return { type: 'wrong-code' };
    }
    const hashes = recoveryCodes.map((each) => recoveryCodeHash(userId, each));
    return transaction(this.pool, async (tx) => {
      await lockUser(tx, userId);
      const { rows } = await tx.query<TurnedOn>(
        `with used as (
            delete from identity_phone_codes where purpose = $3 and code_hash = $4 and user_id = $1
            returning user_id),
          confirmed as (
            update identity_phones set confirmed_at = now()
            where user_id in (select user_id from used) and confirmed_at is null returning user_id),
          ${turningOn('identity_phones')}`,
        [userId, hashes, purpose, hash],
      );
      return confirmationOf(rows[0], recoveryCodes);
    });
  }

  /**
   * A new code for a sign-in, which makes the one before void. Null when the user has no phone (whose number can be
   * read), or this sign-in has had its messages.
   */
  async issue(userId: string, challengeToken: string): Promise<CodeMessage | null> {
    const number = await this.numberOf(userId);
    if (number === null) {
      return null;
    }
    const code = newCode();
    const purpose = signInOf(challengeToken);
    const { rowCount } = await this.pool.query({
      name: 'identity-issue-phone-code',
      text: `insert into identity_phone_codes as codes (purpose, user_id, code_hash, expires_at)
        values ($1, $2, $3, now() + make_interval(mins => $4))
        on conflict (purpose) do update
        set code_hash = excluded.code_hash, attempts = 0, sent = codes.sent + 1, expires_at = excluded.expires_at
        where codes.sent < $5`,
      values: [purpose, userId, this.hashOf(purpose, code), PHONE_CODE_MINUTES, MESSAGES_OF_A_SIGN_IN],
    });
    return rowCount === 1 ? { number, code } : null;
  }

  /** Whether it is the code that this sign-in was sent. It is good once: of two at once, one is right. */
  async spend(challengeToken: string, code: string): Promise<boolean> {
    const purpose = signInOf(challengeToken);
    const hash = await this.attempt(purpose);
    if (hash === null || !this.isCodeOf(hash, purpose, code)) {
      return false;
    }
    const { rowCount } = await this.pool.query({
      name: 'identity-spend-phone-code',
      text: `delete from identity_phone_codes where purpose = $1 and code_hash = $2 and exists (
          select 1 from identity_phones as phones
          where phones.user_id = identity_phone_codes.user_id and phones.confirmed_at is not null)`,
      values: [purpose, hash],
    });
    return rowCount === 1;
  }

  /** @returns whether it was on */
  turnOff(userId: string): Promise<boolean> {
    return turnOff(this.pool, 'identity_phones', userId);
  }

  /** Counts an attempt before it is judged. @returns the code's hash, or null when there is none (any more) */
  private async attempt(purpose: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ code_hash: string }>({
      name: 'identity-attempt-phone-code',
      text: `update identity_phone_codes set attempts = attempts + 1
        where purpose = $1 and expires_at > now() and attempts < $2 returning code_hash`,
      values: [purpose, CODE_ATTEMPTS_MOST],
    });
    return rows[0]?.code_hash ?? null;
  }

  private async numberOf(userId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ sealed_number: string }>({
      name: 'identity-find-phone',
      text: 'select sealed_number from identity_phones where user_id = $1 and confirmed_at is not null',
      values: [userId],
    });
    return rows[0] ? this.sealing.open(rows[0].sealed_number, placeOf(userId)) : null;
  }

  private isCodeOf(hash: string, purpose: string, code: string): boolean {
    return sameText(hash, this.hashOf(purpose, code));
  }

  private hashOf(purpose: string, code: string): string {
    return this.sealing.fingerprint(`${purpose} ${code}`);
  }
}

function newCode(): string {
  return String(randomInt(CODES)).padStart(6, '0');
}

function setupOf(userId: string): string {
  return `setup:${userId}`;
}

/** The token opens a sign-in: the table knows it by a hash of its own. */
function signInOf(challengeToken: string): string {
  return `sign-in:${hashOf(`phone code ${challengeToken}`)}`;
}

function placeOf(userId: string): string {
  return `phone of ${userId}`;
}
