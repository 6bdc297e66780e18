/** The scopes of keys. Reading needs one, too. */
export const KEY_SCOPES = ['read', 'trade', 'sell', 'money'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
