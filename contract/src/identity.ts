import * as z from 'zod/mini';

/** Section 9. */
export const MIN_PASSWORD_LENGTH = 6;

/** As RFC 5321 limits it. */
export const MAX_EMAIL_LENGTH = 254;
const INVALID_EMAIL = 'Email is invalid';

/** An e-mail as the identity forms ask for it, with their texts (section 5). */
export const emailField = z.string('Email is required').check(
  z.refine((text) => text.trim() !== '', { error: 'Email is required', abort: true }),
  z.maxLength(MAX_EMAIL_LENGTH, INVALID_EMAIL),
  z.email(INVALID_EMAIL),
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
