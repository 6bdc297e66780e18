import type pg from 'pg';
import { bool, orNull, statement, text, timestamptz } from '../../../database/statement.js';
import type { Transaction } from '../../../database/transaction.js';
import type { MarketOfUsers } from '../../../users/identity.js';
import { forgetEvents } from '../base/account-events.js';
import { noteSessionsOf, type SessionChanges, type SessionTransaction } from '../base/session-changes.js';

/** An order in progress during the account transfer is matched or given up well before that. */
const SECOND_LOOK_SECONDS = 60;
const MAX_AT_ONCE = 100;

const deletionsOf = (tables: readonly string[]) =>
  tables.map((table) =>
    statement({ name: `identity-delete-${table}`, text: `delete from ${table} where user_id = $1` }),
  );

const EMAIL_CHANGES = deletionsOf(['identity_email_changes']);
const SIGN_INS = deletionsOf([
  'identity_sessions',
  'identity_challenges',
  'identity_trusted_devices',
  // A thief may have made a key or a webhook.
  'api_keys',
  'webhooks',
]);
const SECOND_FACTORS = deletionsOf([
  'identity_authenticator_apps',
  'identity_phones',
  'identity_phone_codes',
  'identity_recovery_codes',
]);

const INSERT_TRANSFER = statement({
  name: 'identity-insert-handover',
  text: `insert into identity_handovers (user_id) values ($1)
         on conflict (user_id) do update set cleared_at = null`,
});

const FORGET_OTHER_LOGINS = statement({
  name: 'identity-forget-other-logins',
  text: `delete from identity_logins where user_id = $1 and provider_id <> 'credential'`,
});

const FORGET_NAME = statement({
  name: 'identity-forget-name',
  text: `update identity_users set name = '', image = null where id = $1`,
});

const MARK_PROVED = statement({
  name: 'identity-mark-proved',
  text: 'update identity_users set email_verified = true, updated_at = now() where id = $1',
});

/**
 * Transfers an account when its unverified mailbox is verified by more than a session of the account. A stranger may
 * have signed up with it, so earlier settings are erased. The remaining row ensures that open orders are cancelled,
 * too. The caller has locked the user.
 */
export async function handOver(
  tx: SessionTransaction,
  userId: string,
  { forgetSettings }: Pick<MarketOfUsers, 'forgetSettings'>,
): Promise<void> {
  // Sessions first: a setting being saved locks its session (`isStillSignedIn`), so it is erased after that save.
  await endSignIns(tx, userId);
  await forgetSettings(tx, userId);
  await forgetEvents(tx, userId);
  await FORGET_NAME.run(tx, [userId]);
  await markProved(tx, userId);
  await INSERT_TRANSFER.run(tx, [userId]);
}

/** For a proof by the mailbox alone: a stranger's second factor or GitHub account would lock its owner out. */
export async function forgetOtherProofs(tx: Transaction, userId: string): Promise<void> {
  await runAll(tx, userId, [...SECOND_FACTORS, FORGET_OTHER_LOGINS]);
}

const HAS_OTHER_PROOFS = statement({
  name: 'identity-has-other-proofs',
  text: `select exists (select from identity_authenticator_apps where user_id = $1 and confirmed_at is not null)
           or exists (select from identity_phones where user_id = $1 and confirmed_at is not null)
           or exists (select from identity_logins where user_id = $1 and provider_id <> 'credential') as has`,
  row: { has: bool },
});

/** Checks whether the account has a second factor or another login, which `forgetOtherProofs` would remove. */
export async function hasOtherProofsThanPassword(pool: pg.Pool, userId: string): Promise<boolean> {
  return (await HAS_OTHER_PROOFS.row(pool, [userId]))?.has ?? false;
}

/**
 * Ends sessions, the keys and webhooks of programs, a change of e-mail, sign-ins in progress, and the trust in devices.
 */
export async function endSignIns(tx: SessionTransaction, userId: string): Promise<void> {
  await runAll(tx, userId, [...SIGN_INS, ...EMAIL_CHANGES]);
  noteSessionsOf(tx, userId);
}

/** Marks the e-mail as verified. A change of e-mail that began before did not ask its mailbox, and is void. */
export async function markProved(tx: SessionTransaction, userId: string): Promise<void> {
  await runAll(tx, userId, [MARK_PROVED, ...EMAIL_CHANGES]);
  noteSessionsOf(tx, userId);
}

async function runAll(tx: Transaction, userId: string, all: readonly (typeof MARK_PROVED)[]): Promise<void> {
  for (const each of all) {
    await each.run(tx, [userId]);
  }
}

const FIND_TRANSFERS = statement({
  name: 'identity-find-handovers',
  text: `select user_id as "userId" from identity_handovers order by cleared_at nulls first limit ${MAX_AT_ONCE}`,
  row: { userId: text },
});

const READ_TRANSFER = statement({
  name: 'identity-read-handover',
  text: 'select cleared_at as "clearedAt" from identity_handovers where user_id = $1',
  row: { clearedAt: orNull(timestamptz) },
});

const NOTE_CLEARED = statement({
  name: 'identity-note-cleared',
  text: `update identity_handovers set cleared_at = clock_timestamp()
         where user_id = $1 and cleared_at is null`,
});

const FORGET_TRANSFER = statement({
  name: 'identity-forget-handover',
  text: `delete from identity_handovers
         where user_id = $1 and cleared_at < now() - make_interval(secs => ${SECOND_LOOK_SECONDS})`,
});

/** Cancels the open orders of transferred accounts. Resumes after a crash. */
export class AccountTransfers {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sessions: SessionChanges,
    private readonly market: Pick<MarketOfUsers, 'cancelOpenOrders' | 'deleteEarlierNotifications'>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Cancels the orders of one user now. A failure is retried until it works. */
  async clear(userId: string): Promise<void> {
    await this.cancelAll(userId).catch(this.onFailure);
  }

  /** Resumes unfinished transfers. */
  async clearAll(): Promise<void> {
    for (const { userId } of await FIND_TRANSFERS.rows(this.pool)) {
      await this.resume(userId).catch(this.onFailure);
    }
  }

  /** Another server may have cleared the account since it was found: its orders are then the new owner's. */
  private async resume(userId: string): Promise<void> {
    const transfer = await READ_TRANSFER.row(this.pool, [userId]);
    if (transfer) {
      const { clearedAt } = transfer;
      await (clearedAt === null ? this.cancelAll(userId) : this.lookAgain(userId, clearedAt));
    }
  }

  /** All open orders are the former user's: new ones are refused until this is done. */
  private async cancelAll(userId: string): Promise<void> {
    await this.market.cancelOpenOrders(userId);
    await this.sessions.transaction(async (tx) => {
      await NOTE_CLEARED.run(tx, [userId]);
      noteSessionsOf(tx, userId);
    });
  }

  private async lookAgain(userId: string, clearedAt: Date): Promise<void> {
    await this.market.cancelOpenOrders(userId, clearedAt);
    await this.market.deleteEarlierNotifications(userId, clearedAt);
    await FORGET_TRANSFER.run(this.pool, [userId]);
  }
}
