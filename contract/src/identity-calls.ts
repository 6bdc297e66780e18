import * as z from 'zod/mini';
import { ACCOUNT_EVENTS, type AccountEvent, SIGN_IN_PROOFS } from './account-events.js';
import {
  type AppSecret,
  type EmailProof,
  isEmail,
  type LoginSecurity,
  type ResetDescription,
  type SignInAnswer,
} from './identity.js';
import type { IDENTITY_ADDRESSES, IdentityCallName } from './identity-addresses.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-length.js';
import type { ProblemCode } from './problems.js';
import { SECOND_FACTORS } from './second-factors.js';

const MAX_NAME_LENGTH = 200;
const MAX_CODE_LENGTH = 64;

/** Bodies. What the check of a field says is the code of the refusal. */
const refusedBy = (code: ProblemCode) => code;

/** No text column takes a null byte. */
const text = (code: ProblemCode) =>
  z.string(code).check(z.refine((value) => !value.includes('\0'), { error: code, abort: true }));

const email = z.string(refusedBy('VALIDATION_ERROR')).check(z.refine(isEmail, refusedBy('INVALID_EMAIL')));
const maxPasswordLength = z.maxLength(MAX_PASSWORD_LENGTH, refusedBy('PASSWORD_TOO_LONG'));
const newPassword = text('VALIDATION_ERROR').check(
  z.minLength(MIN_PASSWORD_LENGTH, refusedBy('PASSWORD_TOO_SHORT')),
  maxPasswordLength,
);
const name = text('VALIDATION_ERROR').check(z.maxLength(MAX_NAME_LENGTH, refusedBy('VALIDATION_ERROR')));
const rememberMe = z.optional(z.boolean(refusedBy('VALIDATION_ERROR')));
/** As it was typed, with whatever spaces. */
const code = text('INVALID_CODE').check(z.maxLength(MAX_CODE_LENGTH, refusedBy('INVALID_CODE')));
/** The password of whoever is signed in; an account that has none sends none. */
const password = z.optional(z.string(refusedBy('INVALID_PASSWORD')));

const signUpBody = z.object({ name: z.optional(name), email, password: newPassword, rememberMe });
const signInBody = z.object({
  email,
  password: text('VALIDATION_ERROR').check(maxPasswordLength),
  rememberMe,
});
const proofBody = z.object({ password });
const codeBody = z.object({ code });
/** The code of a mail. */
const linkCodeBody = z.object({ code: z.string(refusedBy('INVALID_TOKEN')) });
const secondProofBody = z.object({
  factor: z.enum(SECOND_FACTORS, refusedBy('INVALID_CODE')),
  code,
  /** Anything but a clear yes is a no. */
  trustDevice: z.optional(z.catch(z.boolean(), false)),
});
/** Either the password, or a code of the second factor. */
const proveBody = z.object({
  password,
  factor: z.optional(z.enum(SECOND_FACTORS, refusedBy('INVALID_CODE'))),
  code: z.optional(code),
});
const linkBody = z.object({
  password: z.string(refusedBy('VALIDATION_ERROR')).check(z.minLength(1, refusedBy('VALIDATION_ERROR'))),
});

