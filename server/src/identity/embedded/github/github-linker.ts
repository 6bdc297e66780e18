import type pg from 'pg';
import type { MarketOfUsers } from '../../identity.js';
import { AFTER_HANDOVER } from '../../mail/confirmation-mail.js';
import type { TellOwner } from '../account/owner-notices.js';
import type { Handovers } from '../email-proof/handovers.js';
import { refuse } from '../refusals.js';
import { type GithubAccount, linkGithub } from './github-users.js';

export interface GithubLinkerOptions {
  readonly pool: pg.Pool;
  readonly market: MarketOfUsers;
  readonly handovers: Pick<Handovers, 'clear'>;
  readonly tellOwner: TellOwner;
}

/**
 * Links a GitHub account at the end of a sign-in, when every proof is given, and tells the owner.
 * @returns a refusal, or null
 */
export function githubLinker({ pool, market, handovers, tellOwner }: GithubLinkerOptions) {
  return async (userId: string, account: GithubAccount): Promise<Response | null> => {
    const owner = await linkGithub(pool, market, userId, account);
    if (!owner) {
      return refuse(409, 'GITHUB_OTHER_ACCOUNT', 'One of the two is linked with another account by now.');
    }
    if (owner.isFirstProof) {
      await handovers.clear(userId);
    }
    tellOwner(owner, 'github-linked', owner.isFirstProof ? [AFTER_HANDOVER] : []);
    return null;
  };
}
