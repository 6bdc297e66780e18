import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PASSWORD, SECRET, signedUp, testApp, testPool } from './identity-app.js';

const pool = await testPool();
const test = await testApp(pool);
const { uidOf } = test;
const NAME = 'better-auth.session_token';

/** The cookie header's value with one change to its decoded `token.signature`. */
function changed(cookie: string, change: (value: string) => string): string {
  const value = decodeURIComponent(cookie.slice(NAME.length + 1));
  return `${NAME}=${encodeURIComponent(change(value))}`;
}

const flipped = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

describe('the session cookie', () => {
  it('made by a sign-up is accepted', async () => {
    const { uid, cookie } = await signedUp(test);
    expect(cookie.startsWith(`${NAME}=`)).toBe(true);
    expect(await uidOf(cookie)).toBe(uid);
    expect(await uidOf(`theme=dark; ${cookie}; other=1`)).toBe(uid);
  });

  it('signed by better-auth, which made earlier sessions, is accepted', async () => {
    const { uid } = await signedUp(test);
    const token = 'k3Vd0Zr8QmWc7LxTb5YnAq2JfHs6PgEu';
    await pool.query(
      `insert into identity_sessions (id, token, user_id, expires_at)
        values ($1, $1, $2, now() + interval '1 day')`,
      [token, uid],
    );
    const signature = createHmac('sha256', SECRET).update(token).digest('base64');
    expect(await uidOf(`${NAME}=${encodeURIComponent(`${token}.${signature}`)}`)).toBe(uid);
  });

  it('is accepted where the signature needs URL-encoding', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const { uid, cookie } = await signedUp(test);
      expect(await uidOf(cookie)).toBe(uid);
    }
  });

  it.each<[string, (value: string) => string]>([
    ['with another token', (value) => flipped(value, 0)],
    ['with another signature', (value) => flipped(value, value.indexOf('.') + 5)],
    ['cut short by one character', (value) => value.slice(0, -1)],
    ['cut short to its token', (value) => value.slice(0, value.indexOf('.'))],
    ['cut short to its token and dot', (value) => value.slice(0, value.indexOf('.') + 1)],
    ['with something after the token', (value) => value.replace('.', 'x.')],
    ['with a null byte', (value) => `\0${value}`],
    ['with an empty token', (value) => value.slice(value.indexOf('.'))],
  ])('%s is refused', async (_what, change) => {
    const { cookie } = await signedUp(test);
    expect(await uidOf(changed(cookie, change))).toBeNull();
  });

  it.each(['', '=', ';;;', NAME, `${NAME}=`, `${NAME}=%`, `${NAME}=%ff.%zz`, `x${NAME}=a.b`, `${NAME}=.`])(
    'that is %j is refused, and does not throw',
    async (cookie) => {
      expect(await uidOf(cookie)).toBeNull();
    },
  );

  it('signed with another secret is refused', async () => {
    const foreign = await testApp(pool, { secret: 'another secret, of other people, as long.' });
    const { uid, cookie } = await signedUp(foreign);
    expect(await foreign.uidOf(cookie)).toBe(uid);
    expect(await uidOf(cookie)).toBeNull();
  });

  it('of an expired session is refused', async () => {
    const { uid, cookie } = await signedUp(test);
    await pool.query(
      "update identity_sessions set expires_at = now() - interval '1 second' where user_id = $1",
      [uid],
    );
    expect(await uidOf(cookie)).toBeNull();
  });

  it('of a deleted user is refused', async () => {
    const { uid, cookie } = await signedUp(test);
    await pool.query('delete from identity_users where id = $1', [uid]);
    expect(await uidOf(cookie)).toBeNull();
  });

  it('is out of reach of scripts and of other sites, and sent to its own host only', async () => {
    const answer = await test.post('sign-up/email', { email: 'attributes@example.com', password: PASSWORD });
    const header = String(answer.headers['set-cookie']);
    expect(header).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(header).toContain('Max-Age=604800');
    expect(header).not.toContain('Domain');
  });

  it('is a Secure host cookie on https, and the plain one is refused there', async () => {
    const secure = await testApp(pool, { publicUrl: 'https://perkex.example' });
    const answer = await secure.post('sign-up/email', { email: 'secure@example.com', password: PASSWORD });
    const header = String(answer.headers['set-cookie']);
    expect(header.startsWith('__Host-better-auth.session_token=')).toBe(true);
    expect(header).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const cookie = header.slice(0, header.indexOf(';'));
    expect(await secure.uidOf(cookie)).toBe(answer.json().user.id);
    expect(await secure.uidOf(cookie.replace('__Host-', ''))).toBeNull();
    expect(await uidOf(cookie)).toBeNull();
  });
});
