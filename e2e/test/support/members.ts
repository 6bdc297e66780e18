import type { Role } from '@perkex/contract/roles.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { grantRole } from '@perkex/server/users/members.js';
import type { Person } from '../../src/person.js';
import type { Shop } from './shop.js';

/** Gives a user a second factor, which the logins of this moment have proved. */
export async function addSecondFactor({ app }: Shop, uid: string): Promise<void> {
  const { pool } = app.database;
  await pool.query(
    `insert into identity_authenticator_apps (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())`,
    [uid],
  );
  await pool.query('update identity_sessions set factor_proved_at = now() where user_id = $1', [uid]);
}

/** A member of the market with a second factor, in their browser. */
export async function arriveAsMember(
  shop: Shop,
  name: string,
  role: Role,
  options: Parameters<Shop['trader']>[0] = {},
): Promise<Person> {
  const { person, account } = await shop.trader(options);
  await addSecondFactor(shop, account.uid);
  await transaction(shop.app.database.pool, (tx) => grantRole(tx, account.uid, { name, role }, 'test'));
  return person;
}
