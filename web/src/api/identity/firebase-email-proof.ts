import {
  type Auth,
  applyActionCode,
  checkActionCode,
  sendEmailVerification,
  type User,
} from '@firebase/auth';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { PREFIX, refused } from './firebase-errors.js';
import { asSignedInUser, currentUser } from './firebase-user.js';
import { type IdentityProvider, LINK_NEEDED, OtherAccountError } from './identity-provider.js';

type EmailProofs = Pick<IdentityProvider, 'emailProof' | 'sendConfirmationMail' | 'confirmEmail'>;

/** Firebase sends the mails. Its own page confirms them, or ours if the project's mails link to it. */
export function firebaseEmailProof(auth: Auth): EmailProofs {
  return {
    emailProof: () =>
      asSignedInUser(async () => {
        const user = await currentUser(auth);
        return { email: user.email ?? '', isProved: await isProved(user) };
      }),
    sendConfirmationMail: () =>
      asSignedInUser(async () => {
        const url = new URL(PAGE_PATHS.confirmEmail, location.origin).href;
        await sendEmailVerification(await currentUser(auth), { url });
      }),
    confirmEmail: (code) =>
      asSignedInUser(async () => {
        const user = await currentUser(auth);
        if (await isProved(user)) {
          return;
        }
        if (code === '') {
          throw refused(LINK_NEEDED);
        }
        const { data } = await checkActionCode(auth, code);
        if (data.email !== user.email) {
          throw new OtherAccountError(`${PREFIX}This link is not for the account that you are logged in to.`);
        }
        await applyActionCode(auth, code);
        await isProved(user);
      }),
  };
}

/** Our server goes by the token, so one from before the proof is renewed. */
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
