import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const created = () => moment('created_at').notNull().defaultNow();
const updated = () => moment('updated_at').notNull().defaultNow();

/** Somebody who can sign in. The e-mail is kept in lower case, so that it is unique whatever was typed. */
export const identityUsers = pgTable(
  'identity_users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text(),
    createdAt: created(),
    updatedAt: updated(),
  },
  (table) => [
    unique('identity_users_email_unique').on(table.email),
    check('identity_users_email_lower_case', sql`${table.email} = lower(${table.email})`),
  ],
);

const user = () =>
  text('user_id')
    .notNull()
    .references(() => identityUsers.id, { onDelete: 'cascade' });

/** A signed-in browser. Signing out deletes the row. */
export const identitySessions = pgTable(
  'identity_sessions',
  {
    id: text().primaryKey(),
    token: text().notNull(),
    userId: user(),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: created(),
    updatedAt: updated(),
  },
  (table) => [
    unique('identity_sessions_token_unique').on(table.token),
    index('identity_sessions_user_id').on(table.userId),
    index('identity_sessions_expires_at').on(table.expiresAt),
  ],
);

/** One way in for a user: a password (provider 'credential'), or an account at another provider. */
export const identityLogins = pgTable(
  'identity_logins',
  {
    id: text().primaryKey(),
    userId: user(),
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    password: text(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text(),
    /** What the account is called there. */
    displayName: text('display_name'),
    createdAt: created(),
    updatedAt: updated(),
  },
  (table) => [
    unique('identity_logins_account_unique').on(table.providerId, table.accountId),
    index('identity_logins_user_id').on(table.userId),
    uniqueIndex('identity_logins_one_github').on(table.userId).where(sql`provider_id = 'github'`),
  ],
);

/** Short-lived proofs: the codes of reset links and of confirmation links. */
export const identityVerifications = pgTable(
  'identity_verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: created(),
    updatedAt: updated(),
  },
  (table) => [
    index('identity_verifications_identifier').on(table.identifier),
    index('identity_verifications_value').on(table.value),
    index('identity_verifications_expires_at').on(table.expiresAt),
  ],
);

/** A sign-in that is under way, bound to one browser by the token in its cookie; the table knows the token's hash. */
export const identityChallenges = pgTable(
  'identity_challenges',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text().notNull(),
    userId: text('user_id').references(() => identityUsers.id, { onDelete: 'cascade' }),
    data: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('identity_challenges_user_id').on(table.userId),
    index('identity_challenges_expires_at').on(table.expiresAt),
  ],
);

const onlyUser = () =>
  text('user_id')
    .primaryKey()
    .references(() => identityUsers.id, { onDelete: 'cascade' });

/** An app that shows a code every 30 seconds; not turned on before it is confirmed by a first one. */
export const identityAuthenticatorApps = pgTable('identity_authenticator_apps', {
  userId: onlyUser(),
  sealedSecret: text('sealed_secret').notNull(),
  lastStep: integer('last_step'),
  startedAt: moment('started_at').notNull().defaultNow(),
  confirmedAt: moment('confirmed_at'),
});

/** A phone that is sent codes; not turned on before it is confirmed by a first one. */
export const identityPhones = pgTable('identity_phones', {
  userId: onlyUser(),
  sealedNumber: text('sealed_number').notNull(),
  ending: text().notNull(),
  startedAt: moment('started_at').notNull().defaultNow(),
  confirmedAt: moment('confirmed_at'),
});

/** The newest code that was sent for one purpose: to turn a phone on, or one sign-in that is under way. */
export const identityPhoneCodes = pgTable(
  'identity_phone_codes',
  {
    purpose: text().primaryKey(),
    userId: user(),
    codeHash: text('code_hash').notNull(),
    attempts: integer().notNull().default(0),
    sent: integer().notNull().default(1),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('identity_phone_codes_user_id').on(table.userId),
    index('identity_phone_codes_expires_at').on(table.expiresAt),
  ],
);

/** Codes to be written down, each of which is good once. */
export const identityRecoveryCodes = pgTable(
  'identity_recovery_codes',
  { userId: user(), codeHash: text('code_hash').notNull() },
  (table) => [primaryKey({ name: 'identity_recovery_codes_pkey', columns: [table.userId, table.codeHash] })],
);

/** A browser that is not asked for the second factor. */
export const identityTrustedDevices = pgTable(
  'identity_trusted_devices',
  { tokenHash: text('token_hash').primaryKey(), userId: user(), expiresAt: moment('expires_at').notNull() },
  (table) => [
    index('identity_trusted_devices_user_id').on(table.userId),
    index('identity_trusted_devices_expires_at').on(table.expiresAt),
  ],
);

/** What the limits have counted: columns as rate-limiter-flexible has them. `expire` is in milliseconds since 1970. */
export const identityAttempts = pgTable(
  'identity_attempts',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('identity_attempts_expire').on(table.expire)],
);

/** A user whose mailbox was proved after somebody else could have used the account; their open orders are to be cancelled. */
export const identityHandovers = pgTable('identity_handovers', {
  userId: onlyUser(),
  clearedAt: moment('cleared_at'),
});
