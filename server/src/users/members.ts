import type { IncomingHttpHeaders } from 'node:http';
import { ROLES, type Role } from '@perkex/contract/roles.js';
import type pg from 'pg';
import { bool, oneOf, orNull, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { Identity, MemberLogin } from './identity.js';
import { type ActBy, saveAct } from './save-act.js';
import type { ExportPart } from './user-export.js';

/** A user who does the market's own work. The records of deals have the name. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
}

const FIND_MEMBER = statement({
  name: 'find-member',
  text: 'select name, role from members where user_id = $1',
  row: { name: text, role: orNull(oneOf(ROLES)) },
});

/** The name and role of a user, now or earlier; null if they have never been a member. */
export async function readMembership(
  pool: pg.Pool,
  userId: string,
): Promise<RowOf<typeof FIND_MEMBER> | null> {
  return (await FIND_MEMBER.row(pool, [userId])) ?? null;
}

/** The membership of a user, for their export. */
export function memberExport(pool: pg.Pool): ExportPart<'member'> {
  return async (userId) => ({ member: await readMembership(pool, userId) });
}

/**
 * The member who sent a request, with their login; null for everyone else. It is read from the database, so that a
 * revoked role ends at once on every server.
 */
export async function readMember(
  identity: Pick<Identity, 'memberLogin'>,
  pool: pg.Pool,
  headers: IncomingHttpHeaders,
): Promise<{ readonly member: Member; readonly login: MemberLogin } | null> {
  const login = await identity.memberLogin(headers);
  const found = login && (await FIND_MEMBER.row(pool, [login.userId]));
  return login && found?.role
    ? { member: { userId: login.userId, name: found.name, role: found.role }, login }
    : null;
}

const HOLD_ROLE = statement({
  name: 'hold-role-of-member',
  text: 'select role from members where user_id = $1 for share',
  row: { role: orNull(oneOf(ROLES)) },
});

/** The role of a user; null for none. It stays until the transaction ends, because changes of it wait for this one. */
export async function holdRole(tx: Transaction, userId: string): Promise<Role | null> {
  return (await HOLD_ROLE.row(tx, [userId]))?.role ?? null;
}

const FIND_MEMBER_BY_NAME = statement({
  name: 'find-member-by-name',
  text: 'select user_id as "userId", role from members where name = $1',
  row: { userId: orNull(text), role: orNull(oneOf(ROLES)) },
});

/** The member with a name, now or earlier; null for none. */
export async function findMemberByName(
  tx: Transaction,
  name: string,
): Promise<RowOf<typeof FIND_MEMBER_BY_NAME> | null> {
  return (await FIND_MEMBER_BY_NAME.row(tx, [name])) ?? null;
}

const HAS_MEMBERS = statement({
  name: 'has-members',
  text: 'select exists (select from members where role is not null) as "hasMembers"',
  row: { hasMembers: bool },
});

/** Checks whether anyone has a role. */
export async function hasMembers(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  return (await HAS_MEMBERS.row(client))?.hasMembers ?? false;
}

const LIST_MEMBERS = statement({
  name: 'list-members',
  text: `select name, user_id as "userId", role from members order by name`,
  row: { name: text, userId: orNull(text), role: orNull(oneOf(ROLES)) },
});

export type ListedMember = RowOf<typeof LIST_MEMBERS>;

/** All members of any time, by name. */
export function listMembers(client: pg.Pool | Transaction): Promise<ListedMember[]> {
  return LIST_MEMBERS.rows(client, []);
}

const LOCK_MEMBERS = statement({
  name: 'lock-members',
  text: 'lock table members in share row exclusive mode',
});

/** Two changes of members come one after the other: no other one is made until this transaction ends. */
export async function lockMembers(tx: Transaction): Promise<void> {
  await LOCK_MEMBERS.run(tx, []);
}

const INSERT_MEMBER = statement({
  name: 'insert-member',
  text: 'insert into members (name, user_id) values ($1, $2) on conflict do nothing',
});

const SET_ROLE = statement({
  name: 'set-role-of-member',
  text: 'update members set role = $2 where name = $1 and role is distinct from $2',
});

/** @returns whether it was another one before */
async function setRole(
  tx: Transaction,
  name: string,
  role: Role | null,
  changedBy: string | ActBy,
): Promise<boolean> {
  await lockMembers(tx);
  const before = await findMemberByName(tx, name);
  if ((await SET_ROLE.run(tx, [name, role])) === 0) {
    return false;
  }
  await saveAct(
    tx,
    typeof changedBy === 'string' ? { member: changedBy, role: null, requestId: null } : changedBy,
    { act: 'set-role', subject: `member/${name}`, before: { role: before?.role ?? null }, after: { role } },
  );
  return true;
}

export type GrantResult =
  | { readonly kind: 'granted' | 'unchanged'; readonly name: string }
  /** The user has no name yet, and none was given. */
  | { readonly kind: 'name-missing' }
  /** The user already has this other name. */
  | { readonly kind: 'other-name'; readonly name: string }
  /** Another user has the name, or had it. */
  | { readonly kind: 'name-taken' };

/**
 * Gives a user a role, instead of an earlier one. A user keeps the name of their first role.
 * @param changedBy the member who decided it, or the name of a command, for the record
 */
export async function grantRole(
  tx: Transaction,
  userId: string,
  { name, role }: { readonly name: string | null; readonly role: Role },
  changedBy: string | ActBy,
): Promise<GrantResult> {
  await lockMembers(tx);
  const known = (await FIND_MEMBER.row(tx, [userId]))?.name ?? null;
  if (known !== null && name !== null && known !== name) {
    return { kind: 'other-name', name: known };
  }
  const ownName = known ?? name;
  if (ownName === null) {
    return { kind: 'name-missing' };
  }
  if (known === null && (await INSERT_MEMBER.run(tx, [ownName, userId])) !== 1) {
    return { kind: 'name-taken' };
  }
  const isChanged = await setRole(tx, ownName, role, changedBy);
  return { kind: isChanged ? 'granted' : 'unchanged', name: ownName };
}

/** Takes the role of a member away. @returns whether the name is that of a member with a role */
export function revokeRole(tx: Transaction, name: string, changedBy: string): Promise<boolean> {
  return setRole(tx, name, null, changedBy);
}

const FORGET_USER = statement({
  name: 'forget-user-of-member',
  text: 'update members set user_id = null where name = $1',
});

/**
 * Ends the membership of a user whose account is erased or transferred. The name remains in the records, without its
 * user.
 */
export async function forgetMember(tx: Transaction, userId: string): Promise<void> {
  const member = await FIND_MEMBER.row(tx, [userId]);
  if (member) {
    await revokeRole(tx, member.name, 'the end of the account');
    await FORGET_USER.run(tx, [member.name]);
  }
}
