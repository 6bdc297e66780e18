import * as z from 'zod/mini';
import type { IDENTITY_ADDRESSES, IdentityCallName } from './identity-addresses.js';
import { IDENTITY_CALLS_OF_FACTORS, PASSWORD_REFUSALS } from './identity-calls-of-factors.js';
import {
  accountEvent,
  done,
  email,
  emailProof,
  linkBody,
  linkCodeBody,
  message,
  newPassword,
  password,
  passwordAnswer,
  proofBody,
  refusedBy,
  resetDescription,
  security,
  sessionAnswer,
  signInAnswer,
  signInBody,
  signUpAnswer,
  signUpBody,
  text,
} from './identity-schemas.js';
import { COMMON_PROBLEMS, type ProblemCode } from './problems.js';

/** The body and the answer of a call. */
export interface IdentityCall {
  readonly summary: string;
  readonly body?: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
  /** Describes the answer. */
  readonly answers: string;
  /** The refusals specific to this call, in addition to those of every call. */
  readonly problems: readonly ProblemCode[];
}

/** The refusals of calls that only our own pages make. */
const ORIGIN_REFUSALS = ['MISSING_OR_NULL_ORIGIN', 'INVALID_ORIGIN'] as const;
const GITHUB_REFUSALS = ['GITHUB_NOT_SET_UP', 'TOO_MANY_REQUESTS'] as const;

