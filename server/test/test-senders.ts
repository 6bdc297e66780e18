import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import type { Mailer } from '../src/mail/mailer.js';
import { outboxMailer } from '../src/mail/outbox-mailer.js';
import { folderStore } from '../src/pictures/folder-store.js';
import type { PictureStore } from '../src/pictures/picture-store.js';
import { outboxSmsSender } from '../src/sms/outbox-sms-sender.js';
import type { SmsSender } from '../src/sms/sms-sender.js';

const allFolders = path.join(tmpdir(), `perkex-test-folders-${randomUUID()}`);
afterAll(() => rm(allFolders, { recursive: true, force: true }));

/** The path of a data folder of its own, which the first file creates; removed after the test file. */
export function newDataDir(): string {
  return path.join(allFolders, randomUUID());
}

/** The path of an outbox of its own, which the first mail creates; removed after the test file. */
export function newOutbox(): string {
  return path.join(newDataDir(), 'outbox');
}

/** The real mailer that writes files. */
export function testMailer(folder = newOutbox()): Mailer {
  return outboxMailer({ folder, clock: SYSTEM_CLOCK, from: 'PerkeX <no-reply@localhost>', onMail: () => {} });
}

/** The real picture store, in a folder of its own; removed after the test file. */
export function testPictures(): PictureStore {
  return folderStore(newOutbox());
}

/** The real sender of text messages that writes files. */
export function testSmsSender(folder = newOutbox()): SmsSender {
  return outboxSmsSender({ folder, clock: SYSTEM_CLOCK, onSms: () => {} });
}
