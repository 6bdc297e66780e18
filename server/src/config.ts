import path from 'node:path';
import type { OpenOrderLimits } from '@perkex/core/order-book/order.js';
import { MIN_SECRET_LENGTH } from './data-dir/secret.js';
import { ErrorForPeople } from './errors/error-for-people.js';
import { isLoopback } from './http/trusted-origins.js';
import type { GithubSettings } from './identity/embedded/embedded-identity.js';
import { type FirebaseSettings, isDemoProject, isHost } from './identity/firebase/firebase-settings.js';
import { readSmtpUrl, type SmtpServer } from './mail/smtp-server.js';
import { isSmsSenderName, readSmsUrl, type SmsGateway } from './sms/sms-gateway.js';

/** A setting that makes no sense; the message names the variable. */
export class ConfigError extends ErrorForPeople {
  override readonly name = 'ConfigError';
}

/** The settings of one process. Nothing else reads the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The origin that browsers use, without a slash at the end. */
  readonly publicUrl: string;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Whether an empty database is filled with the demonstration market. */
  readonly demo: boolean;
  /** Null: the built-in service knows the users. */
  readonly firebase: FirebaseSettings | null;
  /** Null: one is generated once into `dataDir`, if the built-in service needs it. */
  readonly authSecret: string | null;
  readonly rateLimits: boolean;
  readonly openOrderLimits: OpenOrderLimits;
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /** Other origins whose pictures the pages may show. */
  readonly imageOrigins: readonly string[];
  /** Null: mails are written into `dataDir`. */
  readonly smtp: SmtpServer | null;
  /** Whether orders need an e-mail that its owner has proved. */
  readonly requiresEmailProof: boolean;
  /** Null: nobody can sign in with GitHub. */
  readonly github: GithubSettings | null;
  /** The sender of mails: an address, or a name and an address in angle brackets. */
  readonly mailFrom: string;
  /** Null: text messages are written into `dataDir`. */
  readonly sms: SmsGateway | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const GITHUB = 'https://github.com';
const GITHUB_API = 'https://api.github.com';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads the settings from environment variables; unset and empty mean the default.
 * @throws ConfigError for a value that makes no sense
 */
