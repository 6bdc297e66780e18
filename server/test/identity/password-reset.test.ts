import { describe, expect, it, vi } from 'vitest';
import { newOutbox, testMailer } from '../test-senders.js';
import {
  type Answer,
  cookiesOf,
  type IdentityTest,
  limitedApp,
  newEmail,
  PASSWORD,
  PUBLIC_URL,
  signedUp,
  testApp,
  testPool,
} from './identity-app.js';
import { codeIn, type ReadMail, readOutbox } from './mail-reader.js';

const pool = await testPool();
const outbox = newOutbox();
const test = await testApp(pool, { mailer: testMailer(outbox) });
const { post, uidOf } = test;

const NEW_PASSWORD = 'battery staple';
const DEAD = {
  code: 'INVALID_TOKEN',
  requestId: expect.any(String),
  message: 'This link has been used or is too old. Ask for a new one.',
};

const ask = (email: unknown, headers = {}) => post('request-password-reset', { email }, headers);
const reset = (token: unknown, newPassword: unknown = NEW_PASSWORD, headers = {}) =>
  post('reset-password', { token, newPassword }, headers);
const signIn = (email: string, password: string) => post('sign-in/email', { email, password });

/** The mails to this address, once there are that many. */
async function mailsTo(email: string, count: number, folder = outbox): Promise<ReadMail[]> {
  return vi.waitFor(
    async () => {
      const mails = await readOutbox(folder);
      const theirs = mails.filter(({ headers }) => headers.get('to') === email);
      expect(theirs.length).toBeGreaterThanOrEqual(count);
      return theirs;
    },
    { timeout: 60_000, interval: 10 },
  );
}

/** A user with an account, and the code of a reset link that they requested. */
async function forgetful(): Promise<{ email: string; uid: string; cookie: string; code: string }> {
  const email = newEmail();
  const user = await signedUp(test, email);
  await ask(email);
  const [mail] = await mailsTo(email, 1);
  return { ...user, email, code: codeIn(mail!) };
}

function expectDead(answer: Answer): void {
  expect([answer.statusCode, answer.json()]).toEqual([400, DEAD]);
}

