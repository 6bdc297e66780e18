import type { EmailProof } from '@perkex/contract/identity.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { limitedAddress } from '../../../http/client-address.js';
import type { AccountOwner, AccountOwners } from '../account/account-owner.js';
import {
  type AttemptLimit,
  DAY_SECONDS,
  type LimitMaker,
  MINUTE_SECONDS,
  QUARTER_SECONDS,
  takeAll,
} from '../limits/attempt-limits.js';
import type { KnownBrowsers } from '../limits/known-browsers.js';
import { asFields } from '../passwords/credentials.js';
import { refuse, refuseTooMany, withCookies } from '../refusals.js';
import { identityCalls } from '../service/identity-calls.js';
import { isToken } from '../tokens.js';
import { redeemConfirmationCode } from './confirmation-codes.js';

export interface EmailProofRoutesOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly owners: AccountOwners;
  readonly knownBrowsers: KnownBrowsers;
  /** Shared with sign-ups, which send such a mail as well. */
  readonly mailsOfAddress: AttemptLimit;
  /** Sends a link to this e-mail, after the answer. */
  readonly sendLink: (email: string) => void;
  readonly limit: LimitMaker;
}

/** How somebody who is signed in proves that the account's e-mail is theirs. */
export function emailProofRoutes(scope: FastifyInstance, options: EmailProofRoutesOptions): void {
  const { pool, publicUrl, owners, knownBrowsers, mailsOfAddress, sendLink, limit } = options;
  const mailsOfUser = limit('confirmation mails of a user, 15 minutes', 3, QUARTER_SECONDS);
  const mailsOfUserToday = limit('confirmation mails of a user, day', 12, DAY_SECONDS);
  const attemptsOfAddress = limit('confirmations of an address', 30, MINUTE_SECONDS);

  async function read({ userId }: AccountOwner): Promise<Response> {
    return Response.json(await readEmailProof(pool, userId));
  }

  async function send({ userId, email, address }: AccountOwner): Promise<Response> {
    const waitSeconds = await takeAll([
      [mailsOfAddress, address],
      [mailsOfUser, userId],
      [mailsOfUserToday, userId],
    ]);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds, 'mails');
    }
    sendLink(email);
    return Response.json({ status: true });
  }

  async function confirm({ userId, email }: AccountOwner, { body, ip }: FastifyRequest): Promise<Response> {
    const waitSeconds = await attemptsOfAddress.take(limitedAddress(ip));
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds);
    }
    const { code } = asFields(body);
    if (typeof code !== 'string' || !isToken(code)) {
      return DEAD_CODE();
    }
    switch (await redeemConfirmationCode(pool, userId, code)) {
      case 'proved':
        return withCookies(Response.json({ status: true }), await knownBrowsers.planted(email));
      case 'other-account':
        return OTHER_ACCOUNT();
      case 'dead-code':
        return DEAD_CODE();
    }
  }

  const { get, post } = identityCalls(scope, publicUrl);
  get('/email-proof', 'The own e-mail, and whether it is confirmed', owners.asOwner(read));
  post('/email-proof/send', 'Have a new confirmation mail sent to the own e-mail', owners.asOwner(send));
  post('/email-proof/confirm', 'Confirm the own e-mail with the {code} of a mail', owners.asOwner(confirm));
}

const DEAD_CODE = () =>
  refuse(400, 'INVALID_TOKEN', 'This link has been used or is too old. Ask for a new one.');
const OTHER_ACCOUNT = () =>
  refuse(403, 'OTHER_ACCOUNT', 'This link is not for the account that you are logged in to.');

async function readEmailProof(pool: pg.Pool, userId: string): Promise<EmailProof> {
  const { rows } = await pool.query<{ email: string; email_verified: boolean }>({
    name: 'identity-read-email-proof',
    text: 'select email, email_verified from identity_users where id = $1',
    values: [userId],
  });
  return { email: rows[0]?.email ?? '', isProved: rows[0]?.email_verified ?? false };
}
