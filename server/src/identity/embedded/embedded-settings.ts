import { z } from 'zod';
import { MIN_SECRET_LENGTH } from '../../data-dir/secret.js';
import { refuseSetting } from '../../settings/config-error.js';
import { address, onOff, origin, text, type ValuesOf } from '../../settings/setting-kinds.js';
import type { GithubSettings } from './github/github-client.js';

const GITHUB = 'https://github.com';
const GITHUB_API = 'https://api.github.com';

export const EMBEDDED_VARIABLES = {
  AUTH_SECRET: text(
    (value) => value.length >= MIN_SECRET_LENGTH,
    `have at least ${MIN_SECRET_LENGTH} characters`,
    { isSecret: true },
  ).optional(),
  REQUIRE_EMAIL_PROOF: onOff.optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: origin.default(GITHUB),
  GITHUB_API_URL: address.optional(),
};

type Values = ValuesOf<typeof EMBEDDED_VARIABLES>;

/**
 * The secret of the service, or null to generate one.
 * @param isShared true if other servers may use the same database
 */
export function authSecretOf({ AUTH_SECRET }: Values, isShared: boolean): string | null {
  if (AUTH_SECRET === undefined && isShared) {
    refuseSetting(
      'AUTH_SECRET',
      `is required with DATABASE_URL: a random text of ${MIN_SECRET_LENGTH} or more characters, the same for every server.`,
    );
  }
  return AUTH_SECRET ?? null;
}

/** The settings of GitHub itself or of an Enterprise host, whose API is below its address. */
export function githubOf(variables: Values): GithubSettings | null {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret, GITHUB_URL: url } = variables;
  if (clientId === undefined && clientSecret === undefined) {
    return null;
  }
  if (clientId === undefined || clientSecret === undefined) {
    refuseSetting('GITHUB_CLIENT_ID', 'and GITHUB_CLIENT_SECRET belong together: set both or none.');
  }
  const apiUrl = variables.GITHUB_API_URL ?? (url === GITHUB ? GITHUB_API : `${url}/api/v3`);
  return { clientId, clientSecret, url, apiUrl };
}
