import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { appCode } from '../../../e2e/src/authenticator-app.js';
import { newOutbox, testMailer, testSmsSender } from '../test-senders.js';
import {
  type Answer,
  cookiesOf,
  type IdentityTest,
  newEmail,
  PASSWORD,
  signedUp,
  testApp,
  testPool,
} from './identity-app.js';

/** A test file's app, whose mails and text messages are in one outbox. */
export async function openFactorTest() {
  const pool = await testPool();
  const outbox = newOutbox();
  const test = await testApp(pool, { mailer: testMailer(outbox), smsSender: testSmsSender(outbox) });
  const { post, get, uidOf } = test;
  const confirm = (cookie: string, factor: unknown, code: unknown, trustDevice: unknown = false) =>
    post('second-factor/confirm', { factor, code, trustDevice }, { cookie });
  /** As a reset mail or GitHub verifies it: factors turned on later are certainly the owner's. */
  const provesEmail = (uid: string) =>
    pool.query('update identity_users set email_verified = true where id = $1', [uid]);
  return { pool, outbox, test, post, get, uidOf, confirm, provesEmail };
}

/** Six digits that an app with this secret does not show around this time. */
export function wrongAppCode(secret: string): string {
  const right = [-3, -2, -1, 0, 1, 2, 3].map((steps) => appCode(secret, steps));
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'];
  return wrong.find((code) => !right.includes(code)) ?? '888888';
}

/** The text messages of an outbox, oldest first. */
export async function readMessages(folder: string): Promise<{ to: string; text: string }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sms.txt')).sort();
  return Promise.all(
    names.map(async (name) => {
      const [head = '', , ...lines] = (await readFile(path.join(folder, name), 'utf8')).split('\n');
      return { to: head.replace(/^To: /, ''), text: lines.join('\n').trim() };
    }),
  );
}

/** The code of the newest message to this number. */
export async function codeSentTo(folder: string, number: string): Promise<string> {
  const message = (await readMessages(folder)).filter(({ to }) => to === number).at(-1);
  const code = /^Your PerkeX code is (\d{6})\. It works for 5 minutes\.$/.exec(message?.text ?? '')?.[1];
  if (code === undefined) {
    throw new Error(`No code was sent to ${number}.`);
  }
  return code;
}

export interface FactorUser {
  readonly uid: string;
  readonly email: string;
  readonly cookie: string;
}

export interface AppUser extends FactorUser {
  readonly secret: string;
  /** The code that turned the app on. */
  readonly usedCode: string;
  readonly recoveryCodes: readonly string[];
}

/** A new user with an authenticator app. The code of this time step is used, that of the next one is not. */
export async function userWithApp(test: IdentityTest): Promise<AppUser> {
  const email = newEmail();
  const user = await signedUp(test, email);
  return { ...user, email, ...(await turnAppOn(test, user.cookie)) };
}

export async function turnAppOn(
  { post }: IdentityTest,
  cookie: string,
): Promise<Pick<AppUser, 'secret' | 'usedCode' | 'recoveryCodes'>> {
  const { secret } = (await post('second-factor/app/start', { password: PASSWORD }, { cookie })).json();
  const usedCode = appCode(secret);
  const answer = await post('second-factor/app/confirm', { code: usedCode }, { cookie });
  if (answer.statusCode !== 200) {
    throw new Error(`Turning the app on was answered ${answer.statusCode}.`);
  }
  return { secret, usedCode, recoveryCodes: answer.json().recoveryCodes };
}

let numbers = 0;

export function newNumber(): string {
  numbers += 1;
  return `+1555${String(numbers).padStart(7, '0')}`;
}

/** A new user with a phone, whose messages are in this outbox. */
export async function userWithPhone(
  test: IdentityTest,
  outbox: string,
): Promise<FactorUser & { phone: string; recoveryCodes: readonly string[] }> {
  const email = newEmail();
  const user = await signedUp(test, email);
  const phone = newNumber();
  await test.post('second-factor/phone/start', { password: PASSWORD, phone }, { cookie: user.cookie });
  const code = await codeSentTo(outbox, phone);
  const answer = await test.post('second-factor/phone/confirm', { code }, { cookie: user.cookie });
  return { ...user, email, phone, recoveryCodes: answer.json().recoveryCodes };
}

/** Signs in by password, from a browser with these cookies. @returns the answer, and the browser's cookies after it */
export async function firstProof(
  { post }: IdentityTest,
  email: string,
  { cookie = '', password = PASSWORD, rememberMe = true } = {},
): Promise<{ answer: Answer; cookie: string }> {
  const headers = cookie === '' ? {} : { cookie };
  const answer = await post('sign-in/email', { email, password, rememberMe }, headers);
  return { answer, cookie: [cookie, cookiesOf(answer)].filter((part) => part !== '').join('; ') };
}