export function readConfig(environment: Environment): Config {
  refuseLibrarySettings(environment);
  const port = readPort(environment, 'PORT', 3000);
  const publicUrl = readOrigin(environment, 'PUBLIC_URL', `http://localhost:${port}`);
  const databaseUrl = readDatabaseUrl(environment, 'DATABASE_URL');
  const firebase = readFirebase(environment);
  const smtp = readSmtpServer(environment, 'SMTP_URL');
  // Trying it out on one's own machine needs no mail.
  const isTrial = smtp === null && isLoopback(new URL(publicUrl).hostname);
  return {
    host: readText(environment, 'HOST', '127.0.0.1'),
    port,
    publicUrl,
    databaseUrl,
    dataDir: path.resolve(readText(environment, 'DATA_DIR', './data')),
    demo: readSwitch(environment, 'DEMO', databaseUrl === null),
    firebase,
    authSecret: readSecret(environment, 'AUTH_SECRET', databaseUrl !== null && firebase === null),
    rateLimits: readSwitch(environment, 'RATE_LIMITS', true),
    openOrderLimits: {
      perUser: readCount(environment, 'MAX_OPEN_ORDERS', 500),
      perBook: readCount(environment, 'MAX_OPEN_ORDERS_PER_BOOK', 50),
    },
    trustProxy: readSwitch(environment, 'TRUST_PROXY', false),
    logLevel: readChoice(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    imageOrigins: readOrigins(environment, 'IMAGE_ORIGINS'),
    smtp,
    requiresEmailProof: readSwitch(environment, 'REQUIRE_EMAIL_PROOF', !isTrial),
    github: readGithub(environment),
    mailFrom: readSender(environment, 'MAIL_FROM', `PerkeX <no-reply@${new URL(publicUrl).hostname}>`),
    sms: readSmsGateway(environment, 'SMS_URL', 'SMS_FROM'),
  };
}

/** What a command of the command line needs: the database, and nothing that only a server has. */
export interface DatabaseConfig extends Pick<Config, 'databaseUrl' | 'dataDir'> {
  /** Whether the servers' secret is a setting, and not the one that was generated into `dataDir`. */
  readonly hasSecretSetting: boolean;
}

/** @throws ConfigError for a value that makes no sense */
export function readDatabaseConfig(environment: Environment): DatabaseConfig {
  return {
    databaseUrl: readDatabaseUrl(environment, 'DATABASE_URL'),
    dataDir: path.resolve(readText(environment, 'DATA_DIR', './data')),
    hasSecretSetting: Boolean(environment.AUTH_SECRET),
  };
}

/** The identity library reads variables of its own, which would widen what these settings allow. */
function refuseLibrarySettings(environment: Environment): void {
  const name = Object.keys(environment).find((key) => key.startsWith('BETTER_AUTH_') && environment[key]);
  if (name !== undefined) {
    throw new ConfigError(`${name} is not a setting of PerkeX; unset it.`);
  }
}

/** The project of the hosted service; null with the built-in one. */
function readFirebase(environment: Environment): FirebaseSettings | null {
  if (readChoice(environment, 'AUTH_PROVIDER', ['embedded', 'firebase'], 'embedded') === 'embedded') {
    return null;
  }
  const apiKey = readRequired(environment, 'FIREBASE_API_KEY', (text) => /^[\w-]+$/.test(text));
  const authDomain = readRequired(environment, 'FIREBASE_AUTH_DOMAIN', isHost);
  const projectId = readRequired(environment, 'FIREBASE_PROJECT_ID', (text) => /^[a-z][\w.:-]*$/.test(text));
  const emulatorHost = environment.FIREBASE_AUTH_EMULATOR_HOST || null;
  if (emulatorHost !== null && !isHost(emulatorHost)) {
    throw new ConfigError(
      `FIREBASE_AUTH_EMULATOR_HOST must be host:port such as 127.0.0.1:9099, not "${emulatorHost}".`,
    );
  }
  if (emulatorHost !== null && !isDemoProject(projectId)) {
    throw new ConfigError(
      'FIREBASE_AUTH_EMULATOR_HOST is for tests, where anybody may sign anything: it needs a FIREBASE_PROJECT_ID that begins with demo-.',
    );
  }
  return { apiKey, authDomain, projectId, emulatorHost };
}

/** What the hosted service cannot do without. */
function readRequired(environment: Environment, name: string, isGood: (text: string) => boolean): string {
  const text = environment[name];
  if (!text) {
    throw new ConfigError(
      `${name} is required with AUTH_PROVIDER=firebase: it is in the project's settings.`,
    );
  }
  if (!isGood(text)) {
    throw new ConfigError(`${name} must be as the project's settings show it, not ${JSON.stringify(text)}.`);
  }
  return text;
}

function readText(environment: Environment, name: string, otherwise: string): string {
  return environment[name] || otherwise;
}

function readPort(environment: Environment, name: string, otherwise: number): number {
  const text = environment[name];
  if (!text) {
    return otherwise;
  }
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigError(`${name} must be a port from 0 to 65535, not "${text}".`);
  }
  return port;
}

function readCount(environment: Environment, name: string, otherwise: number): number {
  const text = environment[name];
  if (!text) {
    return otherwise;
  }
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new ConfigError(`${name} must be a whole number of 1 or more, not "${text}".`);
  }
  return count;
}

function readOrigins(environment: Environment, name: string): string[] {
  const texts = (environment[name] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  return texts.map((text) => originOf(name, text));
}

function readOrigin(environment: Environment, name: string, otherwise: string): string {
  return originOf(name, environment[name] || otherwise);
}

function originOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    (url.pathname !== '/' && url.pathname !== '') ||
    url.search
  ) {
    throw new ConfigError(`${name} must be an origin such as https://shop.example, not "${text}".`);
  }
  return url.origin;
}

function readDatabaseUrl(environment: Environment, name: string): string | null {
  const text = environment[name];
  if (!text) {
    return null;
  }
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new ConfigError(`${name} must begin with postgres:// or postgresql://.`);
  }
  return text;
}

