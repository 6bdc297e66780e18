import { ROLES, type Role } from '@perkex/contract/roles.js';
import type { Command } from 'commander';
import type pg from 'pg';
import { statement, text } from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import { UserError } from '../errors/user-error.js';
import { provedUserByEmail } from '../identity/embedded/base/users.js';
import { grantRole, type ListedMember, listMembers, revokeRole } from '../users/members.js';
import { addCommand, type OnDatabase, UsageError } from './command.js';

/** How the record names changes from here: who may run commands on the server is up to its operator. */
export const CHANGED_BY = 'the command line';
const NAME = /^[a-z][a-z0-9-]{1,29}$/;

export function addGrant(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'grant',
    usage: 'EMAIL ROLE --name NAME',
    summary: `Give a user a role: ${ROLES.join(', ')}.`,
    help:
      'A user who may work at /desk, such as: npm run perkex -- grant ann@shop.example admin --name ann. The user has an ' +
      'account with this verified e-mail, and needs a second factor to work. The name is what records of deals show, for ' +
      'ever. With Firebase, name the user by uid=…',
  })
    .argument('<user>')
    .argument('<role>')
    .option('--name <name>', 'the name in the records, at the first role')
    .action((user: string, roleName: string, { name = null }: { readonly name?: string | null }) => {
      const role = roleOf(roleName);
      if (name !== null && !NAME.test(name)) {
        throw new UsageError(
          'A name has 2 to 30 small letters, digits and hyphens, and begins with a letter.',
        );
      }
      return onDatabase(async ({ database: { pool }, output }) => {
        const userId = await findUser(pool, user);
        const result = await transaction(pool, (tx) => grantRole(tx, userId, { name, role }, CHANGED_BY));
        switch (result.kind) {
          case 'granted':
            output.line(`${result.name} (${user}) has the role ${role}.`);
            return 0;
          case 'unchanged':
            output.line(`${result.name} (${user}) has the role ${role} already.`);
            return 0;
          case 'name-missing':
            throw new UserError('Name the new member: --name NAME.');
          case 'other-name':
            throw new UserError(`${user} is ${result.name}. The name of a member never changes.`);
          case 'name-taken':
            throw new UserError(`The name ${name} belongs to another member, now or earlier.`);
        }
      });
    });
}

export function addRevoke(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'revoke',
    usage: 'NAME',
    summary: 'Take the role of a member away.',
    help: 'It ends at once on every server, also in open pages.',
  })
    .argument('<name>')
    .action((name: string) =>
      onDatabase(async ({ database: { pool }, output }) => {
        if (!(await transaction(pool, (tx) => revokeRole(tx, name, CHANGED_BY)))) {
          throw new UserError(`No member with a role has the name ${name}.`);
        }
        output.line(`${name} has no role now.`);
        return 0;
      }),
    );
}

export function addMembers(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'members',
    usage: '',
    summary: 'List the members and their roles.',
    help: 'Former members stay in the list, because records of deals have their names.',
  }).action(() =>
    onDatabase(async ({ database: { pool }, output }) => {
      const members = await listMembers(pool);
      for (const member of members) {
        output.line(lineOf(member));
      }
      if (members.length === 0) {
        output.line(
          'There are no members. Grant the first one: npm run perkex -- grant EMAIL admin --name NAME',
        );
      }
      return 0;
    }),
  );
}

function lineOf({ name, userId, role }: ListedMember): string {
  return `${name}: ${role ?? 'no role'}${userId === null ? ', account erased' : ''}`;
}

function roleOf(name: string): Role {
  const role = ROLES.find((candidate) => candidate === name);
  if (!role) {
    throw new UsageError(`There is no role "${name}". The roles are ${ROLES.join(', ')}.`);
  }
  return role;
}

/** Everyone who has signed in has an account, with each provider. */
const HAS_ACCOUNT = statement({
  name: 'has-account',
  text: 'select user_id as id from accounts where user_id = $1',
  row: { id: text },
});

async function findUser(pool: pg.Pool, user: string): Promise<string> {
  if (user.startsWith('uid=')) {
    const userId = user.slice('uid='.length);
    if (!(await HAS_ACCOUNT.row(pool, [userId]))) {
      throw new UserError(`No account has the id ${userId}. Sign in on the market first.`);
    }
    return userId;
  }
  const found = await provedUserByEmail(pool, user.toLowerCase());
  if (found === null) {
    throw new UserError(
      `No account has the verified e-mail ${user}. Sign up on the market first, and confirm it.`,
    );
  }
  return found;
}
