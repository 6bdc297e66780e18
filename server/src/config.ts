import path from 'node:path';
import type { OpenOrderLimits } from '@perkex/core/order-book/order.js';
import { z } from 'zod';
import { MIN_SECRET_LENGTH } from './data-dir/secret.js';
import { UserError } from './errors/user-error.js';
import { isLoopback } from './http/trusted-origins.js';
import type { GithubSettings } from './identity/embedded/embedded-identity.js';
import { type FirebaseSettings, isDemoProject, isHost } from './identity/firebase/firebase-settings.js';
import { readSmtpUrl, type SmtpServer } from './mail/smtp-server.js';
import { isS3Region, readS3Url, type S3Address } from './pictures/s3-address.js';
import { address, count, oneOf, onOff, origin, setting, text, wholeNumber } from './setting-kinds.js';
import { isSmsSenderName, readSmsUrl, type SmsGateway } from './sms/sms-gateway.js';
import { type UnusedSetting, unusedSettings, whyUnused } from './unused-settings.js';

/** An invalid setting. The message names the variable. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
}

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
  /** Settings that have no effect, for a warning at startup. */
  readonly unused: readonly UnusedSetting[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const GITHUB = 'https://github.com';
const GITHUB_API = 'https://api.github.com';

const ADDRESS = String.raw`[^\s\p{Cc}<>()",:;@\\[\]]+@(\[[\w.:]+\]|[\w-]+(\.[\w-]+)*)`;
/** Exactly one sender. Characters that could begin another header or a second address are refused. */
const SENDER = new RegExp(String.raw`^(${ADDRESS}|[^<>()",:;@\\[\]\p{Cc}]+ <${ADDRESS}>)$`, 'u');

const CONTACT = new RegExp(String.raw`^(${ADDRESS}|https?://[^\s<>"]+)$`, 'u');

const AS_SHOWN = "be as the project's settings show it";

const postgresUrl = text(
  (value) => /^postgres(ql)?:\/\//.test(value),
  'begin with postgres:// or postgresql://',
  { isSecret: true },
);

const databaseVariables = {
  DATABASE_URL: postgresUrl.optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => path.resolve(folder)),
  S3_URL: setting(
    readS3Url,
    'be https:// with a login and a bucket, such as https://KEY:SECRET@s3.example/bucket',
    { isSecret: true },
  ).optional(),
  S3_REGION: text(isS3Region, 'be a region such as eu-central-1').default('us-east-1'),
};

const variablesSchema = z.object({
  PORT: wholeNumber(0, 65_535, 'be a port from 0 to 65535').default(3000),
  HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber(1, 65_535, 'be a port from 1 to 65535').optional(),
  PUBLIC_URL: origin.optional(),
  ...databaseVariables,
  DATABASE_URL_READ: postgresUrl.optional(),
  DEMO: onOff.optional(),
  DEMO_PRODUCTS: wholeNumber(0, 1_000_000, 'be a whole number from 0 to 1000000').default(0),
  DEMO_TRADING: onOff.optional(),
  AUTH_PROVIDER: oneOf('embedded', 'firebase').default('embedded'),
  FIREBASE_API_KEY: text((value) => /^[\w-]+$/.test(value), AS_SHOWN).optional(),
  FIREBASE_AUTH_DOMAIN: text(isHost, AS_SHOWN).optional(),
  FIREBASE_PROJECT_ID: text((value) => /^[a-z][\w.:-]*$/.test(value), AS_SHOWN).optional(),
  FIREBASE_AUTH_EMULATOR_HOST: text(isHost, 'be host:port such as 127.0.0.1:9099').optional(),
  AUTH_SECRET: text(
    (value) => value.length >= MIN_SECRET_LENGTH,
    `have at least ${MIN_SECRET_LENGTH} characters`,
    { isSecret: true },
  ).optional(),
  RATE_LIMITS: onOff.default(true),
  ORDER_GROUPS: oneOf('all', 'product').default('all'),
  MAX_OPEN_ORDERS: count.default(500),
  MAX_OPEN_ORDERS_PER_BOOK: count.default(50),
  TRUST_PROXY: onOff.default(false),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  IMAGE_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((value) => value !== ''))
    .pipe(z.array(origin)),
  CONTACT: text(
    (value) => CONTACT.test(value),
    'be an e-mail such as help@shop.example, or an address such as https://shop.example/contact',
  ).optional(),
  SMTP_URL: setting(
    readSmtpUrl,
    'be smtp:// or smtps:// and a host, such as smtps://user:password@mail.example:465',
    { isSecret: true },
  ).optional(),
  REQUIRE_EMAIL_PROOF: onOff.optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: origin.default(GITHUB),
  GITHUB_API_URL: address.optional(),
  MAIL_FROM: text(
    (value) => SENDER.test(value),
    'be an address such as PerkeX <no-reply@shop.example>',
  ).optional(),
  SMS_URL: setting(
    readSmsUrl,
    'be https:// with a login, such as https://ACCOUNT:TOKEN@sms.example/messages',
    { isSecret: true },
  ).optional(),
  SMS_FROM: text(
    isSmsSenderName,
    'be a number such as +15550100, or a name of at most eleven letters and digits',
  ).optional(),
});

export const VARIABLES: readonly string[] = Object.keys(variablesSchema.shape);

type Variables = z.infer<typeof variablesSchema>;

/** Refuses a value that another variable makes invalid. */
function refuse(name: keyof Variables, message: string): never {
  throw new ConfigError(`${name} ${message}`);
}

