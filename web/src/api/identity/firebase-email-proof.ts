import {
  type Auth,
  applyActionCode,
  checkActionCode,
  sendEmailVerification,
  type User,
} from '@firebase/auth';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { PREFIX, refused } from './firebase-errors.js';
import { currentUser, own } from './firebase-user.js';
import { type IdentityProvider, LINK_NEEDED, OtherAccountError } from './identity-provider.js';

type EmailProofs = Pick<IdentityProvider, 'emailProof' | 'sendConfirmationMail' | 'confirmEmail'>;

/** Firebase sends the mails. Its own page confirms them, or ours where the project names it for the links of mails. */
export function firebaseEmailProof(auth: Auth): EmailProofs {
  return {
    emailProof: () =>
      own(async () => {
        const user = await currentUser(auth);
        return { email: user.email ?? '', isProved: await isProved(user) };
      }),
    sendConfirmationMail: () =>
      own(async () => {
        const url = new URL(PAGE_PATHS.confirmEmail, location.origin).href;
        await sendEmailVerification(await currentUser(auth), { url });
      }),
    confirmEmail: (code) =>
      own(async () => {
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

/** Our server believes the token, and an older one does not know of it yet. */
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
