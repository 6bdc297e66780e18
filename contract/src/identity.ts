import * as z from 'zod/mini';
import type { SecondFactor } from './second-factors.js';

/** As RFC 5321 limits it. */
export const MAX_EMAIL_LENGTH = 254;
const INVALID_EMAIL = 'Email is invalid';

/**
 * What mail servers take in practice: RFC 5322's dot-atom before the @, at most 64 characters of it (RFC 5321), and the
 * name of a host with a dot after it. No quotes, comments or spaces.
 */
const EMAIL =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i;

/** Whether it is an e-mail; what the forms say of it is `emailField`'s. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}

/** An e-mail as the identity forms ask for it, with their texts (section 5). */
export const emailField = z.string('Email is required').check(
  z.refine((text) => text.trim() !== '', { error: 'Email is required', abort: true }),
  z.refine(isEmail, INVALID_EMAIL),
);

/** The forgot-password form. */
export const emailFormSchema = z.object({ email: emailField });

export type EmailForm = z.infer<typeof emailFormSchema>;

/**
 * The login and register form (section 3, "Auth form values"). That a password is too short is said by a toast and
 * not at its field (section 5), so that it is not a matter of this schema.
 */
export const authFormSchema = z.extend(emailFormSchema, { password: z.string(), remember: z.boolean() });

export type AuthForm = z.infer<typeof authFormSchema>;

/** A first proof was good, and the account asks for a second one. */
export interface SecondFactorDemand {
  readonly factors: readonly SecondFactor[];
  /** The end of the number that codes are sent to, such as '•••• 0100'; null without a phone. */
  readonly phone: string | null;
  /** Whether this browser may be spared the second proof for 30 days. */
  readonly mayTrustDevice: boolean;
}

/** The second proof of a sign-in. */
export interface SecondProof {
  readonly factor: SecondFactor;
  readonly code: string;
  /** Whether this browser is not asked again for 30 days. */
  readonly trustDevice: boolean;
}

/** What an authenticator app needs to know. */
export interface AppSecret {
  /** For a QR code: `otpauth://…`. */
  readonly uri: string;
  /** For typing it in. */
  readonly secret: string;
}

/** GitHub's e-mail belongs to an account with a password: the two can be linked with it (section 4, "Auth"). */
export interface LinkDemand {
  readonly email: string;
}

/** What the built-in service answers to a good first proof: a password, GitHub, or a link of the two. */
export type SignInAnswer =
  | { readonly user: { readonly id: string } }
  | { readonly secondFactor: SecondFactorDemand }
  | { readonly link: LinkDemand };

/** A signed-in browser, as its user sees it. */
export interface OpenSession {
  readonly id: string;
  readonly isCurrent: boolean;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly userAgent: string;
  readonly address: string;
}

/** How somebody logs in, and where they are logged in: what the security page shows. */
export interface LoginSecurity {
  readonly email: string;
  readonly hasPassword: boolean;
  /** The name of the linked GitHub account; null without one. */
  readonly github: string | null;
  /** Whether an authenticator app is turned on; null where the provider has none to offer. */
  readonly app: boolean | null;
  /** The end of the phone number that is turned on; null without one. */
  readonly phone: string | null;
  /** How many recovery codes are left; null where the provider has none. */
  readonly recoveryCodes: number | null;
  /** The open sessions, newest first; null where the provider does not tell. */
  readonly sessions: readonly OpenSession[] | null;
}

/** The e-mail of whoever is signed in, and whether they have confirmed it by the link of a mail. */
export interface EmailProof {
  readonly email: string;
  readonly isProved: boolean;
}

/** What an account has that a new owner of its mailbox must not find there. */
export interface AccountContents {
  /** Whether shipping, payout or payment is set. */
  readonly settings: boolean;
  readonly openAsks: number;
  readonly openBids: number;
  readonly watches: number;
  /** Pairs that were added to the collection. */
  readonly pairs: number;
  readonly notifications: number;
  /** Whether sizes or mails were chosen. */
  readonly preferences: boolean;
}

/** What setting a password by a mail removes: null for nothing. */
export interface ResetDescription {
  readonly removes:
    | (AccountContents & {
        /** Whether there is a second factor, or another login. */
        readonly hasOtherProofs: boolean;
        readonly hasName: boolean;
      })
    | null;
}
