import * as z from 'zod/mini';
import type { SecondFactor } from './second-factors.js';

/** As RFC 5321 limits it. */
const MAX_EMAIL_LENGTH = 254;
const INVALID_EMAIL = 'Email is invalid';

/**
 * The addresses that mail servers accept in practice: RFC 5322's dot-atom before the @, at most 64 characters (RFC
 * 5321), and a host name with a dot after it. No quotes, comments or spaces.
 */
const EMAIL =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i;

/** True if it is an e-mail; `emailField` has the forms' messages. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}

/** An e-mail in the identity forms, with their messages (section 5). */
export const emailField = z.string('Email is required').check(
  z.refine((text) => text.trim() !== '', { error: 'Email is required', abort: true }),
  z.refine(isEmail, INVALID_EMAIL),
);

/** The forgot-password form. */
export const emailFormSchema = z.object({ email: emailField });

export type EmailForm = z.infer<typeof emailFormSchema>;

/**
 * The login and register form (section 3, "Auth form values"). A toast reports a password that is too short (section
 * 5), so this schema does not check the length.
 */
export const authFormSchema = z.extend(emailFormSchema, { password: z.string(), remember: z.boolean() });

export type AuthForm = z.infer<typeof authFormSchema>;

/** The first proof was accepted, and the account requires a second factor. */
export interface SecondFactorChallenge {
  readonly factors: readonly SecondFactor[];
  /** The end of the number that codes are sent to, such as '•••• 0100'; null without a phone. */
  readonly phone: string | null;
  /** True if this browser may skip the second factor for 30 days. */
  readonly mayTrustDevice: boolean;
}

/** The second-factor proof of a sign-in. */
export interface SecondProof {
  readonly factor: SecondFactor;
  readonly code: string;
  /** True if this browser skips the second factor for 30 days. */
  readonly trustDevice: boolean;
}

/** The secret that sets up an authenticator app. */
export interface AppSecret {
  /** For a QR code: `otpauth://…`. */
  readonly uri: string;
  /** For typing it in. */
  readonly secret: string;
}

/** GitHub's e-mail belongs to an account with a password, which can be linked to GitHub with it (section 4, "Auth"). */
export interface LinkChallenge {
  readonly email: string;
}

/** The built-in service's answer to an accepted first proof: a password, GitHub, or a link of the two. */
export type SignInAnswer =
  | { readonly user: { readonly id: string } }
  | { readonly secondFactor: SecondFactorChallenge }
  | { readonly link: LinkChallenge };

/** A session, as shown to its user. */
export interface OpenSession {
  readonly id: string;
  readonly isCurrent: boolean;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly userAgent: string;
  readonly address: string;
}

/** The login methods and open sessions that the security page shows. */
export interface LoginSecurity {
  readonly email: string;
  readonly hasPassword: boolean;
  /** The name of the linked GitHub account; null without one. */
  readonly github: string | null;
  /** True if an authenticator app is active; null where the provider does not offer one. */
  readonly app: boolean | null;
  /** The end of the active phone number; null without one. */
  readonly phone: string | null;
  /** The number of recovery codes left; null where the provider has none. */
  readonly recoveryCodes: number | null;
  /** The open sessions, newest first; null where the provider does not list them. */
  readonly sessions: readonly OpenSession[] | null;
}

/** The signed-in user's e-mail, and whether it is verified by the link in a mail. */
export interface EmailVerification {
  readonly email: string;
  readonly isProved: boolean;
}

/** The contents of an account that a new owner of its mailbox must not get. */
export interface AccountContents {
  /** True if shipping, payout or payment is set. */
  readonly settings: boolean;
  readonly openAsks: number;
  readonly openBids: number;
  readonly watches: number;
  /** Pairs added to the collection. */
  readonly pairs: number;
  readonly notifications: number;
  /** True if size or mail preferences are set. */
  readonly preferences: boolean;
}

/** The effects of resetting a password by mail; null for none. */
export interface ResetDescription {
  readonly removes:
    | (AccountContents & {
        /** True if there is a second factor or another login method. */
        readonly hasOtherProofs: boolean;
        readonly hasName: boolean;
      })
    | null;
}
