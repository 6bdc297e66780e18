import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock/system-clock.js';
import { openMailer } from '../../src/mail/open-mailer.js';
import { readSmtpUrl } from '../../src/mail/smtp-server.js';
import { newOutbox } from '../test-senders.js';
import { type IdentityTest, newEmail, PUBLIC_URL, signedUp, testApp, testPool } from './identity-app.js';
import { codeIn, mailFiles, readMail, readOutbox } from './mail-reader.js';
import { receiveMails, type SmtpReceiver } from './smtp-receiver.js';

const FROM = 'PerkeX <no-reply@shop.example>';
const NEW_PASSWORD = 'battery staple';

const pool = await testPool();
const receiver = await receiveMails();
const refusing = await receiveMails({ recipientAnswer: (address) => `550 No <${address}> here` });
const mute = await receiveMails({ isMute: true });

/** An app whose log is readable, with a mail server or the outbox folder for its mails. */
async function mailingApp(to: SmtpReceiver | string): Promise<IdentityTest & { log(): string }> {
  const lines: string[] = [];
  const logger = { level: 'trace', stream: { write: (line: string) => lines.push(line) } };
  const settings = {
    smtp: typeof to === 'string' ? null : readSmtpUrl(`smtp://127.0.0.1:${to.port}`),
    mailFrom: FROM,
    dataDir: typeof to === 'string' ? to : newOutbox(),
  };
  const log = { info: (line: string) => lines.push(line) };
  const mailer = openMailer(settings, SYSTEM_CLOCK, log as unknown as Parameters<typeof openMailer>[2]);
  return { ...(await testApp(pool, { mailer }, { logger })), log: () => lines.join('') };
}

/** A user who has requested a reset link; all background work is done. */
async function asked(test: IdentityTest, headers: Record<string, string> = {}): Promise<string> {
  const email = newEmail();
  await signedUp(test, email);
  const answer = await test.post('request-password-reset', { email }, headers);
  expect(answer.statusCode).toBe(200);
  return email;
}

describe('the mail with the reset link', () => {
  it('gives the link and a way to our pages in text and in HTML', async () => {
    const folder = newOutbox();
    const test = await mailingApp(folder);
    const email = await asked(test);
    await test.app.close();
    const [mail] = await readOutbox(path.join(folder, 'outbox'));
    const link = `${PUBLIC_URL}/reset-password?oobCode=${codeIn(mail!)}`;
    expect(Object.fromEntries(mail!.headers)).toMatchObject({
      from: FROM,
      to: email,
      subject: 'PerkeX: Set a new password',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/@shop\.example>$/),
    });
    expect(mail!.headers.has('x-mailer')).toBe(false);
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain(link);
      expect(part).toContain(`${PUBLIC_URL}/login`);
      expect(part).toContain(email);
      expect(part).toContain('30 minutes');
    }
    expect(mail!.html).toContain(`href="${link}"`);
    expect(mail!.html).toContain(`href="${PUBLIC_URL}/login"`);
  });

  it('loads nothing, runs nothing, and links nowhere else', async () => {
    const folder = newOutbox();
    const test = await mailingApp(folder);
    await asked(test);
    await test.app.close();
    const { html, text } = (await readOutbox(path.join(folder, 'outbox')))[0]!;
    expect(html).not.toMatch(/<(img|script|link|style|iframe|form)\b|url\(|\ssrc=|\son\w+=/i);
    const origins = [...`${html}${text}`.matchAll(/https?:\/\/[^/\s"'<]+/g)].map(([origin]) => origin);
    expect(new Set(origins)).toEqual(new Set([PUBLIC_URL]));
  });

  it('never uses a host that the request names', async () => {
    const folder = newOutbox();
    const test = await mailingApp(folder);
    await asked(test, {
      host: 'attacker.example',
      'x-forwarded-host': 'attacker.example',
      'x-forwarded-proto': 'https',
      referer: 'https://attacker.example/',
      forwarded: 'host=attacker.example',
    });
    await test.app.close();
    const [file] = await mailFiles(path.join(folder, 'outbox'));
    expect(await readFile(file!, 'utf8')).not.toContain('attacker');
  });

  it('goes to the address of the account, with unusual characters escaped', async () => {
    const folder = newOutbox();
    const test = await mailingApp(folder);
    const email = "o'hara+shop@example.com";
    await signedUp(test, email);
    await test.post('request-password-reset', { email });
    await test.app.close();
    const [mail] = await readOutbox(path.join(folder, 'outbox'));
    expect(mail!.headers.get('to')).toBe(email);
    expect(mail!.html).toContain('o&#39;hara+shop@example.com');
  });
});

describe('the mail after a password change', () => {
  it('informs the owner, contains no code, and says what to do if it was someone else', async () => {
    const folder = newOutbox();
    const test = await mailingApp(folder);
    const email = await asked(test);
    const outbox = path.join(folder, 'outbox');
    const code = await vi.waitFor(async () => codeIn((await readOutbox(outbox))[0]!), 60_000);
    await test.post('reset-password', { token: code, newPassword: NEW_PASSWORD });
    await test.app.close();
    const mail = (await readOutbox(outbox))[1]!;
    expect(mail.headers.get('to')).toBe(email);
    expect(mail.headers.get('subject')).toBe('PerkeX: Your password was changed');
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(`${PUBLIC_URL}/login`);
      expect(part).toContain(`${PUBLIC_URL}/forgot-password`);
      expect(part).not.toContain('oobCode');
      expect(part).not.toContain(NEW_PASSWORD);
    }
  });
});

describe('the outbox', () => {
  it('is readable by its owner only, contains whole files only, and the log names them without their links', async () => {
    const folder = newOutbox();
    const test = await mailingApp(folder);
    await asked(test);
    await asked(test);
    await test.app.close();
    const outbox = path.join(folder, 'outbox');
    expect((await stat(outbox)).mode & 0o777).toBe(0o700);
    const names = await readdir(outbox);
    expect(names).toHaveLength(2);
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{24}\.eml$/);
      const file = path.join(outbox, name);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(test.log()).toContain(file);
      expect(test.log()).not.toContain(codeIn(readMail(await readFile(file, 'utf8'))));
    }
    expect(test.log()).not.toMatch(/oobCode|@example\.com/);
  });

  it('that is not writable changes no answer, and the log reports it without the address', async () => {
    const test = await mailingApp('/dev/null');
    const email = await asked(test);
    await test.app.close();
    expect(test.log()).toContain('a job failed, and is tried again');
    expect(test.log()).toContain('/dev/null/outbox');
    expect(test.log()).not.toContain(email);
  });
});

