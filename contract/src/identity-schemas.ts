import * as z from 'zod/mini';
import { ACCOUNT_EVENTS, type AccountEvent, SIGN_IN_PROOFS } from './account-events.js';
import {
  type AppSecret,
  type EmailVerification,
  isEmail,
  type LoginSecurity,
  type ResetDescription,
  type SignInAnswer,
} from './identity.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-length.js';
import type { ProblemCode } from './problems.js';
import { SECOND_FACTORS } from './second-factors.js';

const MAX_NAME_LENGTH = 200;
const MAX_CODE_LENGTH = 64;

/** Bodies of `IDENTITY_CALLS`, then their answers. The message of a field's check is the code of the refusal. */
export const refusedBy = (code: ProblemCode) => code;

/** No text column takes a null byte. */
export const text = (code: ProblemCode) =>
  z.string(code).check(z.refine((value) => !value.includes('\0'), { error: code, abort: true }));

export const email = z
  .string(refusedBy('VALIDATION_ERROR'))
  .check(z.refine(isEmail, refusedBy('INVALID_EMAIL')));
const maxPasswordLength = z.maxLength(MAX_PASSWORD_LENGTH, refusedBy('PASSWORD_TOO_LONG'));
export const newPassword = text('VALIDATION_ERROR').check(
  z.minLength(MIN_PASSWORD_LENGTH, refusedBy('PASSWORD_TOO_SHORT')),
  maxPasswordLength,
);
const name = text('VALIDATION_ERROR').check(z.maxLength(MAX_NAME_LENGTH, refusedBy('VALIDATION_ERROR')));
const rememberMe = z.optional(z.boolean(refusedBy('VALIDATION_ERROR')));
/** As typed, spaces included. */
const code = text('INVALID_CODE').check(z.maxLength(MAX_CODE_LENGTH, refusedBy('INVALID_CODE')));
/** The password of the signed-in user; an account without a password sends none. */
export const password = z.optional(z.string(refusedBy('INVALID_PASSWORD')));

export const signUpBody = z.object({ name: z.optional(name), email, password: newPassword, rememberMe });
export const signInBody = z.object({
  email,
  password: text('VALIDATION_ERROR').check(maxPasswordLength),
  rememberMe,
});
export const proofBody = z.object({ password });
export const codeBody = z.object({ code });
/** The code from a mail. */
export const linkCodeBody = z.object({ code: z.string(refusedBy('INVALID_TOKEN')) });
export const secondProofBody = z.object({
  factor: z.enum(SECOND_FACTORS, refusedBy('INVALID_CODE')),
  code,
  /** Everything but an explicit yes means no. */
  trustDevice: z.optional(z.catch(z.boolean(), false)),
});
/** Either the password, or a code of the second factor. */
export const proveBody = z.object({
  password,
  factor: z.optional(z.enum(SECOND_FACTORS, refusedBy('INVALID_CODE'))),
  code: z.optional(code),
});
export const phoneBody = z.object({ phone: z.string(refusedBy('INVALID_PHONE')), password });
export const linkBody = z.object({
  password: z.string(refusedBy('VALIDATION_ERROR')).check(z.minLength(1, refusedBy('VALIDATION_ERROR'))),
});

/** Answers. */
export const done = z.object({ status: z.literal(true) });
export const message = z.extend(done, { message: z.string() });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export const identityUserSchema = z.object({
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
export const secondFactorChallengeSchema = z.object({ secondFactor });
export const signUpAnswer = z.object({ token: z.string(), user: identityUserSchema });
export const passwordAnswer = z.union([
  z.extend(signUpAnswer, { redirect: z.literal(false) }),
  secondFactorChallengeSchema,
]);
export const signInAnswer: z.ZodMiniType<SignInAnswer> = z.union([
  z.object({ user: z.object({ id: z.string() }) }),
  secondFactorChallengeSchema,
  z.object({ link: z.object({ email: z.string() }) }),
]);
export const sessionAnswer = z.nullable(
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
    user: identityUserSchema,
  }),
);
export const security: z.ZodMiniType<LoginSecurity> = z.object({
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
export const accountEvent: z.ZodMiniType<AccountEvent> = z.object({
  id: z.string(),
  kind: z.enum(ACCOUNT_EVENTS),
  proofs: z.readonly(z.array(z.enum(SIGN_IN_PROOFS))),
  happenedAt: z.string(),
  userAgent: z.string(),
  address: z.string(),
});
export const resetDescription: z.ZodMiniType<ResetDescription> = z.object({
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

export const emailProof: z.ZodMiniType<EmailVerification> = z.object({
  email: z.string(),
  isProved: z.boolean(),
});
export const appSecret: z.ZodMiniType<AppSecret> = z.object({ uri: z.string(), secret: z.string() });
