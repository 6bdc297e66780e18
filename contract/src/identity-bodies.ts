import * as z from 'zod/mini';
import { isEmail, MIN_PASSWORD_LENGTH, SECOND_FACTORS } from './identity.js';
import type { ProblemCode } from './problems.js';

/** The bodies of the calls below /api/auth. What a field's check says is the code of the refusal. */

const MAX_PASSWORD_LENGTH = 128;
const MAX_NAME_LENGTH = 200;
const MAX_CODE_LENGTH = 64;

const refusedBy = (code: ProblemCode) => code;

/** No text column takes a null byte. */
const text = (code: ProblemCode) =>
  z.string(code).check(z.refine((value) => !value.includes('\0'), { error: code, abort: true }));

const email = z.string('VALIDATION_ERROR').check(z.refine(isEmail, refusedBy('INVALID_EMAIL')));
const password = text('VALIDATION_ERROR').check(
  z.maxLength(MAX_PASSWORD_LENGTH, refusedBy('PASSWORD_TOO_LONG')),
);
const newPassword = text('VALIDATION_ERROR').check(
  z.minLength(MIN_PASSWORD_LENGTH, refusedBy('PASSWORD_TOO_SHORT')),
  z.maxLength(MAX_PASSWORD_LENGTH, refusedBy('PASSWORD_TOO_LONG')),
);
const rememberMe = z.optional(z.boolean('VALIDATION_ERROR'));
/** A code as it was typed, with whatever spaces. */
const code = text('INVALID_CODE').check(z.maxLength(MAX_CODE_LENGTH, refusedBy('INVALID_CODE')));
/** Any text may be tried as the password of an account; one that is too long is wrong. */
const ownPassword = z.string('INVALID_PASSWORD');

export const signUpBodySchema = z.object({
  name: z.optional(
    text('VALIDATION_ERROR').check(z.maxLength(MAX_NAME_LENGTH, refusedBy('VALIDATION_ERROR'))),
  ),
  email,
  password: newPassword,
  rememberMe,
});

export const signInBodySchema = z.object({ email, password, rememberMe });

export const emailBodySchema = z.object({ email });

export const resetBodySchema = z.object({ newPassword, token: z.string('INVALID_TOKEN') });

export const confirmationBodySchema = z.object({ code: z.string('INVALID_TOKEN') });

export const sessionBodySchema = z.object({ id: text('NO_SUCH_SESSION') });

/** An account without a password sends none. */
export const ownPasswordBodySchema = z.object({ password: z.optional(ownPassword) });

export const passwordChangeBodySchema = z.object({ newPassword, password: z.optional(ownPassword) });

export const phoneBodySchema = z.object({
  phone: z.string('INVALID_PHONE'),
  password: z.optional(ownPassword),
});

export const codeBodySchema = z.object({ code });

export const secondProofBodySchema = z.object({
  factor: z.enum(SECOND_FACTORS, 'INVALID_CODE'),
  code,
  /** Anything but a clear yes is a no. */
  trustDevice: z.catch(z.boolean(), false),
});

export const linkBodySchema = z.object({
  password: z.string('VALIDATION_ERROR').check(z.minLength(1, refusedBy('VALIDATION_ERROR'))),
});