describe('a mail server', () => {
  it('receives the mail, and no copy stays here', async () => {
    const test = await mailingApp(receiver);
    const email = await asked(test);
    await test.app.close();
    const [mail] = receiver.mails;
    expect(mail).toMatchObject({ from: 'no-reply@shop.example', to: email });
    expect(codeIn(readMail(mail!.source))).toMatch(/^[\w-]{43}$/);
    expect(readMail(mail!.source).html).toContain('oobCode=');
    expect(test.log()).not.toContain('oobCode');
  });

  it('that refuses the address changes no answer, and the log has the code but not the address', async () => {
    const test = await mailingApp(refusing);
    const email = await asked(test);
    await test.app.close();
    expect(test.log()).toContain('The mail server did not take a mail: EENVELOPE, RCPT TO, 550.');
    expect(test.log()).not.toContain(email);
  });

  it('that never responds does not delay the answer', async () => {
    const test = await mailingApp(mute);
    await asked(test);
    await vi.waitFor(() => expect(mute.calls()).toBe(1), 60_000);
    await asked(test);
  });

  it('that is down is reported in the log', async () => {
    const test = await mailingApp({ ...mute, port: 1 });
    await asked(test);
    await test.app.close();
    expect(test.log()).toMatch(/The mail server did not take a mail: \w+/);
  });
});

describe('the credentials of a mail server', () => {
  it('are never sent over a network unencrypted', async () => {
    const server = { ...readSmtpUrl(`smtp://ada:secret@127.0.0.1:${receiver.port}`)!, isHere: false };
    const before = receiver.heard.length;
    const mailer = openMailer({ smtp: server, mailFrom: FROM, dataDir: newOutbox() }, SYSTEM_CLOCK, {
      info: () => {},
    });
    const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
    await expect(mailer.send(mail)).rejects.toThrow('The mail server did not take a mail: ETLS');
    const heard = receiver.heard.slice(before).map((line) => line.split(' ')[0]);
    expect(heard).toEqual(['EHLO', 'STARTTLS']);
  });
});
