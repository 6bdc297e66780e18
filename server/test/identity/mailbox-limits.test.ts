import { beforeEach, expect, it } from 'vitest';
import { limitMaker } from '../../src/identity/embedded/limits/attempt-limits.js';
import { mailboxLimits } from '../../src/identity/embedded/limits/mailbox-limits.js';
import { type Mailboxes, MailboxFullError, type MailCause, sendWithin } from '../../src/mail/mailboxes.js';
import { newEmail, SECRET, testPool } from './identity-app.js';

const pool = await testPool();
let mailboxes: Mailboxes;
let mailbox: string;

/** As on another server, or after a restart: clears the process's memory of full mailboxes. */
function open(): void {
  mailboxes = mailboxLimits(limitMaker({ pool, secret: SECRET, isOn: true }));
}

beforeEach(() => {
  open();
  mailbox = newEmail();
});

/** The number of mails for one reason that the mailbox accepts before it is full. */
async function countUntilFull(cause: MailCause): Promise<number> {
  for (let count = 0; ; count += 1) {
    try {
      await mailboxes.admit(mailbox, cause);
    } catch (error) {
      expect(error).toBeInstanceOf(MailboxFullError);
      expect((error as Error).message).not.toContain(mailbox);
      return count;
    }
  }
}

/** Ends the windows of one hour. */
async function passAnHour(): Promise<void> {
  await pool.query("delete from identity_attempts where key like '% in an hour:%'");
  open();
}

it('a mailbox gets five mails an hour, three of them requested by strangers; other mailboxes have their own count', async () => {
  expect(await countUntilFull('asked')).toBe(3);
  open();
  expect(await countUntilFull('account')).toBe(2);
  mailbox = newEmail();
  expect(await countUntilFull('account')).toBe(5);
});

it('forty mails of the market an hour, two hundred a day, keep no account mail waiting', async () => {
  await countUntilFull('account');
  const counts: number[] = [];
  for (let hour = 0; hour < 6; hour += 1) {
    counts.push(await countUntilFull('market'));
    await passAnHour();
  }
  expect(counts).toEqual([40, 40, 40, 40, 40, 0]);
  expect(await countUntilFull('account')).toBe(5);
});

it('a mailbox gets twenty mails a day', async () => {
  const counts: number[] = [];
  for (let hour = 0; hour < 6; hour += 1) {
    counts.push(await countUntilFull('account'));
    await passAnHour();
  }
  expect(counts).toEqual([5, 5, 5, 5, 0, 0]);
});

it('strangers who request mails all day keep neither a requested link nor another mail from the owner', async () => {
  const counts: number[] = [];
  for (let hour = 0; hour < 8; hour += 1) {
    counts.push(await countUntilFull('asked'));
    await passAnHour();
  }
  expect(counts).toEqual(Array(8).fill(3));
  expect(await countUntilFull('account')).toBe(5);
});

it('a mail that was not sent does not count', async () => {
  const failing = () => Promise.reject(new Error('The mail server is away.'));
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await expect(sendWithin(mailboxes, { mailbox, cause: 'account' }, failing)).rejects.toThrow('away');
    await sendWithin(mailboxes, { mailbox, cause: 'asked' }, async () => false);
  }
  expect(await countUntilFull('account')).toBe(5);
});
