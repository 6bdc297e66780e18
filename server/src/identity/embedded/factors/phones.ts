import { randomInt } from 'node:crypto';
import { phoneEnding } from '@perkex/contract/phone-number.js';
import type pg from 'pg';
import { statement, text } from '../../../database/statement.js';
import { type Transaction, transaction } from '../../../database/transaction.js';
import type { Refusal } from '../../../http/problems.js';
import type { Sealing } from '../../../users/sealing.js';
import type { NoteChange } from '../base/account-changes.js';
import { hashOf, sameText } from '../base/tokens.js';
import type { FactorOwner } from './factor-proof.js';
import { type Confirmation, changeFactors, turnedOn } from './factors.js';

export const PHONE_CODE_MINUTES = 5;
const MAX_CODE_ATTEMPTS = 5;
const MESSAGES_OF_A_SIGN_IN = 3;
const CODES = 1_000_000;

const START = statement({
  name: 'identity-start-phone',
  text: `insert into identity_phones as phones (user_id, sealed_number, ending) values ($1, $2, $3)
         on conflict (user_id) do update
         set sealed_number = excluded.sealed_number, ending = excluded.ending, started_at = now()
         where phones.confirmed_at is null`,
});

const SETUP_CODE = statement({
  name: 'identity-set-setup-code',
  text: `insert into identity_phone_codes (purpose, user_id, code_hash, expires_at)
         values ($1, $2, $3, now() + make_interval(mins => $4))
         on conflict (purpose) do update
         set code_hash = excluded.code_hash, attempts = 0, expires_at = excluded.expires_at`,
});

const CONFIRM = statement({
  name: 'identity-confirm-phone',
  text: 'update identity_phones set confirmed_at = now() where user_id = $1 and confirmed_at is null',
});

const SIGN_IN_CODE = statement({
  name: 'identity-issue-phone-code',
  text: `insert into identity_phone_codes as codes (purpose, user_id, code_hash, expires_at)
         values ($1, $2, $3, now() + make_interval(mins => $4))
         on conflict (purpose) do update
         set code_hash = excluded.code_hash, attempts = 0, sent = codes.sent + 1, expires_at = excluded.expires_at
         where codes.sent < $5`,
});

const ATTEMPT = statement({
  name: 'identity-attempt-phone-code',
  text: `update identity_phone_codes set attempts = attempts + 1
         where purpose = $1 and expires_at > now() and attempts < $2 returning code_hash`,
  row: { code_hash: text },
});

const USE_CODE = statement({
  name: 'identity-use-phone-code',
  text: 'delete from identity_phone_codes where purpose = $1',
});

const FIND_ON = statement({
  name: 'identity-find-phone',
  text: 'select sealed_number from identity_phones where user_id = $1 and confirmed_at is not null',
  row: { sealed_number: text },
});

/** A code to be sent to a number. */
export interface CodeMessage {
  readonly number: string;
  /** Six digits. */
  readonly code: string;
}

/**
 * The phones, in identity_phones, one per user, and the codes sent to them. A code is bound to its purpose: one setup
 * or one sign-in. All functions reject when the database fails.
 */
export class Phones {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealing: Sealing,
  ) {}

  /** Stores a number until it is confirmed. @returns the message to send, or null when a phone is already turned on */
  start(userId: string, number: string): Promise<CodeMessage | null> {
    const code = newCode();
    const purpose = setupOf(userId);
    return transaction(this.pool, async (tx) => {
      const sealed = this.sealing.seal(number, placeOf(userId));
      if ((await START.run(tx, [userId, sealed, phoneEnding(number)])) !== 1) {
        return null;
      }
      await SETUP_CODE.run(tx, [purpose, userId, this.hashOf(purpose, code), PHONE_CODE_MINUTES]);
      return { number, code };
    });
  }

  /** Turns the phone on by the code sent to it. */
  confirm(
    owner: FactorOwner,
    code: string,
    note: NoteChange,
  ): Promise<Confirmation | Refusal<'PROOF_NEEDED'>> {
    const purpose = setupOf(owner.userId);
    return changeFactors(this.pool, owner, async (tx) => {
      const attempt = await this.spendIn(tx, purpose, code);
      if (attempt !== 'right') {
        return { type: attempt === 'wrong' ? 'wrong-code' : 'not-started' };
      }
      const isOn = (await CONFIRM.run(tx, [owner.userId])) === 1;
      return isOn ? turnedOn(tx, owner, { factor: 'phone', note }) : { type: 'not-started' };
    });
  }

  /**
   * Creates a new code for a sign-in, which invalidates the previous one. Null when the user has no phone with a
   * readable number, or this sign-in has reached its limit of messages.
   */
  async issue(userId: string, challengeToken: string): Promise<CodeMessage | null> {
    const number = await this.numberOf(this.pool, userId);
    if (number === null) {
      return null;
    }
    const code = newCode();
    const purpose = signInOf(challengeToken);
    const hash = this.hashOf(purpose, code);
    const values = [purpose, userId, hash, PHONE_CODE_MINUTES, MESSAGES_OF_A_SIGN_IN];
    return (await SIGN_IN_CODE.run(this.pool, values)) === 1 ? { number, code } : null;
  }

  /** Checks whether the code is the one sent for this sign-in. It works once: of two parallel calls, one succeeds. */
  spend(userId: string, challengeToken: string, code: string): Promise<boolean> {
    return transaction(this.pool, async (tx) => {
      const attempt = await this.spendIn(tx, signInOf(challengeToken), code);
      return attempt === 'right' && (await this.numberOf(tx, userId)) !== null;
    });
  }

  /** Counts an attempt, and uses the code up if it is right. */
  private async spendIn(tx: Transaction, purpose: string, code: string): Promise<'right' | 'wrong' | 'none'> {
    const attempt = await ATTEMPT.row(tx, [purpose, MAX_CODE_ATTEMPTS]);
    if (!attempt) {
      return 'none';
    }
    if (!sameText(attempt.code_hash, this.hashOf(purpose, code))) {
      return 'wrong';
    }
    await USE_CODE.run(tx, [purpose]);
    return 'right';
  }

  private async numberOf(client: pg.Pool | Transaction, userId: string): Promise<string | null> {
    const row = await FIND_ON.row(client, [userId]);
    return row ? this.sealing.open(row.sealed_number, placeOf(userId)) : null;
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

/** The token grants access to a sign-in, so the table stores a separate hash of it. */
function signInOf(challengeToken: string): string {
  return `sign-in:${hashOf(`phone code ${challengeToken}`)}`;
}

function placeOf(userId: string): string {
  return `phone of ${userId}`;
}
