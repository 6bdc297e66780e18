import type pg from 'pg';
import type { TellOwner } from '../account/owner-notices.js';
import { refuse } from '../refusals.js';
import { type GithubAccount, linkGithub } from './github-users.js';

/**
 * Links a GitHub account at the end of a sign-in, when every proof is given, and tells the owner.
 * @returns a refusal, or null
 */
export function githubLinker(pool: pg.Pool, tellOwner: TellOwner) {
  return async (userId: string, account: GithubAccount): Promise<Response | null> => {
    const email = await linkGithub(pool, userId, account);
    if (email === null) {
      return refuse(409, 'GITHUB_OTHER_ACCOUNT', 'One of the two is linked with another account by now.');
    }
    tellOwner({ email }, 'github-linked');
    return null;
  };
}
