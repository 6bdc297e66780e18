import type pg from 'pg';
import { transaction } from '../../../database/transaction.js';
import { lockUser } from '../lock-user.js';
import { recoveryCodeHash } from './recovery-codes.js';
import type { Sealing } from './sealing.js';
import { stepOfCode } from './totp.js';
import { type Confirmation, confirmationOf, type TurnedOn, turningOn, turnOff } from './turning.js';

/** How long a new secret waits for its first code. */
const SETUP_MINUTES = 30;

/**
 * The authenticator apps, in identity_authenticator_apps, one a user. All functions reject when the database fails.
 */
export class AuthenticatorApps {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealing: Sealing,
  ) {}

  /** Keeps a secret until it is confirmed. False when an app is turned on already. */
  async start(userId: string, secret: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'identity-start-app',
      text: `insert into identity_authenticator_apps as apps (user_id, sealed_secret) values ($1, $2)
        on conflict (user_id) do update
        set sealed_secret = excluded.sealed_secret, started_at = now(), last_step = null
        where apps.confirmed_at is null`,
      values: [userId, this.sealing.seal(secret, placeOf(userId))],
    });
    return rowCount === 1;
  }

  /** Turns the app on by a first code of its own. @param recoveryCodes for a user who has none */
  async confirm(userId: string, code: string, recoveryCodes: readonly string[]): Promise<Confirmation> {
    const { rows } = await this.pool.query<{ sealed_secret: string }>({
      name: 'identity-find-new-app',
      text: `select sealed_secret from identity_authenticator_apps
        where user_id = $1 and confirmed_at is null and started_at > now() - make_interval(mins => $2)`,
      values: [userId, SETUP_MINUTES],
    });
    if (!rows[0]) {
      return { type: 'not-started' };
    }
    const { sealed_secret: sealed } = rows[0];
    const step = this.stepOf(userId, sealed, code);
    if (step === null) {
      return { type: 'wrong-code' };
    }
    const hashes = recoveryCodes.map((each) => recoveryCodeHash(userId, each));
    return transaction(this.pool, async (tx) => {
      await lockUser(tx, userId);
      const { rows: turned } = await tx.query<TurnedOn>(
        `with confirmed as (
            update identity_authenticator_apps set confirmed_at = now(), last_step = $3
            where user_id = $1 and sealed_secret = $4 and confirmed_at is null returning user_id),
          ${turningOn('identity_authenticator_apps')}`,
        [userId, hashes, step, sealed],
      );
      return confirmationOf(turned[0], recoveryCodes);
    });
  }

  /** Whether it is a code of the user's app. It is good once, and so is its time step: of two at once, one is right. */
  async spend(userId: string, code: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ sealed_secret: string }>({
      name: 'identity-find-app',
      text: `select sealed_secret from identity_authenticator_apps
        where user_id = $1 and confirmed_at is not null`,
      values: [userId],
    });
    const step = rows[0] ? this.stepOf(userId, rows[0].sealed_secret, code) : null;
    if (step === null) {
      return false;
    }
    const { rowCount } = await this.pool.query({
      name: 'identity-spend-app-step',
      text: `update identity_authenticator_apps set last_step = $2
        where user_id = $1 and confirmed_at is not null and last_step < $2`,
      values: [userId, step],
    });
    return rowCount === 1;
  }

  /** @returns whether it was on */
  turnOff(userId: string): Promise<boolean> {
    return turnOff(this.pool, 'identity_authenticator_apps', userId);
  }

  private stepOf(userId: string, sealed: string, code: string): number | null {
    const secret = this.sealing.open(sealed, placeOf(userId));
    return secret === null ? null : stepOfCode(secret, code);
  }
}

function placeOf(userId: string): string {
  return `authenticator app of ${userId}`;
}
