import type { AppSecret } from '@perkex/contract/identity.js';
import type pg from 'pg';
import { transaction } from '../../../database/transaction.js';
import type { EventOrigin } from '../base/account-events.js';
import { lockUser } from '../base/users.js';
import { type Confirmation, turnedOn } from './factors.js';
import type { Sealing } from './sealing.js';
import { newAppSecret, stepOfCode } from './totp.js';

/** How long a new secret waits for its first code. */
const SETUP_MINUTES = 30;

/** The authenticator apps, in identity_authenticator_apps, one a user. All functions reject when the database fails. */
export class AuthenticatorApps {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealing: Sealing,
  ) {}

  /** A new secret, which waits to be confirmed; null when an app is turned on already. */
  async start(userId: string, email: string): Promise<AppSecret | null> {
    const app = newAppSecret(email);
    const { rowCount } = await this.pool.query({
      name: 'identity-start-app',
      text: `insert into identity_authenticator_apps as apps (user_id, sealed_secret) values ($1, $2)
        on conflict (user_id) do update
        set sealed_secret = excluded.sealed_secret, started_at = now(), last_step = null
        where apps.confirmed_at is null`,
      values: [userId, this.sealing.seal(app.secret, placeOf(userId))],
    });
    return rowCount === 1 ? app : null;
  }

  /** Turns the app on by a first code of its own. */
  confirm(userId: string, code: string, origin: EventOrigin): Promise<Confirmation> {
    return transaction(this.pool, async (tx) => {
      await lockUser(tx, userId);
      const { rows } = await tx.query<{ sealed_secret: string }>(
        `select sealed_secret from identity_authenticator_apps
          where user_id = $1 and confirmed_at is null and started_at > now() - make_interval(mins => $2)
          for update`,
        [userId, SETUP_MINUTES],
      );
      if (!rows[0]) {
        return { type: 'not-started' };
      }
      const step = this.stepOf(userId, rows[0].sealed_secret, code);
      if (step === null) {
        return { type: 'wrong-code' };
      }
      await tx.query(
        'update identity_authenticator_apps set confirmed_at = now(), last_step = $2 where user_id = $1',
        [userId, step],
      );
      return turnedOn(tx, userId, { factor: 'app', origin });
    });
  }

  /** Whether it is a code of the user's app. It is good once, and so is its time step: of two at once, one is right. */
  spend(userId: string, code: string): Promise<boolean> {
    return transaction(this.pool, async (tx) => {
      const { rows } = await tx.query<{ sealed_secret: string; last_step: number }>(
        `select sealed_secret, last_step from identity_authenticator_apps
          where user_id = $1 and confirmed_at is not null for update`,
        [userId],
      );
      const [app] = rows;
      const step = app ? this.stepOf(userId, app.sealed_secret, code) : null;
      if (!app || step === null || step <= app.last_step) {
        return false;
      }
      await tx.query('update identity_authenticator_apps set last_step = $2 where user_id = $1', [
        userId,
        step,
      ]);
      return true;
    });
  }

  private stepOf(userId: string, sealed: string, code: string): number | null {
    const secret = this.sealing.open(sealed, placeOf(userId));
    return secret === null ? null : stepOfCode(secret, code);
  }
}

function placeOf(userId: string): string {
  return `authenticator app of ${userId}`;
}
