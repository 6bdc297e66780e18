import { isEmail } from '@perkex/contract/identity.js';
import * as z from 'zod';

/** An application registered at GitHub or at an Enterprise host. */
export interface GithubSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where users sign in, without a trailing slash: https://github.com, or an Enterprise host. */
  readonly url: string;
  /** The base address of the API, without a trailing slash: https://api.github.com, or https://HOST/api/v3. */
  readonly apiUrl: string;
}

/** A GitHub account. */
export interface GithubProfile {
  /** Unchanged when the name changes. */
  readonly id: string;
  readonly name: string;
  /** In lower case. Only the verified primary e-mail counts; null without one. */
  readonly email: string | null;
}

/** A GitHub account with a verified e-mail. */
export interface ProvenProfile extends GithubProfile {
  readonly email: string;
}

/** GitHub did not answer, or answered unexpectedly. The message holds no secret. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
}

export type GithubClient = ReturnType<typeof githubClient>;

const SCOPE = 'read:user user:email';
const TIMEOUT_MS = 10_000;
const USER_AGENT = 'PerkeX';

const tokenSchema = z.object({ access_token: z.string().min(1), token_type: z.string() });
const userSchema = z.object({ id: z.int().positive(), login: z.string().min(1).max(200) });
/** Lenient: a second address that we would not accept is no reason to refuse the first one. */
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const emailSchema = z.string().refine(isEmail);

/** The web application flow of GitHub's OAuth, with PKCE. The access token is used at once and never stored. */
export function githubClient({ clientId, clientSecret, url, apiUrl }: GithubSettings, redirectUri: string) {
  async function accessToken(code: string, verifier: string): Promise<string> {
    const answer = await ask(`${url}/login/oauth/access_token`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }),
    });
    // GitHub reports an error with the status 200 and a field `error`.
    return checked(tokenSchema, answer, 'the access token').access_token;
  }

  function read(path: string, token: string): Promise<unknown> {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    };
    return ask(`${apiUrl}${path}`, { headers });
  }

  return {
    /** The authorization address. `challenge` is the S256 of the verifier of the exchange (RFC 7636). */
    authorizeUrl({ state, challenge }: { readonly state: string; readonly challenge: string }): string {
      const address = new URL(`${url}/login/oauth/authorize`);
      address.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).toString();
      return address.href;
    },
    /** Exchanges the code from the redirect. Rejects with GithubError. */
    async profileOf(code: string, verifier: string): Promise<GithubProfile> {
      const token = await accessToken(code, verifier);
      const [user, emails] = await Promise.all([
        read('/user', token),
        read('/user/emails?per_page=100', token),
      ]);
      const { id, login } = checked(userSchema, user, 'the user');
      const primary = checked(emailsSchema, emails, 'the e-mails').find((email) => email.primary);
      return { id: String(id), name: login, email: primary?.verified ? readEmail(primary.email) : null };
    },
  };
}

/** In lower case; null for an address that no account here can have. */
function readEmail(text: string): string | null {
  const email = emailSchema.safeParse(text);
  return email.success ? email.data.toLowerCase() : null;
}

async function ask(address: string, init: RequestInit): Promise<unknown> {
  const { origin, pathname } = new URL(address);
  try {
    const response = await fetch(address, {
      ...init,
      headers: { ...init.headers, 'user-agent': USER_AGENT },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      throw new GithubError(`${origin}${pathname} answered ${response.status}.`);
    }
    return await response.json();
  } catch (error) {
    throw error instanceof GithubError
      ? error
      : new GithubError(`${origin}${pathname} gave no answer: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

function checked<Schema extends z.ZodType>(schema: Schema, answer: unknown, what: string): z.infer<Schema> {
  const result = schema.safeParse(answer);
  if (!result.success) {
    throw new GithubError(`GitHub's answer lacks ${what}.`);
  }
  return result.data;
}
