import { IDENTITY_SETUP_ID, type IdentitySetup } from '@perkex/contract/identity-setup.js';
import { ConnectionError } from '../call.js';
import type { FirebaseIdentitySetup } from './firebase-auth.js';
import type { HostedProvider } from './firebase-provider.js';
import type { IdentityProvider } from './identity-provider.js';

/**
 * Under `npm run dev` no server renders the page, so the built-in service is used. Server-side rendering has no
 * signed-in user.
 */
const WITHOUT_PAGE: IdentitySetup = {
  provider: 'embedded',
  hasGithub: true,
  requiresEmailProof: false,
};

/** The identity provider of this server, from the page's HTML. */
export const identitySetup: IdentitySetup = readSetup();

function readSetup(): IdentitySetup {
  const text = globalThis.document?.getElementById(IDENTITY_SETUP_ID)?.textContent;
  return text ? (JSON.parse(text) as IdentitySetup) : WITHOUT_PAGE;
}

/** The provider of this server. @throws ConnectionError when its code cannot be loaded */
export function identityProvider(): Promise<IdentityProvider> {
  return identitySetup.provider === 'firebase'
    ? hostedProvider(identitySetup)
    : ownProvider(identitySetup.hasGithub);
}

/** Preloads the code of a sign-in: browsers let a popup open only for a moment after a click. */
export function prepareSignIn(): void {
  const provider =
    identitySetup.provider === 'firebase'
      ? hostedProvider(identitySetup, { expectsPopup: true })
      : identityProvider();
  provider.catch(() => {});
}

/** The token for the user's calls where there is no session cookie; null without one. */
export async function callToken(): Promise<string | null> {
  return identitySetup.provider === 'firebase' ? (await hostedProvider(identitySetup)).idToken() : null;
}

const importOwn = () => import('./embedded-provider.js');
const importHosted = () => import('./firebase-provider.js');

let own: Promise<IdentityProvider> | null = null;

/** Loads its code on first use. */
function ownProvider(hasGithub: boolean): Promise<IdentityProvider> {
  own ??= importOwn().then(
    ({ embeddedProvider }) => embeddedProvider({ hasGithub }),
    () => {
      own = null;
      throw new ConnectionError();
    },
  );
  return own;
}

let hosted: Promise<HostedProvider> | null = null;

/** Loads its code on first use, too. */
function hostedProvider(
  setup: FirebaseIdentitySetup,
  options = { expectsPopup: false },
): Promise<HostedProvider> {
  hosted ??= importHosted().then(
    ({ firebaseProvider }) => firebaseProvider(setup, options),
    () => {
      hosted = null;
      throw new ConnectionError();
    },
  );
  return hosted;
}
