import type { Clock } from '../../clock/clock.js';
import { type BrowserOrigins, type Identity, MEMBER_PROOF_HOURS } from '../../users/identity.js';
import type { FirebaseSettings } from './firebase-settings.js';
import { GOOGLE_KEYS_URL, googleKeys } from './google-keys.js';
import { signedTokenReader, unsignedTokenReader } from './id-tokens.js';

export interface FirebaseIdentityOptions {
  /** True if orders need an e-mail that Firebase has verified. */
  readonly requiresEmailProof: boolean;
  readonly clock: Clock;
  /** The address of the keys of ID tokens: Google's, except in tests. */
  readonly keysUrl?: string;
  /** How long an unknown key triggers no further fetch of the keys. */
  readonly keysPauseMs?: number;
}

const KEYS_PAUSE_MS = 30_000;
const FRESH_SECONDS = 10 * 60;
const MEMBER_PROOF_SECONDS = MEMBER_PROOF_HOURS * 60 * 60;
const RECAPTCHA = 'https://www.google.com/recaptcha/';

/**
 * Firebase Authentication: the pages sign in there and send its ID token with each call. Tokens are verified locally.
 * It needs no routes and no tables.
 */
export function firebaseIdentity(
  settings: FirebaseSettings,
  {
    requiresEmailProof,
    clock,
    keysUrl = GOOGLE_KEYS_URL,
    keysPauseMs = KEYS_PAUSE_MS,
  }: FirebaseIdentityOptions,
): Identity {
  const { apiKey, authDomain, projectId, emulatorHost } = settings;
  const emulatorUrl = emulatorHost === null ? null : `http://${emulatorHost}`;
  const readToken = emulatorUrl
    ? unsignedTokenReader(projectId, clock)
    : signedTokenReader(projectId, googleKeys(keysUrl, keysPauseMs), clock);
  const ownerOf = async (authorization: string | undefined) => {
    const token = bearerToken(authorization);
    return token === null ? null : readToken(token);
  };
  return {
    // A token is verified on each request: there is nothing to save.
    remembered: () => null,
    async signedIn({ authorization }) {
      const owner = await ownerOf(authorization);
      return owner && { userId: owner.userId, isEmailProved: owner.isEmailProved, isBeingCleared: false };
    },
    async hasFreshProof(_tx, { authorization }) {
      const owner = await ownerOf(authorization);
      return owner !== null && owner.provedAtSeconds > clock.wallMs() / 1_000 - FRESH_SECONDS;
    },
    async memberLogin({ authorization }) {
      const owner = await ownerOf(authorization);
      return (
        owner && {
          userId: owner.userId,
          hasSecondFactor: owner.hasSecondFactor,
          isProved: owner.provedAtSeconds > clock.wallMs() / 1_000 - MEMBER_PROOF_SECONDS,
        }
      );
    },
    // A token cannot be revoked: a user who was signed in when the request began still is.
    isStillSignedIn: async () => true,
    exportAccount: async () => null,
    maintenance: [],
    // The owner's mailbox is unknown here, and there is no log.
    mailboxesOf: null,
    directory: null,
    noteSettingChange: async () => {},
    routes: null,
    credential: 'bearer',
    setup: {
      provider: 'firebase',
      firebase: { apiKey, authDomain, projectId },
      emulatorUrl,
      requiresEmailProof,
    },
    browserOrigins: originsOf(authDomain, emulatorUrl),
  };
}

function bearerToken(authorization: string | undefined): string | null {
  const [, token = null] = /^bearer +([\w.-]+)$/i.exec(authorization ?? '') ?? [];
  return token;
}

/**
 * The origins that Google's code in the browser needs: popup messages (apis.google.com) and phone codes (reCAPTCHA).
 */
function originsOf(authDomain: string, emulatorUrl: string | null): BrowserOrigins {
  const services = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  return {
    scripts: ['https://apis.google.com', RECAPTCHA, 'https://www.gstatic.com/recaptcha/'],
    connections: [...(emulatorUrl ? [emulatorUrl] : services), RECAPTCHA],
    frames: [emulatorUrl ?? `https://${authDomain}`, RECAPTCHA],
  };
}