describe('a forgotten password', () => {
  it('is replaced through the code of a mail, and only the new one works', async () => {
    const { email, uid, code } = await forgetful();
    const answer = await reset(code);
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true }]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await signIn(email, PASSWORD)).statusCode).toBe(401);
    const signed = await signIn(email, NEW_PASSWORD);
    expect(signed.statusCode).toBe(200);
    expect(await uidOf(cookiesOf(signed))).toBe(uid);
  });

  it('is found however the e-mail is typed', async () => {
    const email = newEmail();
    await signedUp(test, email);
    expect((await ask(email.toUpperCase())).statusCode).toBe(200);
    expect(await mailsTo(email, 1)).toHaveLength(1);
  });

  it('ends every session, key and webhook of its user, including the current one, and none of other users', async () => {
    const { email, uid, cookie, code } = await forgetful();
    const other = cookiesOf(await signIn(email, PASSWORD));
    const stranger = await signedUp(test);
    await pool.query(
      `insert into api_keys (user_id, id, key_hash, name, scopes)
       select id, gen_random_uuid(), id, 'Bot', '{read}' from unnest($1::text[]) as id`,
      [[uid, stranger.uid]],
    );
    await pool.query(
      `insert into webhooks (user_id, id, url, kinds, secret, last_number)
       select id, gen_random_uuid(), 'https://hooks.example', '{order}', '', 0 from unnest($1::text[]) as id`,
      [[uid, stranger.uid]],
    );
    expect([await uidOf(cookie), await uidOf(other)]).toEqual([uid, uid]);
    expect((await reset(code, NEW_PASSWORD, { cookie })).statusCode).toBe(200);
    expect([await uidOf(cookie), await uidOf(other)]).toEqual([null, null]);
    expect(await uidOf(stranger.cookie)).toBe(stranger.uid);
    for (const table of ['api_keys', 'webhooks']) {
      const { rows } = await pool.query(`select user_id from ${table}`);
      expect(rows).toEqual([{ user_id: stranger.uid }]);
    }
  });

  it('sets a first password for a user who has signed in by other means', async () => {
    const { email, uid, code } = await forgetful();
    await pool.query("update identity_logins set provider_id = 'github' where user_id = $1", [uid]);
    await pool.query('update identity_users set email_verified = true where id = $1', [uid]);
    expect((await reset(code)).statusCode).toBe(200);
    expect((await signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
    const { rows } = await pool.query(
      'select provider_id from identity_logins where user_id = $1 order by provider_id',
      [uid],
    );
    expect(rows).toEqual([{ provider_id: 'credential' }, { provider_id: 'github' }]);
  });

  it.each<[string, unknown, string]>([
    ['of five characters', 'a'.repeat(5), 'PASSWORD_TOO_SHORT'],
    ['of 129 characters', 'a'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['with a null byte', '123456\0', 'VALIDATION_ERROR'],
    ['that is a number', 123_456, 'VALIDATION_ERROR'],
    ['that is missing', undefined, 'VALIDATION_ERROR'],
  ])('is not replaced by one %s, and the code stays valid', async (_what, password, refusal) => {
    const { code } = await forgetful();
    const answer = await post('reset-password', { token: code, newPassword: password });
    expect([answer.statusCode, answer.json().code]).toEqual([400, refusal]);
    expect(answer.json().message).toEqual(expect.any(String));
    expect((await reset(code, 'kx9$2b')).statusCode).toBe(200);
  });
});

describe('a visitor who wants to find out who has an account', () => {
  it('gets the same answer for a known and an unknown e-mail', async () => {
    const email = newEmail();
    await signedUp(test, email);
    const [known, unknown] = [await ask(email), await ask(newEmail())];
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
    expect(known.body).toBe(unknown.body);
    expect(known.json()).toEqual({ status: true, message: expect.any(String) });
    expect(known.headers).toEqual({ ...unknown.headers, date: known.headers.date });
  });

  it('is answered before any lookup, so timing reveals nothing', async () => {
    const email = newEmail();
    await signedUp(test, email);
    const locker = await pool.connect();
    await locker.query('begin');
    await locker.query('lock table identity_users, identity_verifications in access exclusive mode');
    expect((await ask(email)).statusCode).toBe(200);
    expect((await ask(newEmail())).statusCode).toBe(200);
    await locker.query('rollback');
    locker.release();
    expect(await mailsTo(email, 1)).toHaveLength(1);
  });

  it('causes no mail and no stored code for an unknown e-mail', async () => {
    const own = newOutbox();
    const { post: postOwn, app } = await testApp(pool, { mailer: testMailer(own) });
    const before = await countCodes();
    expect((await postOwn('request-password-reset', { email: newEmail() })).statusCode).toBe(200);
    await app.close(); // waits for the work after the answer
    expect(await readOutbox(own)).toEqual([]);
    expect(await countCodes()).toBe(before);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'VALIDATION_ERROR'],
    ['a number', 1, 'VALIDATION_ERROR'],
    ['a list', ['a@b.example'], 'VALIDATION_ERROR'],
    ['no e-mail', 'ada', 'INVALID_EMAIL'],
    ['two e-mails', 'a@b.example,c@d.example', 'INVALID_EMAIL'],
    ['a header behind the e-mail', 'a@b.example\r\nBcc: c@d.example', 'INVALID_EMAIL'],
    ['a line end behind the e-mail', 'a@b.example\n', 'INVALID_EMAIL'],
    ['a name around the e-mail', 'Ada <a@b.example>', 'INVALID_EMAIL'],
    ['a null byte', 'a\0@b.example', 'INVALID_EMAIL'],
    ['markup', '<img src=x>@b.example', 'INVALID_EMAIL'],
    ['an endless e-mail', `${'a'.repeat(250)}@b.example`, 'INVALID_EMAIL'],
  ])('is refused when sending %s', async (_what, email, refusal) => {
    const answer = await ask(email);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { requestId: expect.any(String), code: refusal, message: expect.any(String) },
    ]);
  });
});

