import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { createFolder } from './cli-process.js';
import { readMail } from './identity/mail-reader.js';
import { receiveMails } from './identity/smtp-receiver.js';
import { createTestDatabase, databaseUrl } from './test-database.js';

const PUBLIC_URL = 'http://localhost:3000';
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

// These tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let database: Database;
let files: Awaited<ReturnType<typeof createFolder>>;

beforeAll(async () => {
  [database, files] = await Promise.all([createTestDatabase(), createFolder()]);
});

afterAll(async () => {
  await files.remove();
  await database.close();
});

/** A server in a process of its own, whose mails go to this port. */
async function startServer(smtpPort: number) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl(database),
      DATA_DIR: files.folder,
      AUTH_SECRET: 'a'.repeat(32),
      PORT: '0',
      PUBLIC_URL,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await new Promise<string>((listening, reject) => {
    child.once('close', () => reject(new Error('The server ended.')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (found !== undefined) {
        listening(found);
      }
    });
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      await once(child, 'close');
    },
  };
}

it('a mail that a killed server was sending is sent by the next one, once', async () => {
  const mute = await receiveMails({ isMute: true });
  const receiver = await receiveMails();
  const killed = await startServer(mute.port);
  const answer = await fetch(`${killed.origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: PUBLIC_URL, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery', name: '' }),
  });
  expect(answer.status).toBe(200);
  await vi.waitFor(() => expect(mute.calls()).toBe(1), 30_000);
  await killed.end('SIGKILL');

  // As if the half minute had passed during which the job belongs to the killed server.
  await database.pool.query('update jobs set run_at = now()');
  const next = await startServer(receiver.port);
  const jobs = () => database.pool.query('select from jobs');
  await vi.waitFor(async () => expect((await jobs()).rowCount).toBe(0), 30_000);
  await next.end('SIGTERM');
  const subjects = receiver.mails.map(({ to, source }) => [to, readMail(source).headers.get('subject')]);
  expect(subjects).toEqual([['ada@example.com', 'PerkeX: Confirm your e-mail']]);
});
