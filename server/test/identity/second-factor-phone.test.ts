import { describe, expect, it } from 'vitest';
import { SmsError } from '../../src/sms/sms-sender.js';
import { newOutbox, testSmsSender } from '../test-senders.js';
import {
  cookiesOf,
  type IdentityTest,
  limitedApp,
  PASSWORD,
  signedUp,
  standing,
  testApp,
  testPool,
} from './identity-app.js';
import {
  codeSentTo,
  firstProof,
  newNumber,
  readMessages,
  userWithApp,
  userWithPhone,
} from './second-factor-user.js';

const pool = await testPool();
const outbox = newOutbox();
const test = await testApp(pool, { smsSender: testSmsSender(outbox) });
const { post, get } = test;

const sendCode = (cookie: string, { post: call }: IdentityTest = test) =>
  call('second-factor/send-code', {}, { cookie });
const confirm = (cookie: string, code: string) =>
  post('second-factor/confirm', { factor: 'phone', code }, { cookie });
const otherCode = (code: string) => (code === '000000' ? '000001' : '000000');
const messagesTo = async (number: string, folder = outbox) =>
  (await readMessages(folder)).filter(({ to }) => to === number);

describe('signing in with a phone', () => {
  it('accepts the code that was sent to it, once', async () => {
    const { uid, email, phone } = await userWithPhone(test, outbox);
    const { answer, cookie } = await firstProof(test, email);
    expect(answer.json()).toEqual({
      secondFactor: {
        factors: ['phone', 'recovery'],
        phone: `•••• ${phone.slice(-4)}`,
        mayTrustDevice: true,
      },
    });
    expect(await messagesTo(phone)).toHaveLength(1);
    expect((await sendCode(cookie)).json()).toEqual({ status: true });
    const code = await codeSentTo(outbox, phone);
    const done = await confirm(cookie, code);
    expect(done.json()).toEqual({ user: { id: uid } });
    const second = await firstProof(test, email);
    expect(standing(await confirm(second.cookie, code))).toEqual([400, 'INVALID_CODE']);
  });

  it('accepts no code of another sign-in, and none before one was sent', async () => {
    const { email, phone } = await userWithPhone(test, outbox);
    const attacker = await firstProof(test, email);
    const owner = await firstProof(test, email);
    expect(standing(await confirm(attacker.cookie, '000000'))).toEqual([400, 'INVALID_CODE']);
    await sendCode(owner.cookie);
    const code = await codeSentTo(outbox, phone);
    expect(standing(await confirm(attacker.cookie, code))).toEqual([400, 'INVALID_CODE']);
    expect((await confirm(owner.cookie, code)).statusCode).toBe(200);
  });

  it('accepts the newest code only, for five minutes', async () => {
    const { uid, email, phone } = await userWithPhone(test, outbox);
    const { cookie } = await firstProof(test, email);
    await sendCode(cookie);
    const first = await codeSentTo(outbox, phone);
    await sendCode(cookie);
    const second = await codeSentTo(outbox, phone);
    if (first !== second) {
      expect(standing(await confirm(cookie, first))).toEqual([400, 'INVALID_CODE']);
    }
    const { rows } = await pool.query(
      `select expires_at between now() + interval '4 minutes' and now() + interval '5 minutes' as is_five
       from identity_phone_codes where user_id = $1`,
      [uid],
    );
    expect(rows).toEqual([{ is_five: true }]);
    await pool.query('update identity_phone_codes set expires_at = now() where user_id = $1', [uid]);
    expect(standing(await confirm(cookie, second))).toEqual([400, 'INVALID_CODE']);
  });

  it('is not possible with a phone that has been turned off in the meantime', async () => {
    const { email, phone, cookie: session } = await userWithPhone(test, outbox);
    const { cookie } = await firstProof(test, email);
    await sendCode(cookie);
    await post('second-factor/phone/off', { password: PASSWORD }, { cookie: session });
    expect(standing(await confirm(cookie, await codeSentTo(outbox, phone)))).toEqual([400, 'INVALID_CODE']);
    expect(standing(await sendCode(cookie))).toEqual([429, 'NO_MORE_CODES']);
  });

  it('sends nothing to a user who has only an app', async () => {
    const { email } = await userWithApp(test);
    const before = (await readMessages(outbox)).length;
    const { cookie } = await firstProof(test, email);
    expect((await sendCode(cookie)).statusCode).toBe(429);
    expect(await readMessages(outbox)).toHaveLength(before);
  });
});

