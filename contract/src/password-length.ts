// Separate from the schemas of identity.ts, like the second factors: pages without a form need no Zod.

/** Section 9. */
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;
