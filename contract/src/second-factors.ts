/** The second factors of a sign-in: an authenticator app, a phone that gets a code, a recovery code. */
export const SECOND_FACTORS = ['app', 'phone', 'recovery'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];
