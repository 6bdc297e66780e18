import { describe, expect, it } from 'vitest';
import { appCode } from '../../../e2e/src/authenticator-app.js';
import { newOutbox, testSmsSender } from '../test-senders.js';
import { PASSWORD, SECRET, standing, testApp } from './identity-app.js';
import { codeSentTo, firstProof, openFactorTest, readMessages, userWithApp } from './second-factor-user.js';

const { pool, outbox, test, post, confirm } = await openFactorTest();

describe('stored second factors', () => {
  it('open no account: the tables contain no secret, number, code or token', async () => {
    const { uid, email, cookie, secret, recoveryCodes } = await userWithApp(test);
    const phone = '+441632960961';
    await post('second-factor/phone/start', { password: PASSWORD, phone }, { cookie });
    const code = await codeSentTo(outbox, phone);
    const { cookie: challenge } = await firstProof(test, email);
    const done = await confirm(challenge, 'app', appCode(secret, 1), true);
    const token = done.cookies.find(({ name }) => name === 'better-auth.trusted_device')!.value;
    let kept = '';
    for (const table of [
      'authenticator_apps',
      'phones',
      'phone_codes',
      'recovery_codes',
      'trusted_devices',
    ]) {
      const { rows } = await pool.query(`select * from identity_${table} where user_id = $1`, [uid]);
      expect(rows.length).toBeGreaterThan(0);
      kept += JSON.stringify(rows);
    }
    for (const text of [secret, phone, phone.slice(1), `"${code}"`, token, ...recoveryCodes]) {
      expect(kept).not.toContain(text);
      expect(kept).not.toContain(text.replaceAll('-', ''));
    }
  });

  it('are bound to their user and to the server’s secret', async () => {
    const [attacker, victim] = [await userWithApp(test), await userWithApp(test)];
    await pool.query(
      `update identity_authenticator_apps set last_step = 0, sealed_secret = (
         select sealed_secret from identity_authenticator_apps where user_id = $1) where user_id = $2`,
      [attacker.uid, victim.uid],
    );
    const { cookie } = await firstProof(test, victim.email);
    expect(standing(await confirm(cookie, 'app', appCode(attacker.secret)))).toEqual([400, 'INVALID_CODE']);
    const other = await testApp(pool, { secret: `${SECRET} Another one.` });
    const there = await firstProof(other, attacker.email);
    const answer = await other.post(
      'second-factor/confirm',
      { factor: 'app', code: appCode(attacker.secret, 1) },
      { cookie: there.cookie },
    );
    expect(standing(answer)).toEqual([400, 'INVALID_CODE']);
  });

  it('are not in the log, nor in answers after the first', async () => {
    const lines: string[] = [];
    const logger = { level: 'trace', stream: { write: (line: string) => lines.push(line) } };
    const own = newOutbox();
    const logged = await testApp(pool, { smsSender: testSmsSender(own) }, { logger });
    const { cookie, email, secret, recoveryCodes } = await userWithApp(logged);
    const phone = '+441632960999';
    await logged.post('second-factor/phone/start', { password: PASSWORD, phone }, { cookie });
    const code = await codeSentTo(own, phone);
    await logged.post('second-factor/phone/confirm', { code }, { cookie });
    const security = await logged.get('security', { cookie });
    const { answer } = await firstProof(logged, email);
    for (const text of [secret, phone, code, ...recoveryCodes]) {
      expect(lines.join('')).not.toContain(text);
      expect(security.body + answer.body).not.toContain(text);
    }
    expect(answer.json().secondFactor.phone).toBe('•••• 0999');
    expect((await readMessages(own)).map(({ to }) => to)).toEqual([phone]);
  });
});
