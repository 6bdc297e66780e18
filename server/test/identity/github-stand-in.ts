import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GithubSettings } from '../../src/identity/embedded/embedded-identity.js';

/** A user of the stand-in. */
export interface GithubPerson {
  readonly id: number;
  readonly login: string;
  readonly emails: readonly {
    readonly email: string;
    readonly primary: boolean;
    readonly verified: boolean;
  }[];
}

/** A local GitHub in its OAuth and API shapes: as strict with codes, PKCE and secrets as the real one. */
export interface GithubStandIn {
  readonly settings: GithubSettings;
  /** The user signed in there, in every browser. */
  person: GithubPerson;
  /** The current fault. */
  fault: 'nothing' | 'token refused' | 'api down' | 'nonsense';
  /** Agrees, as a user would in the popup. @returns the address that the popup is redirected to */
  authorize(url: string): string;
  deny(url: string): string;
  close(): Promise<void>;
}

interface IssuedCode {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly person: GithubPerson;
}

let people = 0;

/** A new GitHub user, by default with a verified primary e-mail. */
export function githubPerson({
  email,
  verified = true,
}: {
  email?: string;
  verified?: boolean;
} = {}): GithubPerson {
  people += 1;
  const primary = { email: email ?? `octo${people}@example.com`, primary: true, verified };
  const other = { email: `other${people}@example.com`, primary: false, verified: true };
  return { id: 1_000 + people, login: `octo-${people}`, emails: [other, primary] };
}

export async function openGithubStandIn(): Promise<GithubStandIn> {
  const codes = new Map<string, IssuedCode>();
  const tokens = new Map<string, GithubPerson>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => send(response, 500, { message: error.message }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = 'Iv1.0123456789abcdef';
  const clientSecret = randomBytes(20).toString('hex');
  const standIn: GithubStandIn = {
    settings: { clientId, clientSecret, url, apiUrl: `${url}/api/v3` },
    person: githubPerson(),
    fault: 'nothing',
    authorize(address) {
      const { searchParams } = new URL(address);
      const code = randomBytes(10).toString('hex');
      codes.set(code, {
        challenge: searchParams.get('code_challenge') ?? '',
        redirectUri: searchParams.get('redirect_uri') ?? '',
        person: standIn.person,
      });
      return back(searchParams, { code });
    },
    deny: (address) =>
      back(new URL(address).searchParams, {
        error: 'access_denied',
        error_description: 'The user has denied your application access.',
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url);
    switch (`${request.method} ${address.pathname}`) {
      case 'GET /login/oauth/authorize':
        return sendConsent(response, address);
      case 'POST /login/oauth/access_token':
        return send(response, 200, exchange(new URLSearchParams(await bodyOf(request))));
      case 'GET /api/v3/user':
        return sendApi(request, response, ({ id, login }) => ({ id, login, type: 'User' }));
      case 'GET /api/v3/user/emails':
        return sendApi(request, response, ({ emails }) =>
          emails.map((email) => ({ ...email, visibility: email.primary ? 'private' : null })),
        );
      default:
        return send(response, 404, { message: 'Not Found' });
    }
  }

  /** The consent page; its buttons are links here. */
  function sendConsent(response: ServerResponse, address: URL): void {
    const isRight = address.searchParams.get('client_id') === clientId && address.searchParams.has('state');
    response.writeHead(isRight ? 200 : 404, { 'content-type': 'text/html' });
    const link = (href: string, text: string) => `<a href="${href.replaceAll('&', '&amp;')}">${text}</a>`;
    response.end(
      `<!doctype html><title>Authorize</title><h1>Authorize PerkeX</h1>
      ${link(standIn.authorize(address.href), 'Authorize')} ${link(standIn.deny(address.href), 'Cancel')}`,
    );
  }

  function exchange(form: URLSearchParams): object {
    const code = form.get('code') ?? '';
    const issued = codes.get(code);
    codes.delete(code);
    const isRight =
      issued !== undefined &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret &&
      form.get('redirect_uri') === issued.redirectUri &&
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url') === issued.challenge;
    if (!isRight || standIn.fault === 'token refused') {
      return {
        error: 'bad_verification_code',
        error_description: 'The code passed is incorrect or expired.',
      };
    }
    const token = `gho_${randomBytes(18).toString('hex')}`;
    tokens.set(token, issued.person);
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' };
  }

  function sendApi(
    request: IncomingMessage,
    response: ServerResponse,
    present: (person: GithubPerson) => unknown,
  ): void {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const person = tokens.get(token);
    if (standIn.fault === 'api down') {
      send(response, 503, { message: 'Service Unavailable' });
    } else if (!person || !request.headers['user-agent']) {
      send(response, person ? 403 : 401, { message: 'Bad credentials' });
    } else {
      send(response, 200, standIn.fault === 'nonsense' ? { hello: 'world' } : present(person));
    }
  }

  return standIn;
}

function back(asked: URLSearchParams, more: Record<string, string>): string {
  const address = new URL(asked.get('redirect_uri') ?? '');
  address.search = new URLSearchParams({ ...more, state: asked.get('state') ?? '' }).toString();
  return address.href;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