describe('a reset code', () => {
  it('works once', async () => {
    const { email, code } = await forgetful();
    expect((await reset(code)).statusCode).toBe(200);
    expectDead(await reset(code, 'something else'));
    expect((await signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('works for one of two requests that use it at once', async () => {
    const { code } = await forgetful();
    const answers = await Promise.all([reset(code, 'the first one'), reset(code, 'the second one')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('works for thirty minutes', async () => {
    const { uid, email, code } = await forgetful();
    const { rows } = await pool.query(
      `select expires_at between now() + interval '29 minutes' and now() + interval '30 minutes' as is_half_an_hour
      from identity_verifications where value = $1`,
      [uid],
    );
    expect(rows).toEqual([{ is_half_an_hour: true }]);
    await pool.query('update identity_verifications set expires_at = now() where value = $1', [uid]);
    expectDead(await reset(code));
    await ask(email);
    const [, mail] = await mailsTo(email, 2);
    expectDead(await reset(code));
    expect((await reset(codeIn(mail!))).statusCode).toBe(200);
  });

  it('still works after a stranger has requested more codes, and invalidates them when it is used', async () => {
    const { email, code } = await forgetful();
    await ask(email);
    await ask(email);
    const mails = await mailsTo(email, 3);
    expect((await reset(code)).statusCode).toBe(200);
    for (const mail of mails.slice(1)) {
      expectDead(await reset(codeIn(mail), 'something else'));
    }
    expect((await signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('works for one of two of the same user that are used at once', async () => {
    const { email, code } = await forgetful();
    await ask(email);
    const [, second] = await mailsTo(email, 2);
    const answers = await Promise.all([
      reset(code, 'the first one'),
      reset(codeIn(second!), 'the second one'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('is one of the newest forty of its user', async () => {
    const { email, uid, code } = await forgetful();
    await pool.query(
      `insert into identity_verifications (id, identifier, value, expires_at)
        select n, 'reset-password:' || n, $1, now() + interval '1 hour' from generate_series(1, 39) as n`,
      [uid],
    );
    await ask(email);
    await mailsTo(email, 2);
    const { rows } = await pool.query('select 1 from identity_verifications where value = $1', [uid]);
    expect(rows).toHaveLength(40);
    expectDead(await reset(code));
  });

  it('cannot be derived from the database', async () => {
    const { uid, code } = await forgetful();
    const { rows } = await pool.query('select * from identity_verifications where value = $1', [uid]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
    for (const text of [rows[0].id, rows[0].identifier, rows[0].identifier.split(':')[1], uid]) {
      expectDead(await reset(text));
    }
  });

  it.each<[string, unknown]>([
    ['forged', 'A'.repeat(43)],
    ['empty', ''],
    ['missing', undefined],
    ['a number', 1],
    ['a list', ['A'.repeat(43)]],
    ['a pattern', '%'.repeat(43)],
    ['with a null byte', `\0${'A'.repeat(42)}`],
    ['endless', 'A'.repeat(9_000)],
  ])('that is %s does not work', async (_what, code) => {
    expectDead(await reset(code));
  });

  it('of a deleted user does not work', async () => {
    const { uid, code } = await forgetful();
    await pool.query('delete from identity_users where id = $1', [uid]);
    expectDead(await reset(code));
  });

  it('stays valid when the password could not be saved, and the hash appears in no log', async () => {
    const { uid, cookie, email } = await forgetful();
    const lines: string[] = [];
    const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } };
    const own = newOutbox();
    const logged = await testApp(pool, { mailer: testMailer(own) }, { logger });
    await logged.post('request-password-reset', { email });
    const code = codeIn((await mailsTo(email, 1, own))[0]!);
    await pool.query(
      'alter table identity_logins add constraint refusing check (password is null) not valid',
    );
    const refused = await logged.post('reset-password', { token: code, newPassword: NEW_PASSWORD });
    await pool.query('alter table identity_logins drop constraint refusing');
    expect(refused.statusCode).toBe(500);
    expect(lines.join('')).toContain('refusing');
    expect(lines.join('')).not.toMatch(/scrypt\$|battery staple/);
    expect(lines.join('')).not.toContain(email);
    expect(lines.join('')).not.toContain(code);
    expect(await uidOf(cookie)).toBe(uid);
    expect((await reset(code)).statusCode).toBe(200);
  });
});

describe('requests from another site', () => {
  const ATTACKER = 'https://attacker.example';

  it.each([
    ['its origin', { origin: ATTACKER }],
    ['no origin at all', { origin: 'null' }],
    ['the browser’s own headers', { 'sec-fetch-site': 'cross-site' }],
  ])('with %s can neither request a mail nor set a password', async (_what, headers) => {
    const { email, code } = await forgetful();
    expect((await ask(email, headers)).statusCode).toBe(403);
    expect((await reset(code, NEW_PASSWORD, headers)).statusCode).toBe(403);
    expect((await reset(code)).statusCode).toBe(200);
    const subjects = (await mailsTo(email, 2)).map(({ headers }) => headers.get('subject'));
    expect(subjects.sort()).toEqual(['PerkeX: Set a new password', 'PerkeX: Your password was changed']);
  });

  it('cannot be sent by a form', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post('request-password-reset', 'email=a@b.example', type)).statusCode).toBe(415);
  });
});

describe('too many requests', () => {
  /** From one address, even if a header claims others. */
  const from = ({ app }: IdentityTest, address: string, call: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: `/api/auth/${call}`,
      remoteAddress: address,
      headers: { origin: PUBLIC_URL, 'x-forwarded-for': '198.51.100.1' },
      payload,
    });

  it.each([
    ['request-password-reset', () => ({ email: newEmail() }), 200],
    ['reset-password', () => ({ token: 'A'.repeat(43), newPassword: NEW_PASSWORD }), 400],
  ])(
    'to %s from one address are refused, and so are those from its IPv6 network',
    async (call, payload, usual) => {
      const limited = await limitedApp(pool);
      const statuses: number[] = [];
      for (let turn = 0; turn < 21; turn += 1) {
        const answer = await from(limited, `2001:db8::${turn + 1}`, call, payload());
        statuses.push(answer.statusCode);
        if (answer.statusCode === 429) {
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
          expect(answer.json()).toEqual({
            code: 'TOO_MANY_REQUESTS',
            requestId: expect.any(String),
            message: 'Too many attempts. Please try again in a minute.',
          });
        }
      }
      expect(statuses).toEqual([...Array(20).fill(usual), 429]);
      expect((await from(limited, '203.0.113.9', call, payload())).statusCode).toBe(usual);
    },
  );

  it('for one e-mail get the usual answer, but only three mails are sent', async () => {
    const own = newOutbox();
    const limited = await limitedApp(pool, { mailer: testMailer(own) });
    const email = newEmail();
    await signedUp(test, email);
    const bodies: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const answer = await from(limited, '203.0.113.1', 'request-password-reset', { email });
      expect(answer.statusCode).toBe(200);
      bodies.push(answer.body);
    }
    expect(new Set(bodies).size).toBe(1);
    expect((await from(limited, '203.0.113.2', 'request-password-reset', { email })).statusCode).toBe(200);
    await limited.app.close();
    expect(await mailsTo(email, 3, own)).toHaveLength(3);
  });

  it('from many addresses for one e-mail cannot flood its mailbox', async () => {
    const own = newOutbox();
    const limited = await limitedApp(pool, { mailer: testMailer(own) });
    const email = newEmail();
    await signedUp(test, email);
    for (let turn = 0; turn < 15; turn += 1) {
      await from(limited, `203.0.113.${turn}`, 'request-password-reset', { email });
    }
    const mails = await mailsTo(email, 3, own);
    await limited.app.close();
    expect(await readOutbox(own)).toHaveLength(3);
    expect((await pool.query('select from jobs')).rowCount).toBe(0);
    const answers = await Promise.all(mails.map((mail) => reset(codeIn(mail))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  it('of a load test are not counted', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      statuses.push((await ask(newEmail())).statusCode);
    }
    expect(statuses).toEqual(Array(30).fill(200));
  });
});

async function countCodes(): Promise<number> {
  const { rows } = await pool.query<{ codes: number }>(
    'select count(*)::int as codes from identity_verifications',
  );
  return rows[0]!.codes;
}
