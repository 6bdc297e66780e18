import type { Holidays } from '@perkex/core/deals/working-days.js';
import type { OpenOrderLimits } from '@perkex/core/order-book/order.js';
import { z } from 'zod';
import { DATA_DIR_VARIABLES } from './data-dir/data-dir-settings.js';
import { DATABASE_VARIABLES, STANDBY_VARIABLES, standbyUrlOf } from './database/database-settings.js';
import { DEAL_VARIABLES, type ShipTo } from './deals/deal-settings.js';
import { HELP_VARIABLES } from './help/help-settings.js';
import { HTTP_VARIABLES } from './http/http-settings.js';
import { isLoopback } from './http/trusted-origins.js';
import type { GithubSettings } from './identity/embedded/embedded-identity.js';
import { authSecretOf, EMBEDDED_VARIABLES, githubOf } from './identity/embedded/embedded-settings.js';
import {
  FIREBASE_VARIABLES,
  type FirebaseSettings,
  firebaseOf,
} from './identity/firebase/firebase-settings.js';
import { LABEL_VARIABLES, type LabelSettings, labelsOf } from './labels/label-settings.js';
import { MAIL_VARIABLES } from './mail/mail-settings.js';
import type { SmtpServer } from './mail/smtp-server.js';
import { ORDER_VARIABLES, openOrderLimitsOf } from './orders/order-settings.js';
import {
  BANK_VARIABLES,
  type MarketAccount,
  marketAccountOf,
  PAYMENT_VARIABLES,
  PAYOUT_VARIABLES,
  type PaymentSettings,
  paymentsOf,
} from './payments/payment-settings.js';
import { PICTURE_VARIABLES, s3AddressOf } from './pictures/picture-settings.js';
import type { S3Address } from './pictures/s3-address.js';
import { ConfigError, refuseSetting } from './settings/config-error.js';
import { oneOf, onOff, wholeNumber } from './settings/setting-kinds.js';
import type { SmsGateway } from './sms/sms-gateway.js';
import { SMS_VARIABLES, smsGatewayOf } from './sms/sms-settings.js';
import { type UnusedSetting, unusedSettings, whyUnused } from './unused-settings.js';
import { type SecondReviews, VERIFICATION_VARIABLES } from './verification/verification-settings.js';