describe('an attacker who wants to flood a phone with messages', () => {
  it('gets three out of one sign-in, even all at once', async () => {
    const { email, phone } = await userWithPhone(test, outbox);
    const { cookie } = await firstProof(test, email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendCode(cookie)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await messagesTo(phone)).toHaveLength(1 + 3);
  });

  it('gets six out of many sign-ins in a quarter of an hour', async () => {
    const { email, phone } = await userWithPhone(test, outbox);
    const own = newOutbox();
    const limited = await limitedApp(pool, { smsSender: testSmsSender(own) });
    for (let turn = 0; turn < 10; turn += 1) {
      const { cookie } = await firstProof(limited, email);
      const answer = await sendCode(cookie, limited);
      expect(answer.statusCode).toBe(turn < 6 ? 200 : 429);
    }
    expect(await messagesTo(phone, own)).toHaveLength(6);
  });

  it('gets three by claiming the number, which does not lock its owner out', async () => {
    const victim = await userWithPhone(test, outbox);
    const own = newOutbox();
    const limited = await limitedApp(pool, { smsSender: testSmsSender(own) });
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const { cookie } = await signedUp(limited);
      const claim = { password: PASSWORD, phone: victim.phone };
      statuses.push((await limited.post('second-factor/phone/start', claim, { cookie })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const { cookie } = await firstProof(limited, victim.email);
    expect((await sendCode(cookie, limited)).statusCode).toBe(200);
    expect(await messagesTo(victim.phone, own)).toHaveLength(4);
  });

  it('gets six to many numbers from one account', async () => {
    const own = newOutbox();
    const limited = await limitedApp(pool, { smsSender: testSmsSender(own) });
    const { cookie } = await signedUp(limited);
    for (let turn = 0; turn < 9; turn += 1) {
      const fields = { password: PASSWORD, phone: newNumber() };
      await limited.post('second-factor/phone/start', fields, { cookie });
    }
    expect(await readMessages(own)).toHaveLength(6);
  });
});

describe('turning a phone on', () => {
  const start = (cookie: string, phone: unknown) =>
    post('second-factor/phone/start', { password: PASSWORD, phone }, { cookie });
  const confirmPhone = (cookie: string, code: string) =>
    post('second-factor/phone/confirm', { code }, { cookie });

  it.each(['+44 1632 960-001', ' +44 (1632) 960002 ', '+44.1632.960003', '+44/1632/960004'])(
    'accepts a number however it is written: %s',
    async (typed) => {
      const { cookie } = await signedUp(test);
      expect((await start(cookie, typed)).statusCode).toBe(200);
      const number = typed.replaceAll(/[^+\d]/g, '');
      expect(
        (await confirmPhone(cookie, await codeSentTo(outbox, number))).json().recoveryCodes,
      ).toHaveLength(10);
      expect((await get('security', { cookie })).json().phone).toBe(`•••• ${number.slice(-4)}`);
    },
  );

  it.each([
    ['nothing', undefined],
    ['a number without country code', '07700 900123'],
    ['a country code that begins with 0', '+0123456789'],
    ['too few digits', '+12345'],
    ['too many digits', `+1${'2'.repeat(15)}`],
    ['letters', '+1 800 FLOWERS'],
    ['two numbers', '+15550100,+15550101'],
    ['a second line', '+15550100\nBody: hello'],
    ['an extension', '+15550100;ext=1'],
    ['a null byte', '+15550100\0'],
    ['other digits', '+١٥٥٥٠١٠٠٩'],
    ['an endless text', `+1${' '.repeat(9_000)}5550100`],
    ['a number instead of text', 15_550_100],
    ['a list', ['+15550100']],
  ])('refuses %s', async (_what, phone) => {
    const { cookie } = await signedUp(test);
    const before = (await readMessages(outbox)).length;
    const answer = await start(cookie, phone);
    expect(standing(answer)).toEqual([400, 'INVALID_PHONE']);
    expect(await readMessages(outbox)).toHaveLength(before);
  });

  it('allows five guesses of the code, even all at once', async () => {
    const { cookie } = await signedUp(test);
    const phone = newNumber();
    await start(cookie, phone);
    const code = await codeSentTo(outbox, phone);
    const answers = await Promise.all(Array.from({ length: 7 }, () => confirmPhone(cookie, otherCode(code))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([400, 400, 400, 400, 400, 409, 409]);
    expect(standing(await confirmPhone(cookie, code))).toEqual([409, 'NOT_STARTED']);
    expect((await get('security', { cookie })).json().phone).toBeNull();
  });

  it('accepts only the code of its own setup', async () => {
    const [one, two] = [await signedUp(test), await signedUp(test)];
    const [first, second] = [newNumber(), newNumber()];
    await start(one.cookie, first);
    const code = await codeSentTo(outbox, first);
    await start(two.cookie, second);
    if (code !== (await codeSentTo(outbox, second))) {
      expect(standing(await confirmPhone(two.cookie, code))).toEqual([400, 'INVALID_CODE']);
    }
    const third = newNumber();
    await start(one.cookie, third);
    if (code !== (await codeSentTo(outbox, third))) {
      expect(standing(await confirmPhone(one.cookie, code))).toEqual([400, 'INVALID_CODE']);
    }
    expect((await get('security', { cookie: two.cookie })).json().phone).toBeNull();
  });

  it('has no effect until it is confirmed, and needs the earlier phone to be off', async () => {
    const { email, cookie } = await userWithPhone(test, outbox);
    expect(standing(await start(cookie, newNumber()))).toEqual([409, 'ALREADY_ON']);
    await post('second-factor/phone/off', { password: PASSWORD }, { cookie });
    expect((await start(cookie, newNumber())).statusCode).toBe(200);
    expect((await firstProof(test, email)).answer.json()).toHaveProperty('user');
  });

  it('reports when the message cannot be sent, and logs it without the number', async () => {
    const lines: string[] = [];
    const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } };
    const smsSender = {
      send: () => Promise.reject(new SmsError('The SMS gateway did not answer: ECONNREFUSED.')),
    };
    const broken = await testApp(pool, { smsSender }, { logger });
    const { cookie } = await signedUp(broken);
    const fields = { password: PASSWORD, phone: '+441632960888' };
    const answer = await broken.post('second-factor/phone/start', fields, { cookie });
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        requestId: expect.any(String),
        code: 'SMS_FAILED',
        message: 'The message could not be sent. Please try again later.',
      },
    ]);
    expect(lines.join('')).toContain('ECONNREFUSED');
    expect(lines.join('')).not.toContain('960888');
    expect(cookiesOf(answer)).toBe('');
  });
});
