import { describe, expect, it } from 'vitest';
import { cookiesOf, PASSWORD, signedUp, standing } from './identity-app.js';
import { firstProof, openFactorTest, userWithApp } from './second-factor-user.js';

const { pool, test, post, get, confirm } = await openFactorTest();

describe('a recovery code', () => {
  it('signs its user in once, however it is typed', async () => {
    const { uid, email, recoveryCodes } = await userWithApp(test);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}$/);
    const first = await firstProof(test, email);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
    expect((await confirm(first.cookie, 'recovery', typed)).json()).toEqual({ user: { id: uid } });
    const second = await firstProof(test, email);
    expect(standing(await confirm(second.cookie, 'recovery', code))).toEqual([400, 'INVALID_CODE']);
    const cookie = cookiesOf(await confirm(second.cookie, 'recovery', recoveryCodes[1]));
    expect((await get('security', { cookie })).json().recoveryCodes).toBe(8);
  });

  it('that is used twice at once signs in one of them', async () => {
    const { email, recoveryCodes } = await userWithApp(test);
    const browsers = [await firstProof(test, email), await firstProof(test, email)];
    const answers = await Promise.all(
      browsers.map(({ cookie }) => confirm(cookie, 'recovery', recoveryCodes[0])),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('is replaced by new ones, for the password', async () => {
    const { cookie, email, recoveryCodes } = await userWithApp(test);
    const renewed = await post('second-factor/recovery', { password: PASSWORD }, { cookie });
    const fresh: string[] = renewed.json().recoveryCodes;
    expect(fresh).toHaveLength(10);
    const browser = await firstProof(test, email);
    const old = await confirm(browser.cookie, 'recovery', recoveryCodes[0]);
    expect(standing(old)).toEqual([400, 'INVALID_CODE']);
    expect((await confirm(browser.cookie, 'recovery', fresh[9])).statusCode).toBe(200);
  });

  it('is no longer offered when all are used', async () => {
    const { uid, email } = await userWithApp(test);
    await pool.query('delete from identity_recovery_codes where user_id = $1', [uid]);
    expect((await firstProof(test, email)).answer.json().secondFactor.factors).toEqual(['app']);
  });

  it('is not issued to a user without a second factor', async () => {
    const { cookie } = await signedUp(test);
    const answer = await post('second-factor/recovery', { password: PASSWORD }, { cookie });
    expect(standing(answer)).toEqual([409, 'NOTHING_ON']);
  });
});
