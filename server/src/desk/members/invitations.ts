import { createHash } from 'node:crypto';
import { type Invitation, MAX_INVITATIONS } from '@perkex/contract/desk-members.js';
import { ROLES, type Role } from '@perkex/contract/roles.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { oneOf, type RowOf, statement, text, timestamptz, uuid } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import type { Maintenance } from '../../process/maintenance.js';
import { readBlock } from '../../users/blocks.js';
import type { MailboxesOf } from '../../users/identity.js';
import { findMemberByName, grantRole, holdRole, lockMembers } from '../../users/members.js';
import { recordAct } from '../desk-acts.js';

const INVITATION = `id, email, role, name, invited_by as "invitedBy", expires_at as "expiresAt"`;
const INVITATION_ROW = {
  id: uuid,
  email: text,
  role: oneOf(ROLES),
  name: text,
  invitedBy: text,
  expiresAt: timestamptz,
};

const LIST_INVITATIONS = statement({
  name: 'list-member-invitations',
  text: `select ${INVITATION} from member_invitations where expires_at > now()
         order by expires_at, id limit ${MAX_INVITATIONS}`,
  row: INVITATION_ROW,
});

const READ_INVITATION = statement({
  name: 'read-member-invitation',
  text: `select ${INVITATION} from member_invitations where id = $1 and expires_at > now()`,
  row: INVITATION_ROW,
});

const LOCK_BY_CODE = statement({
  name: 'lock-member-invitation-by-code',
  text: `select ${INVITATION} from member_invitations where code_hash = $1 and expires_at > now() for update`,
  row: INVITATION_ROW,
});

const SAVE_INVITATION = statement({
  name: 'save-member-invitation',
  text: 'insert into member_invitations (id, email, role, name, invited_by) values ($1, $2, $3, $4, $5)',
});

const SET_CODE = statement({
  name: 'set-code-of-member-invitation',
  text: 'update member_invitations set code_hash = $2 where id = $1 and expires_at > now()',
});

const DELETE_INVITATION = statement({
  name: 'delete-member-invitation',
  text: 'delete from member_invitations where id = $1',
});

const DELETE_EXPIRED = statement({
  name: 'delete-expired-member-invitations',
  text: 'delete from member_invitations where expires_at <= now()',
});

export type InvitationRow = RowOf<typeof READ_INVITATION>;

/** The invitations that can be accepted. */
export async function listInvitations(pool: pg.Pool): Promise<Invitation[]> {
  const rows = await LIST_INVITATIONS.rows(pool, []);
  return rows.map(({ id, expiresAt, ...row }) => ({
    invitation: id,
    ...row,
    expiresAt: expiresAt.toISOString(),
  }));
}

/** The invitation with this id, as long as it can be accepted. */
export async function readInvitation(pool: pg.Pool, id: string): Promise<InvitationRow | null> {
  return (await READ_INVITATION.row(pool, [id])) ?? null;
}

/** Makes a new code the only one of an invitation. @returns false if the invitation is over */
export async function setCode(pool: pg.Pool, id: string, code: string): Promise<boolean> {
  return (await SET_CODE.run(pool, [id, hashOf(code)])) === 1;
}

/** A code has more than 240 random bits, so a fast hash is enough. */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

type Invited = Pick<InvitationRow, 'id' | 'email' | 'role' | 'name'>;

/**
 * Invites an address. The answer does not depend on whether it has an account. The same invitation again has no further
 * effect. @returns whether it is new
 */