/** Answers. */
const done = z.object({ status: z.literal(true) });
const message = z.extend(done, { message: z.string() });
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
const secondFactor = z.object({
  factors: z.readonly(z.array(z.enum(SECOND_FACTORS))),
  phone: z.nullable(z.string()),
  mayTrustDevice: z.boolean(),
});
const secondFactorDemand = z.object({ secondFactor });
const signUpAnswer = z.object({ token: z.string(), user });
const passwordAnswer = z.union([z.extend(signUpAnswer, { redirect: z.literal(false) }), secondFactorDemand]);
const signInAnswer: z.ZodMiniType<SignInAnswer> = z.union([
  z.object({ user: z.object({ id: z.string() }) }),
  secondFactorDemand,
  z.object({ link: z.object({ email: z.string() }) }),
]);
const sessionAnswer = z.nullable(
  z.object({
    session: z.object({
      id: z.string(),
      userId: z.string(),
      token: z.string(),
      expiresAt: z.string(),
      createdAt: z.string(),
      updatedAt: z.string(),
      ipAddress: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
    }),
    user,
  }),
);
const security: z.ZodMiniType<LoginSecurity> = z.object({
  email: z.string(),
  hasPassword: z.boolean(),
  github: z.nullable(z.string()),
  app: z.nullable(z.boolean()),
  phone: z.nullable(z.string()),
  recoveryCodes: z.nullable(z.int()),
  sessions: z.nullable(
    z.readonly(
      z.array(
        z.object({
          id: z.string(),
          isCurrent: z.boolean(),
          startedAt: z.string(),
          userAgent: z.string(),
          address: z.string(),
        }),
      ),
    ),
  ),
});
const accountEvent: z.ZodMiniType<AccountEvent> = z.object({
  id: z.string(),
  kind: z.enum(ACCOUNT_EVENTS),
  proofs: z.readonly(z.array(z.enum(SIGN_IN_PROOFS))),
  happenedAt: z.string(),
  userAgent: z.string(),
  address: z.string(),
});
const resetDescription: z.ZodMiniType<ResetDescription> = z.object({
  removes: z.nullable(
    z.object({
      settings: z.boolean(),
      openAsks: z.int(),
      openBids: z.int(),
      watches: z.int(),
      pairs: z.int(),
      notifications: z.int(),
      preferences: z.boolean(),
      hasOtherProofs: z.boolean(),
      hasName: z.boolean(),
    }),
  ),
});

const emailProof: z.ZodMiniType<EmailProof> = z.object({ email: z.string(), isProved: z.boolean() });
const appSecret: z.ZodMiniType<AppSecret> = z.object({ uri: z.string(), secret: z.string() });

/** What a call takes and answers. */
export interface IdentityCall {
  readonly summary: string;
  readonly body?: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
}

