import * as z from 'zod/mini';
import {
  type AppSecret,
  type EmailProof,
  isEmail,
  type LoginSecurity,
  MIN_PASSWORD_LENGTH,
  SECOND_FACTORS,
  type SignInAnswer,
} from './identity.js';
import type { ProblemCode } from './problems.js';

const MAX_PASSWORD_LENGTH = 128;
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
const secondProofBody = z.object({
  factor: z.enum(SECOND_FACTORS, refusedBy('INVALID_CODE')),
  code,
  /** Anything but a clear yes is a no. */
  trustDevice: z.catch(z.boolean(), false),
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
const emailProof: z.ZodMiniType<EmailProof> = z.object({ email: z.string(), isProved: z.boolean() });
const appSecret: z.ZodMiniType<AppSecret> = z.object({ uri: z.string(), secret: z.string() });

/** A call below /api/auth. */
export interface IdentityCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly body?: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
  /** Whether it is for somebody who is signed in, and for others NOT_SIGNED_IN. */
  readonly isOwn?: true;
}

/** Every call of the built-in identity service: its routes and their documentation. */
export const IDENTITY_CALLS = {
  signUp: {
    method: 'POST',
    path: '/sign-up/email',
    summary: 'Make an account and sign in',
    body: signUpBody,
    answer: signUpAnswer,
  },
  signIn: {
    method: 'POST',
    path: '/sign-in/email',
    summary: 'Sign in, or hear what is asked for besides',
    body: signInBody,
    answer: passwordAnswer,
  },
  signOut: {
    method: 'POST',
    path: '/sign-out',
    summary: 'End the session',
    answer: z.object({ success: z.literal(true) }),
  },
  session: {
    method: 'GET',
    path: '/get-session',
    summary: 'The session and its user, or null',
    answer: sessionAnswer,
  },
  requestReset: {
    method: 'POST',
    path: '/request-password-reset',
    summary: 'Have a mail with a link sent',
    body: z.object({ email }),
    answer: message,
  },
  resetPassword: {
    method: 'POST',
    path: '/reset-password',
    summary: 'Set a password with the code of a mail',
    body: z.object({ newPassword, token: z.string(refusedBy('INVALID_TOKEN')) }),
    answer: done,
  },
  emailProof: {
    method: 'GET',
    path: '/email-proof',
    summary: 'The own e-mail, and whether it is confirmed',
    answer: emailProof,
    isOwn: true,
  },
  sendConfirmation: {
    method: 'POST',
    path: '/email-proof/send',
    summary: 'Have a new confirmation mail sent to the own e-mail',
    answer: done,
    isOwn: true,
  },
  confirmEmail: {
    method: 'POST',
    path: '/email-proof/confirm',
    summary: 'Confirm the own e-mail with the code of a mail',
    body: z.object({ code: z.string(refusedBy('INVALID_TOKEN')) }),
    answer: done,
    isOwn: true,
  },
  security: {
    method: 'GET',
    path: '/security',
    summary: 'How the signed-in user logs in, and where',
    answer: security,
    isOwn: true,
  },
  endSession: {
    method: 'POST',
    path: '/sessions/end',
    summary: 'End one of the own sessions',
    body: z.object({ id: text('NO_SUCH_SESSION') }),
    answer: done,
    isOwn: true,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/sessions/end-others',
    summary: 'End all own sessions but this one',
    answer: done,
    isOwn: true,
  },
  changePassword: {
    method: 'POST',
    path: '/password',
    summary: 'Change the password, and end all own sessions but this one',
    body: z.object({ newPassword, password }),
    answer: done,
    isOwn: true,
  },
  startApp: {
    method: 'POST',
    path: '/second-factor/app/start',
    summary: 'Begin to turn an authenticator app on',
    body: proofBody,
    answer: appSecret,
    isOwn: true,
  },
  confirmApp: {
    method: 'POST',
    path: '/second-factor/app/confirm',
    summary: 'Turn it on by its first code',
    body: codeBody,
    answer: recoveryCodes,
    isOwn: true,
  },
  turnAppOff: {
    method: 'POST',
    path: '/second-factor/app/off',
    summary: 'Turn the authenticator app off',
    body: proofBody,
    answer: done,
    isOwn: true,
  },
  startPhone: {
    method: 'POST',
    path: '/second-factor/phone/start',
    summary: 'Have a code sent to a phone',
    body: z.object({ phone: z.string(refusedBy('INVALID_PHONE')), password }),
    answer: done,
    isOwn: true,
  },
  confirmPhone: {
    method: 'POST',
    path: '/second-factor/phone/confirm',
    summary: 'Turn the phone on by that code',
    body: codeBody,
    answer: recoveryCodes,
    isOwn: true,
  },
  turnPhoneOff: {
    method: 'POST',
    path: '/second-factor/phone/off',
    summary: 'Turn the phone off',
    body: proofBody,
    answer: done,
    isOwn: true,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/second-factor/recovery',
    summary: 'Have new recovery codes',
    body: proofBody,
    answer: recoveryCodes,
    isOwn: true,
  },
  sendSecondCode: {
    method: 'POST',
    path: '/second-factor/send-code',
    summary: 'Have the code of a sign-in sent to the phone',
    answer: done,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/second-factor/confirm',
    summary: 'End a sign-in with a second proof',
    body: secondProofBody,
    answer: signInAnswer,
  },
  startGithub: {
    method: 'POST',
    path: '/github/start',
    summary: 'Begin a sign-in with GitHub: the address for its popup',
    answer: z.object({ url: z.string() }),
  },
  finishGithub: {
    method: 'POST',
    path: '/github/finish',
    summary: 'End a sign-in whose popup has come back',
    answer: signInAnswer,
  },
  cancelGithub: {
    method: 'POST',
    path: '/github/cancel',
    summary: 'Give a sign-in with GitHub up',
    answer: done,
  },
  linkMethods: {
    method: 'GET',
    path: '/github/link',
    summary: 'The ways to log in to the account of the link under way',
    answer: z.object({ methods: z.array(z.string()) }),
  },
  linkGithub: {
    method: 'POST',
    path: '/github/link',
    summary: 'Link GitHub with the account of its e-mail',
    body: linkBody,
    answer: signInAnswer,
  },
  unlinkGithub: {
    method: 'POST',
    path: '/github/unlink',
    summary: 'Unlink the GitHub account',
    body: proofBody,
    answer: done,
    isOwn: true,
  },
} as const satisfies Record<string, IdentityCall>;

type Calls = typeof IDENTITY_CALLS;
export type IdentityCallName = keyof Calls;

export type IdentityBody<Name extends IdentityCallName> = Calls[Name] extends { body: infer Body }
  ? z.output<Body>
  : undefined;

export type IdentityAnswer<Name extends IdentityCallName> = z.output<Calls[Name]['answer']>;

/** The calls of somebody who is signed in. */
export type OwnCallName = {
  [Name in IdentityCallName]: Calls[Name] extends { isOwn: true } ? Name : never;
}[IdentityCallName];
