import { generatedSecret } from '../../data-dir/secret.js';
import type { Database } from '../../database/connect.js';
import type { Mailboxes } from '../../mail/mailboxes.js';
import type { Mailer } from '../../mail/mailer.js';
import { type MailSettings, openMailer } from '../../mail/open-mailer.js';
import { openSmsSender, type SmsSettings } from '../../sms/open-sms-sender.js';
import type { Identity } from '../../users/identity.js';
import {
  type EmbeddedIdentityOptions,
  embeddedIdentity,
  type GithubSettings,
  openMailboxes,
} from '../embedded/embedded-identity.js';
import type { FirebaseSettings } from '../firebase/firebase-settings.js';

export interface IdentitySettings
  extends Pick<EmbeddedIdentityOptions, 'publicUrl' | 'rateLimits' | 'requiresEmailProof'>,
    MailSettings,
    SmsSettings {
  /** Null selects the built-in identity service. */
  readonly firebase: FirebaseSettings | null;
  /** If null, the built-in service generates a secret once into `dataDir`. */
  readonly authSecret: string | null;
  readonly github: GithubSettings | null;
}

interface Parts extends Pick<EmbeddedIdentityOptions, 'clock' | 'feed' | 'jobs' | 'market' | 'log'> {
  readonly database: Pick<Database, 'pool' | 'sessionPool'>;
}

/** Parts that tests replace. */
export interface IdentityReplacements extends Partial<Pick<EmbeddedIdentityOptions, 'passwordCost'>> {
  readonly identity?: Identity | undefined;
  readonly mailer?: Mailer | undefined;
}

/** Everything for sending mails to users. The secret signs their links. */
export interface Mails {
  readonly mailer: Mailer;
  readonly mailboxes: Mailboxes;
  readonly secret: string;
}

export interface OpenedIdentity {
  readonly identity: Identity;
  /** Null if the provider sends its mails itself. */
  readonly mails: Mails | null;
  /** The secret of the market's servers; null with another provider and without AUTH_SECRET. */
  readonly secret: string | null;
}

/**
 * Opens the identity provider that the settings select, and the mails if we send them.
 * @throws UserError if the secret cannot be read or generated
 */
export async function openIdentity(
  settings: IdentitySettings,
  { database, ...parts }: Parts,
  { identity, mailer, passwordCost }: IdentityReplacements = {},
): Promise<OpenedIdentity> {
  const { firebase, publicUrl, rateLimits, requiresEmailProof, github } = settings;
  const { clock, log } = parts;
  const { pool, sessionPool } = database;
  if (firebase) {
    if (firebase.emulatorHost !== null) {
      log.warn('Tokens come from the Auth emulator. Anyone can forge them: use it for tests only.');
    }
    // Its package for tokens would slow the start of every market down.
    const { firebaseIdentity } = await import('../firebase/firebase-identity.js');
    return {
      identity: firebaseIdentity(firebase, { requiresEmailProof, clock }),
      mails: null,
      secret: settings.authSecret,
    };
  }
  const secret = settings.authSecret ?? (await generatedSecret(settings.dataDir));
  const mails: Mails = {
    mailer: mailer ?? openMailer(settings, clock, log),
    mailboxes: openMailboxes({ pool, secret, isOn: rateLimits }),
    secret,
  };
  const openEmbedded = () =>
    embeddedIdentity({
      ...parts,
      ...mails,
      ...(passwordCost === undefined ? {} : { passwordCost }),
      pool,
      sessionPool,
      publicUrl,
      rateLimits,
      requiresEmailProof,
      smsSender: openSmsSender(settings, clock, log),
      github,
    });
  return { identity: identity ?? openEmbedded(), mails, secret };
}