/** Every call of the built-in identity service, by the names of `IDENTITY_ADDRESSES`. */
export const IDENTITY_CALLS = {
  signUp: {
    summary: 'Make an account and sign in',
    body: signUpBody,
    answer: signUpAnswer,
  },
  signIn: {
    summary: 'Sign in, or hear what is asked for besides',
    body: signInBody,
    answer: passwordAnswer,
  },
  signOut: {
    summary: 'End the session',
    answer: z.object({ success: z.literal(true) }),
  },
  session: {
    summary: 'The session and its user, or null',
    answer: sessionAnswer,
  },
  requestReset: {
    summary: 'Have a mail with a link sent',
    body: z.object({ email }),
    answer: message,
  },
  describeReset: {
    summary: 'What setting a password with the code of a mail removes in this browser',
    body: z.object({ token: z.string(refusedBy('INVALID_TOKEN')) }),
    answer: resetDescription,
  },
  resetPassword: {
    summary: 'Set a password with the code of a mail',
    body: z.object({ newPassword, token: z.string(refusedBy('INVALID_TOKEN')) }),
    answer: done,
  },
  emailProof: {
    summary: 'Your e-mail, and whether it is confirmed',
    answer: emailProof,
  },
  sendConfirmation: {
    summary: 'Have a new confirmation mail sent to your e-mail',
    answer: done,
  },
  confirmEmail: {
    summary: 'Confirm your e-mail with the code of a mail',
    body: linkCodeBody,
    answer: done,
  },
  security: {
    summary: 'How the signed-in user logs in, and where',
    answer: security,
  },
  events: {
    summary: 'What happened to your account, newest first',
    answer: z.object({ events: z.array(accountEvent) }),
  },
  endSession: {
    summary: 'End one of your sessions',
    body: z.object({ id: text('NO_SUCH_SESSION') }),
    answer: done,
  },
  endOtherSessions: {
    summary: 'End all your sessions but this one',
    answer: done,
  },
  changePassword: {
    summary: 'Change your password, and end all your sessions but this one',
    body: z.object({ newPassword, password }),
    answer: done,
  },
  changeEmail: {
    summary:
      'Begin to change your e-mail: a link goes to the new mailbox, and to the old one unless it has no say',
    body: z.object({ newEmail: email }),
    answer: z.extend(done, { isOldAsked: z.boolean() }),
  },
  confirmEmailChange: {
    summary: 'Confirm the change by the code of such a link; the last one changes the e-mail',
    body: linkCodeBody,
    answer: z.extend(done, { isChanged: z.boolean() }),
  },
  deleteAccount: {
    summary: 'Delete the account: its open orders are cancelled, and its trades keep a pseudonym',
    body: proofBody,
    answer: done,
  },
  sendProofCode: {
    summary: 'Have a code sent to the phone, to prove the session with',
    answer: done,
  },
  prove: {
    summary: 'Prove the session anew, by the password or a code',
    body: proveBody,
    answer: done,
  },
  startApp: {
    summary: 'Begin to turn an authenticator app on',
    body: proofBody,
    answer: appSecret,
  },
  confirmApp: {
    summary: 'Turn it on by its first code',
    body: codeBody,
    answer: recoveryCodes,
  },
  turnAppOff: {
    summary: 'Turn the authenticator app off',
    body: proofBody,
    answer: done,
  },
  startPhone: {
    summary: 'Have a code sent to a phone',
    body: z.object({ phone: z.string(refusedBy('INVALID_PHONE')), password }),
    answer: done,
  },
  confirmPhone: {
    summary: 'Turn the phone on by that code',
    body: codeBody,
    answer: recoveryCodes,
  },
  turnPhoneOff: {
    summary: 'Turn the phone off',
    body: proofBody,
    answer: done,
  },
  renewRecoveryCodes: {
    summary: 'Have new recovery codes',
    body: proofBody,
    answer: recoveryCodes,
  },
  sendSecondCode: {
    summary: 'Have the code of a sign-in sent to the phone',
    answer: done,
  },
  confirmSecondFactor: {
    summary: 'End a sign-in with a second proof',
    body: secondProofBody,
    answer: signInAnswer,
  },
  startGithub: {
    summary: 'Begin a sign-in with GitHub: the address for its popup',
    answer: z.object({ url: z.string() }),
  },
  finishGithub: {
    summary: 'End a sign-in whose popup has come back',
    answer: signInAnswer,
  },
  cancelGithub: {
    summary: 'Give a sign-in with GitHub up',
    answer: done,
  },
  linkMethods: {
    summary: 'The ways to log in to the account of the link under way',
    answer: z.object({ methods: z.array(z.string()) }),
  },
  linkGithub: {
    summary: 'Link GitHub with the account of its e-mail',
    body: linkBody,
    answer: signInAnswer,
  },
  unlinkGithub: {
    summary: 'Unlink the GitHub account',
    body: proofBody,
    answer: done,
  },
} as const satisfies Record<IdentityCallName, IdentityCall>;

type Calls = typeof IDENTITY_CALLS;
type Addresses = typeof IDENTITY_ADDRESSES;

/** The body of a call as it is sent, and as its schema has read it; undefined where it has none. */
export type IdentityInput<Name extends IdentityCallName> = Calls[Name] extends { body: infer Body }
  ? z.input<Body>
  : undefined;
export type IdentityBody<Name extends IdentityCallName> = Calls[Name] extends { body: infer Body }
  ? z.output<Body>
  : undefined;

export type IdentityAnswer<Name extends IdentityCallName> = z.output<Calls[Name]['answer']>;

/** The calls of somebody who is signed in. */
export type OwnCallName = {
  [Name in IdentityCallName]: Addresses[Name] extends { isOwn: true } ? Name : never;
}[IdentityCallName];
