import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@perkex/bench/processes/free-port.js';
import { afterAll, beforeAll, vi } from 'vitest';

/** Projects with this prefix exist only in the emulator. */
export const PROJECT = 'demo-perkex';
const API_KEY = 'any-key';
/** Google's emulator, started without its command line. */
const PROCESS = fileURLToPath(new URL('emulator-process.mjs', import.meta.url));
const TOOLS = fileURLToPath(
  new URL(
    '../../../node_modules/.cache/perkex/firebase-tools/node_modules/firebase-tools/lib/bin/firebase.js',
    import.meta.url,
  ),
);
const START_TIMEOUT_MS = 180_000;

/** A user of the emulator. */
export interface HostedUser {
  readonly uid: string;
  readonly idToken: string;
}

/** Google's own Auth emulator: the service for Firebase's client, without Google. */
export interface Emulator {
  /** `host:port`. */
  readonly host: string;
  readonly setup: { readonly apiKey: string; readonly authDomain: string; readonly projectId: string };
  signUp(email: string, password: string): Promise<HostedUser>;
  /** Sets attributes as an administrator, for example that an e-mail is confirmed. */
  change(uid: string, account: { emailVerified?: boolean; disableUser?: boolean }): Promise<void>;
  /** The code and the link of the newest mail to a user. */
  mailTo(email: string): Promise<{ code: string; link: URL } | null>;
  /** The newest code sent to a phone. */
  codeTo(phone: string): Promise<string | null>;
}

/** Starts the emulator for the tests of a file, with an empty project. */
export function useEmulator(): Emulator {
  let host = '';
  let folder = '';
  let tools: ChildProcess | null = null;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'perkex-emulator-'));
    const port = await freePort('127.0.0.1');
    tools = startTools(folder, port);
    // Under the pages' host name: a browser then treats both as one site, so that a frame may store data.
    host = `localhost:${port}`;
    await isReady(host, tools);
    // Codes by phone must be enabled in the project's settings, as in Firebase's console.
    await call(`/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=mfa`, 'PATCH', {
      mfa: { state: 'ENABLED', enabledProviders: ['PHONE_SMS'] },
    });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    if (tools) {
      await end(tools);
    }
    rmSync(folder, { recursive: true, force: true });
  });

  async function call<Answer>(address: string, method = 'GET', body?: object): Promise<Answer> {
    const response = await fetch(`http://${host}${address}`, {
      method,
      // The emulator's token for an administrator.
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) {
      throw new Error(`The emulator refused ${address}: ${await response.text()}`);
    }
    return (await response.json()) as Answer;
  }

  return {
    get host() {
      return host;
    },
    setup: { apiKey: API_KEY, authDomain: 'demo-perkex.invalid', projectId: PROJECT },
    async signUp(email, password) {
      const address = `/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${API_KEY}`;
      const response = await fetch(`http://${host}${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      });
      const { localId, idToken } = (await response.json()) as { localId: string; idToken: string };
      return { uid: localId, idToken };
    },
    async change(uid, account) {
      const address = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:update`;
      await call(address, 'POST', { localId: uid, ...account });
    },
    async mailTo(email) {
      const { oobCodes } = await call<{ oobCodes: { email: string; oobCode: string; oobLink: string }[] }>(
        `/emulator/v1/projects/${PROJECT}/oobCodes`,
      );
      const mail = oobCodes.findLast((sent) => sent.email === email);
      return mail ? { code: mail.oobCode, link: new URL(mail.oobLink) } : null;
    },
    async codeTo(phone) {
      const { verificationCodes } = await call<{
        verificationCodes: { phoneNumber: string; code: string }[];
      }>(`/emulator/v1/projects/${PROJECT}/verificationCodes`);
      return verificationCodes.findLast((sent) => sent.phoneNumber === phone)?.code ?? null;
    },
  };
}

/** All files that it writes stay in the folder. */
function startTools(folder: string, port: number): ChildProcess {
  const { FIREBASE_TOOLS, PATH } = process.env;
  return spawn(process.execPath, [PROCESS, FIREBASE_TOOLS || TOOLS, String(port), PROJECT], {
    cwd: folder,
    env: { PATH, HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function isReady(host: string, tools: ChildProcess): Promise<void> {
  const hasEnded = () => tools.exitCode !== null;
  await vi.waitFor(
    async () => {
      if (!hasEnded()) {
        await fetch(`http://${host}/`);
      }
    },
    { timeout: START_TIMEOUT_MS, interval: 200 },
  );
  if (hasEnded()) {
    throw new Error(`Google's emulator did not start. "npm test" installs it, or FIREBASE_TOOLS names it.`);
  }
}

/** Kills it. It has no data to keep. */
async function end(tools: ChildProcess): Promise<void> {
  if (tools.exitCode === null) {
    const ended = once(tools, 'exit');
    tools.kill('SIGKILL');
    await ended;
  }
}