/** The message leaves the value out: it may hold a password. */
function readSmtpServer(environment: Environment, name: string): SmtpServer | null {
  const text = environment[name];
  if (!text) {
    return null;
  }
  const server = readSmtpUrl(text);
  if (!server) {
    throw new ConfigError(
      `${name} must be smtp:// or smtps:// and a host, such as smtps://user:password@mail.example:465.`,
    );
  }
  return server;
}

/** GitHub itself, or an Enterprise host with its API below it. The message leaves the secret out. */
function readGithub(environment: Environment): GithubSettings | null {
  const clientId = environment.GITHUB_CLIENT_ID;
  const clientSecret = environment.GITHUB_CLIENT_SECRET;
  if (!clientId && !clientSecret) {
    return null;
  }
  if (!clientId || !clientSecret) {
    throw new ConfigError('GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET belong together: set both or none.');
  }
  const url = readOrigin(environment, 'GITHUB_URL', GITHUB);
  const apiUrl = readAddress(environment, 'GITHUB_API_URL', url === GITHUB ? GITHUB_API : `${url}/api/v3`);
  return { clientId, clientSecret, url, apiUrl };
}

/** An origin with or without a path; no slash at the end. */
function readAddress(environment: Environment, name: string, otherwise: string): string {
  const text = environment[name] || otherwise;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ConfigError(`${name} must be an address such as https://github.example/api/v3, not "${text}".`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

const ADDRESS = String.raw`[^\s\p{Cc}<>()",:;@\\[\]]+@(\[[\w.:]+\]|[\w-]+(\.[\w-]+)*)`;
const SENDER = new RegExp(String.raw`^(${ADDRESS}|[^<>()",:;@\\[\]\p{Cc}]+ <${ADDRESS}>)$`, 'u');

/** One sender and nothing more: what could begin another header or a second address is refused. */
function readSender(environment: Environment, name: string, otherwise: string): string {
  const text = environment[name] || otherwise;
  if (!SENDER.test(text)) {
    throw new ConfigError(
      `${name} must be an address such as PerkeX <no-reply@shop.example>, not ${JSON.stringify(text)}.`,
    );
  }
  return text;
}

/** The messages leave the address out: it holds a password. */
function readSmsGateway(environment: Environment, name: string, fromName: string): SmsGateway | null {
  const text = environment[name];
  if (!text) {
    return null;
  }
  const gateway = readSmsUrl(text);
  if (!gateway) {
    throw new ConfigError(
      `${name} must be https:// with a login, such as https://ACCOUNT:TOKEN@sms.example/messages.`,
    );
  }
  const from = environment[fromName];
  if (!from) {
    throw new ConfigError(
      `${name} needs ${fromName}, the number that messages come from, such as +15550100.`,
    );
  }
  if (!isSmsSenderName(from)) {
    throw new ConfigError(
      `${fromName} must be a number such as +15550100, or a name of at most eleven letters and digits, not ${JSON.stringify(from)}.`,
    );
  }
  return { ...gateway, from };
}

function readSwitch(environment: Environment, name: string, otherwise: boolean): boolean {
  const text = environment[name]?.toLowerCase();
  if (!text) {
    return otherwise;
  }
  if (['1', 'on', 'true'].includes(text)) {
    return true;
  }
  if (['0', 'off', 'false'].includes(text)) {
    return false;
  }
  throw new ConfigError(`${name} must be on or off (or 1 or 0), not "${text}".`);
}

function readSecret(environment: Environment, name: string, isRequired: boolean): string | null {
  const text = environment[name];
  if (!text) {
    if (isRequired) {
      throw new ConfigError(
        `${name} is required with DATABASE_URL: a random text of ${MIN_SECRET_LENGTH} or more characters, the same for every server.`,
      );
    }
    return null;
  }
  if (text.length < MIN_SECRET_LENGTH) {
    throw new ConfigError(`${name} must have at least ${MIN_SECRET_LENGTH} characters.`);
  }
  return text;
}

function readChoice(
  environment: Environment,
  name: string,
  choices: readonly string[],
  otherwise: string,
): string {
  const text = environment[name] || otherwise;
  if (!choices.includes(text)) {
    throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  }
  return text;
}
