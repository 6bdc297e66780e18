import type { AppSecret } from '@perkex/contract/identity.js';
import type pg from 'pg';
import type { Clock } from '../../../clock/clock.js';
import { int4, orNull, statement, text } from '../../../database/statement.js';
import { type Transaction, transaction } from '../../../database/transaction.js';
import type { Refusal } from '../../../http/problems.js';
import { Sealing } from '../../../users/sealing.js';
import type { NoteChange } from '../base/account-changes.js';
import type { FactorOwner } from './factor-proof.js';
import { type Confirmation, changeFactors, turnedOn } from './factors.js';
import { newAppSecret, stepOfCode } from './totp.js';

/** How long a new secret can wait for its first code. */
const SETUP_MINUTES = 30;

const START = statement({
  name: 'identity-start-app',
  text: `insert into identity_authenticator_apps as apps (user_id, sealed_secret) values ($1, $2)
         on conflict (user_id) do update
         set sealed_secret = excluded.sealed_secret, started_at = now(), last_step = null
         where apps.confirmed_at is null`,
});

const FIND_STARTED = statement({
  name: 'identity-find-started-app',
  text: `select sealed_secret from identity_authenticator_apps
         where user_id = $1 and confirmed_at is null and started_at > now() - make_interval(mins => $2)
         for update`,
  row: { sealed_secret: text },
});

const CONFIRM = statement({
  name: 'identity-confirm-app',
  text: 'update identity_authenticator_apps set confirmed_at = now(), last_step = $2 where user_id = $1',
});

const REPLACE = statement({
  name: 'identity-replace-app',
  text: `insert into identity_authenticator_apps (user_id, sealed_secret, confirmed_at) values ($1, $2, now())
         on conflict (user_id) do update
         set sealed_secret = excluded.sealed_secret, confirmed_at = now(), last_step = null`,
});

const FIND_ON = statement({
  name: 'identity-find-app',
  text: `select sealed_secret, last_step from identity_authenticator_apps
         where user_id = $1 and confirmed_at is not null for update`,
  row: { sealed_secret: text, last_step: orNull(int4) },
});

const NOTE_STEP = statement({
  name: 'identity-note-app-step',
  text: 'update identity_authenticator_apps set last_step = $2 where user_id = $1',
});

/**
 * The authenticator apps, in identity_authenticator_apps, one per user. All functions reject when the database fails.
 */
export class AuthenticatorApps {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealing: Sealing,
    private readonly clock: Clock,
  ) {}

  /** Creates a new secret, to be confirmed; null when an app is already turned on. */
  async start(userId: string, email: string): Promise<AppSecret | null> {
    const app = newAppSecret(email);
    const sealed = this.sealing.seal(app.secret, placeOf(userId));
    return (await START.run(this.pool, [userId, sealed])) === 1 ? app : null;
  }

  /** Turns the app on by a first code from it. */
  confirm(
    owner: FactorOwner,
    code: string,
    note: NoteChange,
  ): Promise<Confirmation | Refusal<'PROOF_NEEDED'>> {
    const { userId } = owner;
    return changeFactors(this.pool, owner, async (tx) => {
      const started = await FIND_STARTED.row(tx, [userId, SETUP_MINUTES]);
      if (!started) {
        return { type: 'not-started' };
      }
      const step = this.stepOf(userId, started.sealed_secret, code);
      if (step === null) {
        return { type: 'wrong-code' };
      }
      await CONFIRM.run(tx, [userId, step]);
      return turnedOn(tx, owner, { factor: 'app', note });
    });
  }

  /**
   * Checks whether the code is the app's. Each code and its time step work once: of two parallel calls, one succeeds.
   */
  spend(userId: string, code: string): Promise<boolean> {
    return transaction(this.pool, async (tx) => {
      const app = await FIND_ON.row(tx, [userId]);
      const step = app ? this.stepOf(userId, app.sealed_secret, code) : null;
      if (!app || step === null || step <= (app.last_step ?? 0)) {
        return false;
      }
      await NOTE_STEP.run(tx, [userId, step]);
      return true;
    });
  }

  private stepOf(userId: string, sealed: string, code: string): number | null {
    const secret = this.sealing.open(sealed, placeOf(userId));
    return secret === null ? null : stepOfCode(secret, code, this.clock.wallMs());
  }
}

/** Turns a new app on for a user, instead of an earlier one, without a code from it. */
export async function replaceApp(
  tx: Transaction,
  secret: string,
  user: { readonly id: string; readonly email: string },
): Promise<AppSecret> {
  const app = newAppSecret(user.email);
  await REPLACE.run(tx, [user.id, sealingOfFactors(secret).seal(app.secret, placeOf(user.id))]);
  return app;
}

/** Seals the second factors. @param secret of the market's servers */
export function sealingOfFactors(secret: string): Sealing {
  return new Sealing(secret, 'second factor');
}

function placeOf(userId: string): string {
  return `authenticator app of ${userId}`;
}