function configOf(variables: Variables): Omit<Config, 'unused'> {
  const { PORT, DATABASE_URL = null, SMTP_URL = null } = variables;
  const { origin: publicUrl, hostname } = new URL(variables.PUBLIC_URL ?? `http://localhost:${PORT}`);
  // A trial on the local machine needs no mail.
  const isTrial = SMTP_URL === null && isLoopback(hostname);
  const demo = variables.DEMO ?? DATABASE_URL === null;
  if (variables.DEMO_PRODUCTS > 0 && !demo) {
    refuse('DEMO_PRODUCTS', 'needs DEMO=on, whose market it makes larger.');
  }
  return {
    host: variables.HOST,
    port: PORT,
    metricsPort: variables.METRICS_PORT ?? null,
    publicUrl,
    databaseUrl: DATABASE_URL,
    databaseUrlRead: databaseUrlReadOf(variables),
    dataDir: variables.DATA_DIR,
    demo,
    demoProducts: variables.DEMO_PRODUCTS,
    demoTrading: variables.DEMO_TRADING ?? (demo && DATABASE_URL === null),
    firebase: firebaseOf(variables),
    authSecret: authSecretOf(variables),
    rateLimits: variables.RATE_LIMITS,
    orderGroups: variables.ORDER_GROUPS,
    openOrderLimits: { perUser: variables.MAX_OPEN_ORDERS, perBook: variables.MAX_OPEN_ORDERS_PER_BOOK },
    trustProxy: variables.TRUST_PROXY,
    logLevel: variables.LOG_LEVEL,
    imageOrigins: variables.IMAGE_ORIGINS,
    s3: s3Of(variables),
    contact: variables.CONTACT ?? null,
    smtp: SMTP_URL,
    requiresEmailProof: variables.REQUIRE_EMAIL_PROOF ?? !isTrial,
    github: githubOf(variables),
    mailFrom: variables.MAIL_FROM ?? `PerkeX <no-reply@${hostname}>`,
    sms: smsOf(variables),
  };
}

/** The project of the hosted identity service, or null for the built-in one. */
function firebaseOf(variables: Variables): FirebaseSettings | null {
  if (variables.AUTH_PROVIDER === 'embedded') {
    return null;
  }
  const required = (name: 'FIREBASE_API_KEY' | 'FIREBASE_AUTH_DOMAIN' | 'FIREBASE_PROJECT_ID') =>
    variables[name] ??
    refuse(name, "is required with AUTH_PROVIDER=firebase: it is in the project's settings.");
  const apiKey = required('FIREBASE_API_KEY');
  const authDomain = required('FIREBASE_AUTH_DOMAIN');
  const projectId = required('FIREBASE_PROJECT_ID');
  const emulatorHost = variables.FIREBASE_AUTH_EMULATOR_HOST ?? null;
  if (emulatorHost !== null && !isDemoProject(projectId)) {
    refuse(
      'FIREBASE_AUTH_EMULATOR_HOST',
      'is for tests, where anybody may sign anything: it needs a FIREBASE_PROJECT_ID that begins with demo-.',
    );
  }
  return { apiKey, authDomain, projectId, emulatorHost };
}

function databaseUrlReadOf({ DATABASE_URL, DATABASE_URL_READ }: Variables): string | null {
  if (DATABASE_URL_READ !== undefined && DATABASE_URL === undefined) {
    refuse('DATABASE_URL_READ', 'needs DATABASE_URL, whose standby it is.');
  }
  return DATABASE_URL_READ ?? null;
}

function authSecretOf(variables: Variables): string | null {
  const { AUTH_SECRET = null, AUTH_PROVIDER, DATABASE_URL } = variables;
  if (AUTH_SECRET === null && DATABASE_URL !== undefined && AUTH_PROVIDER === 'embedded') {
    refuse(
      'AUTH_SECRET',
      `is required with DATABASE_URL: a random text of ${MIN_SECRET_LENGTH} or more characters, the same for every server.`,
    );
  }
  return AUTH_SECRET;
}

/** The settings of GitHub itself or of an Enterprise host, whose API is below its address. */
function githubOf(variables: Variables): GithubSettings | null {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret, GITHUB_URL: url } = variables;
  if (clientId === undefined && clientSecret === undefined) {
    return null;
  }
  if (clientId === undefined || clientSecret === undefined) {
    refuse('GITHUB_CLIENT_ID', 'and GITHUB_CLIENT_SECRET belong together: set both or none.');
  }
  const apiUrl = variables.GITHUB_API_URL ?? (url === GITHUB ? GITHUB_API : `${url}/api/v3`);
  return { clientId, clientSecret, url, apiUrl };
}

function s3Of({ S3_URL, S3_REGION }: Pick<Variables, 'S3_URL' | 'S3_REGION'>): S3Address | null {
  return S3_URL === undefined ? null : { ...S3_URL, region: S3_REGION };
}

function smsOf({ SMS_URL, SMS_FROM }: Variables): SmsGateway | null {
  if (SMS_URL === undefined) {
    return null;
  }
  const from =
    SMS_FROM ?? refuse('SMS_URL', 'needs SMS_FROM, the number that messages come from, such as +15550100.');
  return { ...SMS_URL, from };
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

/** The settings that commands need: those of the database and the picture store. */
export interface DatabaseConfig extends Pick<Config, 'databaseUrl' | 'dataDir' | 's3'> {
  /** True if the servers' secret is a setting, false if it was generated into `dataDir`. */
  readonly hasSecretSetting: boolean;
}

/** @throws ConfigError for an invalid value */
export function readDatabaseConfig(environment: Environment): DatabaseConfig {
  const variables = read(z.object(databaseVariables), environment);
  return {
    databaseUrl: variables.DATABASE_URL ?? null,
    dataDir: variables.DATA_DIR,
    s3: s3Of(variables),
    hasSecretSetting: Boolean(environment.AUTH_SECRET),
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
