import {
  type Auth,
  applyActionCode,
  checkActionCode,
  sendEmailVerification,
  type User,
} from '@firebase/auth';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { refused, withUser } from './firebase-errors.js';
import { LINK_NEEDED, type OwnCalls } from './identity-provider.js';

type EmailProofs = Pick<OwnCalls, 'emailProof' | 'sendConfirmation' | 'confirmEmail'>;

/** Firebase sends the mails. They link to Firebase's own page, or to ours if the project is set up so. */
export function firebaseEmailProof(auth: Auth): EmailProofs {
  return {
    emailProof: () =>
      withUser(auth, async (user) => ({ email: user.email ?? '', isProved: await isProved(user) })),
    sendConfirmation: () =>
      withUser(auth, async (user) => {
        await sendEmailVerification(user, { url: new URL(PAGE_PATHS.confirmEmail, location.origin).href });
        return { status: true };
      }),
    confirmEmail: ({ code }) =>
      withUser(auth, async (user) => {
        if (!(await isProved(user))) {
          if (code === '') {
            throw refused(LINK_NEEDED);
          }
          const { data } = await checkActionCode(auth, code);
          if (data.email !== user.email) {
            throw refused('This link is not for the account that you are logged in to.', 'other-account');
          }
          await applyActionCode(auth, code);
          await isProved(user);
        }
        return { status: true };
      }),
  };
}

/** Our server reads the token, so a token from before the verification is renewed. */
async function isProved(user: User): Promise<boolean> {
  await user.reload();
  if (!user.emailVerified) {
    return false;
  }
  const { claims } = await user.getIdTokenResult();
  if (claims.email_verified !== true) {
    await user.getIdToken(true);
  }
  return true;
}