/** The settings of one process. Nothing else reads the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The port of `GET /metrics` on the loopback interface; null for none. */
  readonly metricsPort: number | null;
  /** The origin that browsers use, without a trailing slash. */
  readonly publicUrl: string;
  /** Null selects the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A standby of that database for lists and history, or null. */
  readonly databaseUrlRead: string | null;
  readonly dataDir: string;
  /** True fills an empty database with the demonstration market. */
  readonly demo: boolean;
  /** The number of made-up products in the demonstration market, besides the real ones. */
  readonly demoProducts: number;
  /** True lets the demonstration market trade while a page follows it. */
  readonly demoTrading: boolean;
  /** Null selects the built-in identity service. */
  readonly firebase: FirebaseSettings | null;
  /** If null, a secret is generated once into `dataDir` when the built-in identity service needs one. */
  readonly authSecret: string | null;
  readonly rateLimits: boolean;
  /** The orders that may share a batch, unless the database is distributed. */
  readonly orderGroups: 'all' | 'product';
  readonly openOrderLimits: OpenOrderLimits;
  /** Above this debt, in cents, a user cannot sell. */
  readonly maxDebtCents: number;
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /** Other origins whose pictures the pages may show. */
  readonly imageOrigins: readonly string[];
  /** The bucket of the product pictures. If null, they are stored in `dataDir`. */
  readonly s3: S3Address | null;
  /** The contact of the platform: an e-mail, the address of a page, or null. */
  readonly contact: string | null;
  /** If null, mails are written to `dataDir`. */
  readonly smtp: SmtpServer | null;
  /** True if orders need a verified e-mail. */
  readonly requiresEmailProof: boolean;
  /** If null, signing in with GitHub is not available. */
  readonly github: GithubSettings | null;
  /** The sender of mails: an address, or a name and an address in angle brackets. */
  readonly mailFrom: string;
  /** If null, text messages are written to `dataDir`. */
  readonly sms: SmsGateway | null;
  /** If null, the market decides. */
  readonly payments: PaymentSettings | null;
  /** The market's bank account; null if none is set. */
  readonly bankAccount: MarketAccount | null;
  /** The limit of payouts by one member in 24 hours, in cents. */
  readonly payoutReleaseCents: number;
  readonly secondReviews: SecondReviews;
  /** Days without work on deals, besides Saturdays and Sundays. */
  readonly holidays: Holidays;
  /** The address that sellers ship to; null without one. */
  readonly shipTo: ShipTo | null;
  /** The service that labels of parcels are bought from; null if their numbers are entered by hand. */
  readonly labels: LabelSettings | null;
  /** Settings that have no effect, for a warning at startup. */
  readonly unused: readonly UnusedSetting[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that commands read, too. */
const COMMAND_VARIABLES = {
  ...DATABASE_VARIABLES,
  ...DATA_DIR_VARIABLES,
  ...PICTURE_VARIABLES,
  ...DEAL_VARIABLES,
  ...BANK_VARIABLES,
};

/** The variables of all rooms, and those that concern several of them. */
const variablesSchema = z.object({
  ...COMMAND_VARIABLES,
  ...STANDBY_VARIABLES,
  ...HTTP_VARIABLES,
  AUTH_PROVIDER: oneOf('embedded', 'firebase').default('embedded'),
  ...EMBEDDED_VARIABLES,
  ...FIREBASE_VARIABLES,
  ...MAIL_VARIABLES,
  ...SMS_VARIABLES,
  ...ORDER_VARIABLES,
  ...PAYMENT_VARIABLES,
  ...PAYOUT_VARIABLES,
  ...VERIFICATION_VARIABLES,
  ...LABEL_VARIABLES,
  ...HELP_VARIABLES,
  METRICS_PORT: wholeNumber(1, 65_535, 'be a port from 1 to 65535').optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DEMO: onOff.optional(),
  DEMO_PRODUCTS: wholeNumber(0, 1_000_000, 'be a whole number from 0 to 1000000').default(0),
  DEMO_TRADING: onOff.optional(),
});

export const VARIABLES: readonly string[] = Object.keys(variablesSchema.shape);

type Variables = z.infer<typeof variablesSchema>;

function configOf(variables: Variables): Omit<Config, 'unused'> {
  const { PORT, DATABASE_URL = null, SMTP_URL = null } = variables;
  const { origin: publicUrl, hostname } = new URL(variables.PUBLIC_URL ?? `http://localhost:${PORT}`);
  // A trial on the local machine needs no mail.
  const isTrial = SMTP_URL === null && isLoopback(hostname);
  const isEmbedded = variables.AUTH_PROVIDER === 'embedded';
  const demo = variables.DEMO ?? DATABASE_URL === null;
  if (variables.DEMO_PRODUCTS > 0 && !demo) {
    refuseSetting('DEMO_PRODUCTS', 'needs DEMO=on, whose market it makes larger.');
  }
  return {
    host: variables.HOST,
    port: PORT,
    metricsPort: variables.METRICS_PORT ?? null,
    publicUrl,
    databaseUrl: DATABASE_URL,
    databaseUrlRead: standbyUrlOf(variables),
    dataDir: variables.DATA_DIR,
    demo,
    demoProducts: variables.DEMO_PRODUCTS,
    demoTrading: variables.DEMO_TRADING ?? (demo && DATABASE_URL === null),
    firebase: isEmbedded ? null : firebaseOf(variables),
    authSecret: authSecretOf(variables, isEmbedded && DATABASE_URL !== null),
    rateLimits: variables.RATE_LIMITS,
    orderGroups: variables.ORDER_GROUPS,
    openOrderLimits: openOrderLimitsOf(variables),
    maxDebtCents: variables.MAX_DEBT_CENTS,
    trustProxy: variables.TRUST_PROXY,
    logLevel: variables.LOG_LEVEL,
    imageOrigins: variables.IMAGE_ORIGINS,
    s3: s3AddressOf(variables),
    contact: variables.CONTACT ?? null,
    smtp: SMTP_URL,
    requiresEmailProof: variables.REQUIRE_EMAIL_PROOF ?? !isTrial,
    github: githubOf(variables),
    mailFrom: variables.MAIL_FROM ?? `PerkeX <no-reply@${hostname}>`,
    sms: smsGatewayOf(variables),
    payments: paymentsOf(variables),
    bankAccount: marketAccountOf(variables),
    payoutReleaseCents: variables.PAYOUT_RELEASE_CENTS,
    secondReviews: variables.SECOND_REVIEW_CENTS,
    holidays: variables.HOLIDAYS,
    shipTo: variables.SHIP_TO ?? null,
    labels: labelsOf(variables),
  };
}

/**
 * Reads the settings from environment variables. An unset or empty variable means the default.
 * @throws ConfigError for an invalid value
 */
export function readConfig(environment: Environment): Config {
  return {
    ...configOf(read(variablesSchema, environment)),
    unused: unusedSettings(VARIABLES, environment),
  };
}

/** The settings that commands need: those of the database, the picture store, deals and the market's bank account. */
export interface DatabaseConfig
  extends Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'holidays' | 'bankAccount'> {
  /** The servers' secret, if it is a setting; otherwise null, and it is generated into `dataDir`. */
  readonly authSecret: string | null;
  /** The address that a server listens on. */
  readonly host: string;
  readonly isFirebase: boolean;
}

/** @throws ConfigError for an invalid value */
export function readDatabaseConfig(environment: Environment): DatabaseConfig {
  const variables = read(z.object({ ...COMMAND_VARIABLES, HOST: HTTP_VARIABLES.HOST }), environment);
  return {
    databaseUrl: variables.DATABASE_URL ?? null,
    dataDir: variables.DATA_DIR,
    s3: s3AddressOf(variables),
    holidays: variables.HOLIDAYS,
    bankAccount: marketAccountOf(variables),
    authSecret: environment.AUTH_SECRET || null,
    host: variables.HOST,
    isFirebase: environment.AUTH_PROVIDER === 'firebase',
  };
}

/** Does not validate settings that another setting disables. */
function read<Output>(schema: z.ZodType<Output>, environment: Environment): Output {
  const given = Object.entries(environment).filter(
    ([name, value]) => value && whyUnused(name, environment) === null,
  );
  const result = schema.safeParse(Object.fromEntries(given));
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  return result.data;
}
