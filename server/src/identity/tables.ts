/** The tables of the built-in identity service. Only they refer to each other: the market knows a user by an id alone. */
export const IDENTITY_TABLES: readonly string[] = [
  'identity_users',
  'identity_sessions',
  'identity_logins',
  'identity_verifications',
  'identity_challenges',
  'identity_authenticator_apps',
  'identity_phones',
  'identity_phone_codes',
  'identity_recovery_codes',
  'identity_trusted_devices',
  'identity_attempts',
  'identity_handovers',
];
