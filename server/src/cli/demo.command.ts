import type { Command } from 'commander';
import { isDemoMarket } from '../accounts/is-demo-market.js';
import { generatedSecret } from '../data-dir/secret.js';
import { transaction } from '../database/transaction.js';
import { UserError } from '../errors/user-error.js';
import { isLoopback } from '../http/trusted-origins.js';
import { makeStaffLogin } from '../identity/embedded/account/staff-login.js';
import { grantRole } from '../users/members.js';
import { addCommand, type CommandContext, type OnDatabase, UsageError } from './command.js';
import { CHANGED_BY } from './members.command.js';

const EMAIL = 'desk@demo.example';
const NAME = 'demo-desk';

export function addDemo(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'demo',
    usage: 'staff',
    summary: 'Print a login for the desk of a demonstration market on this machine.',
    help:
      'A user with the role admin, who may work at /desk. Each time, the user gets a new password and a new authenticator ' +
      'app, and the earlier ones no longer work.',
  })
    .argument('[what]')
    .action((what?: string) => {
      if (what !== 'staff') {
        throw new UsageError('Say for whom the login is: staff.');
      }
      return onDatabase(printStaffLogin);
    });
}

/** After the trade, "The desk". @throws UserError for another market, and for one that other machines reach */
async function printStaffLogin({ database, config, output, clock }: CommandContext): Promise<number> {
  const { authSecret, dataDir, host, isFirebase } = config;
  if (!isLoopback(host)) {
    throw new UserError(`Other machines reach this market (HOST=${host}): grant a role to a user of yours.`);
  }
  if (isFirebase || !(await isDemoMarket(database.pool))) {
    throw new UserError('Only a demonstration market with its own logins has this login.');
  }
  const secret = authSecret ?? (await generatedSecret(dataDir));
  const { email, password, appSecret, code } = await transaction(database.pool, async (tx) => {
    const login = await makeStaffLogin(tx, { email: EMAIL, secret, nowMs: clock.wallMs() });
    const granted = await grantRole(tx, login.userId, { name: NAME, role: 'admin' }, CHANGED_BY);
    if (granted.kind !== 'granted' && granted.kind !== 'unchanged') {
      throw new UserError(`The name ${NAME} belongs to another member, now or earlier.`);
    }
    return login;
  });
  output.line('Log in on the market with "Remember Me", then open /desk:');
  output.line(`  e-mail    ${email}`);
  output.line(`  password  ${password}`);
  output.line(`  code      ${code}, which changes every 30 seconds`);
  output.line(`The key of the code, for an authenticator app: ${appSecret}`);
  return 0;
}