/** Every call of the built-in identity service, by the names of `IDENTITY_ADDRESSES`. */
export const IDENTITY_CALLS = {
  signUp: {
    summary: 'Create an account and sign in',
    answers: 'The new user and the token of the session, whose cookie is set',
    body: signUpBody,
    answer: signUpAnswer,
    problems: [
      'INVALID_EMAIL',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'PASSWORD_TOO_COMMON',
      'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      'TOO_MANY_REQUESTS',
      ...ORIGIN_REFUSALS,
    ],
  },
  signIn: {
    summary: 'Sign in, or start a second-factor challenge',
    answers:
      'The user and the token of the session, whose cookie is set; or the second factor that is needed first',
    body: signInBody,
    answer: passwordAnswer,
    problems: [
      'INVALID_EMAIL',
      'PASSWORD_TOO_LONG',
      'INVALID_EMAIL_OR_PASSWORD',
      'TOO_MANY_REQUESTS',
      ...ORIGIN_REFUSALS,
    ],
  },
  signOut: {
    summary: 'End the session',
    answers: 'The session has ended, or there was none',
    answer: z.object({ success: z.literal(true) }),
    problems: [...ORIGIN_REFUSALS],
  },
  session: {
    summary: 'The session and its user, or null',
    answers: 'The session and its user, or null',
    answer: sessionAnswer,
    problems: [],
  },
  requestReset: {
    summary: 'Send a password reset mail',
    answers: 'The same sentence whether or not there is an account',
    body: z.object({ email }),
    answer: message,
    problems: ['INVALID_EMAIL', 'TOO_MANY_REQUESTS'],
  },
  describeReset: {
    summary: 'What setting a password with the code of a mail removes in this browser',
    answers: 'What would be removed; null for nothing',
    body: z.object({ token: z.string(refusedBy('INVALID_TOKEN')) }),
    answer: resetDescription,
    problems: ['INVALID_TOKEN', 'TOO_MANY_REQUESTS'],
  },
  resetPassword: {
    summary: 'Set a password with the code of a mail',
    answers: 'The password is set and all sessions have ended',
    body: z.object({ newPassword, token: z.string(refusedBy('INVALID_TOKEN')) }),
    answer: done,
    problems: [
      'INVALID_TOKEN',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'PASSWORD_TOO_COMMON',
      'TOO_MANY_REQUESTS',
    ],
  },
  emailProof: {
    summary: 'Your e-mail, and whether it is confirmed',
    answers: 'The e-mail and whether it is confirmed',
    answer: emailProof,
    problems: [],
  },
  sendConfirmation: {
    summary: 'Have a new confirmation mail sent to your e-mail',
    answers: 'The mail will be sent',
    answer: done,
    problems: ['TOO_MANY_REQUESTS'],
  },
  confirmEmail: {
    summary: 'Confirm your e-mail with the code of a mail',
    answers: 'The e-mail is confirmed',
    body: linkCodeBody,
    answer: done,
    problems: ['INVALID_TOKEN', 'OTHER_ACCOUNT', 'TOO_MANY_REQUESTS'],
  },
  security: {
    summary: 'How the signed-in user logs in, and where',
    answers: 'The logins, second factors and open sessions; null for what this service does not have',
    answer: security,
    problems: [],
  },
  events: {
    summary: 'What happened to your account, newest first',
    answers: 'The newest 50 events of each kind',
    answer: z.object({ events: z.array(accountEvent) }),
    problems: [],
  },
  endSession: {
    summary: 'End one of your sessions',
    answers: 'The session has ended',
    body: z.object({ id: text('NO_SUCH_SESSION') }),
    answer: done,
    problems: ['NO_SUCH_SESSION'],
  },
  endOtherSessions: {
    summary: 'End all your sessions but this one',
    answers: 'All other sessions have ended',
    answer: done,
    problems: [],
  },
  changePassword: {
    summary: 'Change your password, and end all your sessions but this one',
    answers: 'The password is changed and all other sessions have ended',
    body: z.object({ newPassword, password }),
    answer: done,
    problems: [
      'PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'PASSWORD_TOO_COMMON',
      'PASSWORD_CHANGED',
      ...PASSWORD_REFUSALS,
    ],
  },
  changeEmail: {
    summary:
      'Begin to change your e-mail: a link goes to the new mailbox, and to the old one unless it has no say',
    answers: 'The mails will be sent; whether the old mailbox has to confirm too',
    body: z.object({ newEmail: email }),
    answer: z.extend(done, { isOldAsked: z.boolean() }),
    problems: ['INVALID_EMAIL', 'PROOF_NEEDED', 'TOO_MANY_REQUESTS'],
  },
  confirmEmailChange: {
    summary: 'Confirm the change by the code of such a link; the last one changes the e-mail',
    answers:
      'The confirmation counts; whether the e-mail is changed now or the other mailbox has still to confirm',
    body: linkCodeBody,
    answer: z.extend(done, { isChanged: z.boolean() }),
    problems: [
      'INVALID_TOKEN',
      'OTHER_ACCOUNT',
      'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      'TOO_MANY_REQUESTS',
    ],
  },
  deleteAccount: {
    summary: 'Delete the account: its open orders are cancelled, and its trades keep a pseudonym',
    answers: 'The account is deleted and all its sessions have ended',
    body: proofBody,
    answer: done,
    problems: [...PASSWORD_REFUSALS],
  },
  ...IDENTITY_CALLS_OF_FACTORS,
  startGithub: {
    summary: 'Start a sign-in with GitHub: the address for its popup',
    answers: 'The address to open in the popup',
    answer: z.object({ url: z.string() }),
    problems: ['OTHER_ADDRESS', ...GITHUB_REFUSALS],
  },
  finishGithub: {
    summary: 'Complete a GitHub sign-in after its popup has returned',
    answers:
      'The user, whose session cookie is set; or the second factor, or the password for a link, that is needed first',
    answer: signInAnswer,
    problems: [
      'GITHUB_NOT_FINISHED',
      'GITHUB_DENIED',
      'GITHUB_NO_EMAIL',
      'GITHUB_OTHER_ACCOUNT',
      'GITHUB_NO_ANSWER',
      'SIGN_IN_OVER',
      ...GITHUB_REFUSALS,
    ],
  },
  cancelGithub: {
    summary: 'Cancel a GitHub sign-in',
    answers: 'The sign-in is forgotten',
    answer: done,
    problems: [...GITHUB_REFUSALS],
  },
  linkMethods: {
    summary: 'The ways to log in to the account of the link under way',
    answers: 'The names of the ways to log in',
    answer: z.object({ methods: z.array(z.string()) }),
    problems: ['LINK_OVER', ...GITHUB_REFUSALS],
  },
  linkGithub: {
    summary: 'Link GitHub with the account of its e-mail',
    answers: 'The user, whose session cookie is set; or the second factor that is needed first',
    body: linkBody,
    answer: signInAnswer,
    problems: ['LINK_OVER', 'INVALID_PASSWORD', 'GITHUB_OTHER_ACCOUNT', 'SIGN_IN_OVER', ...GITHUB_REFUSALS],
  },
  unlinkGithub: {
    summary: 'Unlink the GitHub account',
    answers: 'GitHub is unlinked',
    body: proofBody,
    answer: done,
    problems: [...PASSWORD_REFUSALS],
  },
} as const satisfies Record<IdentityCallName, IdentityCall>;

type Calls = typeof IDENTITY_CALLS;
type Addresses = typeof IDENTITY_ADDRESSES;

/** The body of a call as sent and as parsed by its schema; undefined without a body. */
export type IdentityInput<Name extends IdentityCallName> = Calls[Name] extends { body: infer Body }
  ? z.input<Body>
  : undefined;
export type IdentityBody<Name extends IdentityCallName> = Calls[Name] extends { body: infer Body }
  ? z.output<Body>
  : undefined;

export type IdentityAnswer<Name extends IdentityCallName> = z.output<Calls[Name]['answer']>;

/** The refusals that every call of this service may give. */
const COMMON_IDENTITY_PROBLEMS = [
  'VALIDATION_ERROR',
  'NOT_SIGNED_IN',
  ...COMMON_PROBLEMS,
] as const satisfies readonly ProblemCode[];

export type IdentityProblemCode<Name extends IdentityCallName> =
  | Calls[Name]['problems'][number]
  | (typeof COMMON_IDENTITY_PROBLEMS)[number];

/** The calls that require a signed-in user. */
export type OwnCallName = {
  [Name in IdentityCallName]: Addresses[Name] extends { for: 'user' } ? Name : never;
}[IdentityCallName];
