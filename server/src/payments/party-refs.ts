import type pg from 'pg';
import { bool, statement } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { CallKey } from './call-name.js';
import { type PaymentAccount, readPaymentAccount, saveRecipient, saveSetup } from './payment-accounts.js';
import type { PartyRefs } from './payment-calls.js';
import type { CardProvider } from './payment-provider.js';
import { readUserOfCall } from './user-of-call.js';

const NO_REFS: PartyRefs = { customerRef: null, methodRef: null, recipientRef: null };

const LOCK_SETTINGS = statement({
  name: 'lock-settings-of-party',
  text: 'select from accounts where user_id = $1 for update',
  row: {},
});

const READ_CHOSEN = statement({
  name: 'read-chosen-money-methods',
  text: `select payment is not null as "hasPayment", payout is not null as "hasPayout"
         from accounts where user_id = $1`,
  row: { hasPayment: bool, hasPayout: bool },
});

interface Sources {
  readonly pool: pg.Pool;
  readonly provider: CardProvider;
}

/**
 * Reads the references that a call needs: those of the user who is paid, or who pays. With play money,
 * users who have chosen a payment or a payout in their settings get a working one.
 * @throws ProviderUnavailableError if it cannot give one now
 */
export async function readPartyRefs(
  sources: Sources,
  key: Pick<CallKey, 'productId' | 'id' | 'kind'>,
): Promise<PartyRefs> {
  const userId = await readUserOfCall(sources.pool, key);
  if (userId === null) {
    return NO_REFS;
  }
  if (key.kind === 'pay-out' || key.kind === 'pay-credit') {
    return { ...NO_REFS, recipientRef: await readRecipientRef(sources, userId) };
  }
  const { customerRef, methodRef } = await accountOf(sources, userId);
  return { ...NO_REFS, customerRef, methodRef };
}

/** True if a user has a card. With play money, one is saved for those who have chosen a payment. */
export async function hasCard(sources: Sources, userId: string): Promise<boolean> {
  return (await accountOf(sources, userId)).methodRef !== null;
}

/** The account of a user that can be paid; null without one. */
export async function readRecipientRef(sources: Sources, userId: string): Promise<string | null> {
  const { recipientRef, isRecipientReady } = await accountOf(sources, userId);
  return isRecipientReady ? recipientRef : null;
}

async function accountOf(sources: Sources, userId: string): Promise<PaymentAccount> {
  const { pool, provider } = sources;
  const account = await readPaymentAccount(pool, userId, provider.name);
  if (!provider.hasInstantSetup || (account.methodRef !== null && account.isRecipientReady)) {
    return account;
  }
  const chosen = await READ_CHOSEN.row(pool, [userId]);
  if (chosen?.hasPayment && account.methodRef === null) {
    const { customerRef, removals } = account;
    const prepared = await provider.prepareMethod({ userId, customerRef, removals });
    await withLockedUser(pool, userId, (tx) => saveSetup(tx, userId, provider.name, prepared, removals));
  }
  if (chosen?.hasPayout && !account.isRecipientReady) {
    const { recipientRef, removals } = account;
    const prepared = await provider.prepareRecipient({ userId, recipientRef, email: null, removals });
    await withLockedUser(pool, userId, (tx) => saveRecipient(tx, userId, provider.name, prepared, removals));
  }
  return readPaymentAccount(pool, userId, provider.name);
}

/** An account that has been erased in the meantime gets no references. */
async function withLockedUser(
  pool: pg.Pool,
  userId: string,
  save: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  await transaction(pool, async (tx) => {
    if (await LOCK_SETTINGS.row(tx, [userId])) {
      await save(tx);
    }
  });
}