export async function inviteMember(
  tx: Transaction,
  request: FastifyRequest,
  { id, email, role, name }: Invited,
): Promise<boolean | Refusal<'already-invited' | 'name-taken' | 'too-many-invitations'>> {
  // Invitations come one after the other: their number has a limit.
  await tx.query('lock table member_invitations in share row exclusive mode');
  await DELETE_EXPIRED.run(tx, []);
  const { name: invitedBy } = memberOf(request);
  const open = await LIST_INVITATIONS.rows(tx, []);
  const same = open.find((each) => each.id === id);
  if (same) {
    const isSame = same.email === email && same.role === role && same.name === name;
    return isSame && same.invitedBy === invitedBy ? false : { refused: 'already-invited' };
  }
  if (open.some((each) => each.email === email)) {
    return { refused: 'already-invited' };
  }
  const owner = await findMemberByName(tx, name);
  // A former member may come back. Whether it is the same person turns out when they accept.
  const isTaken = owner !== null && (owner.role !== null || owner.userId === null);
  if (isTaken || open.some((each) => each.name === name)) {
    return { refused: 'name-taken' };
  }
  if (open.length >= MAX_INVITATIONS) {
    return { refused: 'too-many-invitations' };
  }
  await SAVE_INVITATION.run(tx, [id, email, role, name, invitedBy]);
  await recordAct(tx, request, {
    act: 'invite-member',
    subject: `invitation/${id}`,
    before: null,
    after: { name, role },
  });
  return true;
}

/** Ends an invitation. */
export async function withdrawInvitation(
  tx: Transaction,
  request: FastifyRequest,
  id: string,
): Promise<null | Refusal<'unknown-invitation'>> {
  const row = await READ_INVITATION.row(tx, [id]);
  if (!row || (await DELETE_INVITATION.run(tx, [id])) === 0) {
    return { refused: 'unknown-invitation' };
  }
  await recordAct(tx, request, {
    act: 'withdraw-invitation',
    subject: `invitation/${id}`,
    before: { name: row.name, role: row.role },
    after: null,
  });
  return null;
}

/** A member who has just accepted an invitation. */
export interface NewMember {
  readonly name: string;
  readonly role: Role;
  readonly invitedBy: string;
}

type AcceptRefusal =
  | 'invitation-over'
  | 'other-address'
  | 'email-unproved'
  | 'blocked'
  | 'already-member'
  | 'name-taken';
const OVER = { refused: 'invitation-over' } as const;

/** Gives the user the role of an invitation to their verified e-mail. The invitation ends with it. */
export async function acceptInvitation(
  tx: Transaction,
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
  code: string,
  mailboxesOf: MailboxesOf,
): Promise<NewMember | Refusal<AcceptRefusal>> {
  const row = await LOCK_BY_CODE.row(tx, [hashOf(code)]);
  if (!row) {
    return OVER;
  }
  // An invitation is worth as much as the right of its member to invite, which must not end in the meantime.
  await lockMembers(tx);
  if ((await findMemberByName(tx, row.invitedBy))?.role !== 'admin') {
    return OVER;
  }
  const email = (await mailboxesOf(tx, [userId])).get(userId);
  if (email === undefined) {
    return { refused: 'email-unproved' };
  }
  if (email !== row.email) {
    return { refused: 'other-address' };
  }
  if (await readBlock(tx, userId)) {
    return { refused: 'blocked', detail: 'Your account is blocked, so it cannot become a member.' };
  }
  if ((await holdRole(tx, userId)) !== null) {
    return { refused: 'already-member' };
  }
  const { role, invitedBy } = row;
  const by = { member: invitedBy, role: 'admin', requestId } as const;
  let granted = await grantRole(tx, userId, { name: row.name, role }, by);
  if (granted.kind === 'other-name') {
    granted = await grantRole(tx, userId, { name: null, role }, by);
  }
  if (granted.kind !== 'granted') {
    return { refused: 'name-taken' };
  }
  await DELETE_INVITATION.run(tx, [row.id]);
  return { name: granted.name, role, invitedBy };
}

const HOUR_MS = 3_600_000;

/** Deletes the invitations that are too old, with their addresses. */
export function oldInvitationsMaintenance(pool: pg.Pool): Maintenance {
  return {
    work: async () => void (await DELETE_EXPIRED.run(pool, [])),
    everyMs: HOUR_MS,
    failure: 'invitations that are over were not deleted',
  };
}
