import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readConfig, VARIABLES } from './config.js';
import { paymentsNotice, paymentsOfMarket } from './payments/payment-settings.js';
import { ConfigError } from './settings/config-error.js';
import { unusedText } from './unused-settings.js';

const SECRET = 'x'.repeat(32);
const FIREBASE = {
  AUTH_PROVIDER: 'firebase',
  FIREBASE_API_KEY: 'AIzaSy-key_1',
  FIREBASE_AUTH_DOMAIN: 'shop.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'shop-1',
};

describe('the settings', () => {
  it('have the defaults of the documentation', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      databaseUrlRead: null,
      demo: true,
      demoProducts: 0,
      demoTrading: true,
      firebase: null,
      authSecret: null,
      rateLimits: true,
      trustProxy: false,
      logLevel: 'info',
      smtp: null,
      mailFrom: 'PerkeX <no-reply@localhost>',
      sms: null,
      payments: null,
      bankAccount: null,
      shipTo: null,
      labels: null,
      openOrderLimits: { perUser: 500, perBook: 50 },
      maxDebtCents: 10_000,
    });
  });

  it('are exactly those in the table of the README', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    // NO_COLOR is read by the log.
    expect(named.filter((name) => name !== 'NO_COLOR').sort()).toEqual([...VARIABLES].sort());
  });

  it('split the address to ship to into its lines', () => {
    expect(readConfig({ SHIP_TO: 'PerkeX Intake; 12 Example Street ;Springfield' }).shipTo).toEqual([
      'PerkeX Intake',
      '12 Example Street',
      'Springfield',
    ]);
  });

  it('include a port in the public address as browsers do', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(readConfig({ PORT: '80' }).publicUrl).toBe('http://localhost');
  });

  it('require a verified e-mail except on the local machine without a mail server, unless set otherwise', () => {
    const SMTP_URL = 'smtp://mail.example';
    const PUBLIC_URL = 'https://shop.example';
    const asks = (environment: Record<string, string>) => readConfig(environment).requiresEmailProof;
    expect(asks({})).toBe(false);
    expect(asks({ PUBLIC_URL: 'http://127.0.0.1:8080' })).toBe(false);
    expect(asks({ SMTP_URL })).toBe(true);
    expect(asks({ PUBLIC_URL })).toBe(true);
    expect(asks({ PUBLIC_URL: 'http://192.168.0.2:3000' })).toBe(true);
    expect(asks({ REQUIRE_EMAIL_PROOF: 'on' })).toBe(true);
    expect(asks({ REQUIRE_EMAIL_PROOF: 'off', PUBLIC_URL, SMTP_URL })).toBe(false);
  });

  it('have no demonstration market on another database by default', () => {
    const environment = { DATABASE_URL: 'postgres://db.example/perkex', AUTH_SECRET: SECRET };
    expect(readConfig(environment).demo).toBe(false);
    expect(readConfig({ ...environment, DEMO: '1' }).demo).toBe(true);
  });

  it('add made-up products only to a demonstration market', () => {
    expect(readConfig({ DEMO_PRODUCTS: '100000' }).demoProducts).toBe(100_000);
    expect(readConfig({ DEMO_PRODUCTS: '0', DEMO: 'off' }).demoProducts).toBe(0);
    expect(() => readConfig({ DEMO_PRODUCTS: '5', DEMO: 'off' })).toThrow('DEMO_PRODUCTS needs DEMO=on');
  });

  it('let the demonstration market trade by default only if it fills the embedded database', () => {
    const trades = (environment: Record<string, string>) => readConfig(environment).demoTrading;
    const elsewhere = { DATABASE_URL: 'postgres://db.example/perkex', AUTH_SECRET: SECRET };
    expect(trades({})).toBe(true);
    expect(trades({ DEMO: 'off' })).toBe(false);
    expect(trades({ DEMO_TRADING: 'off' })).toBe(false);
    expect(trades(elsewhere)).toBe(false);
    expect(trades({ ...elsewhere, DEMO: 'on' })).toBe(false);
    expect(trades({ ...elsewhere, DEMO: 'on', DEMO_TRADING: 'on' })).toBe(true);
  });

  it('treat an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', RATE_LIMITS: '' })).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'shop.example'],
    ['PUBLIC_URL', 'https://shop.example/shop'],
    ['DATABASE_URL', 'mysql://db.example'],
    ['DATABASE_URL_READ', 'standby.example'],
    ['DATABASE_URL_READ', 'postgres://standby.example/perkex'],
    ['DEMO_PRODUCTS', 'all'],
    ['DEMO_PRODUCTS', '-1'],
    ['DEMO_PRODUCTS', '1000001'],
    ['RATE_LIMITS', 'maybe'],
    ['REQUIRE_EMAIL_PROOF', 'sometimes'],
    ['IMAGE_ORIGINS', 'https://img.example cdn.example'],
    ['HOLIDAYS', '2026-02-30'],
    ['HOLIDAYS', '2026-13-01'],
    ['HOLIDAYS', 'Christmas'],
    ['SHIP_TO', 'PerkeX; ; Street'],
    ['SHIP_TO', 'A\nB'],
    ['SHIP_TO', 'x'.repeat(51)],
    ['SHIP_TO', 'a;b;c;d;e;f;g;h;i'],
    ['AUTH_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['ORDER_GROUPS', 'size'],
    ['MAX_OPEN_ORDERS', 'many'],
    ['MAX_OPEN_ORDERS_PER_BOOK', '0'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'smtp://mail.example?secure=true'],
    ['CONTACT', 'come by'],
    ['CONTACT', 'help@shop.example, sales@shop.example'],
    ['CONTACT', 'javascript:alert(1)'],
    ['MAIL_FROM', 'PerkeX'],
    ['MAIL_FROM', 'a@shop.example, b@shop.example'],
    ['MAIL_FROM', 'PerkeX <no-reply@shop.example'],
    ['MAIL_FROM', 'PerkeX\r\nBcc: <a@b.example>'],
    ['MAIL_FROM', 'no-reply@shop.example\nBcc: a@b.example'],
    ['MAIL_FROM', 'no-reply@shop example'],
    ['SMS_URL', 'https://sms.example/messages'],
    ['S3_URL', 'https://s3.example/bucket'],
    ['S3_URL', 'http://KEY:secret@s3.example/bucket'],
    ['S3_URL', 's3://bucket'],
    ['SMS_URL', 'http://AC1:token@sms.example/messages'],
    ['PAYMENTS', 'cash'],
    ['PAYMENTS', 'bank'],
    ['BANK_ACCOUNT', 'DE89370400440532013001'],
    ['BANK_ACCOUNT', '123'],
    ['BANK_CODE', 'bank'],
    ['BANK_HOLDER', 'x'.repeat(71)],
    ['AUTH_PROVIDER', 'google'],
  ])('refuse %s=%s and name the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('require the keys of one mode for Stripe', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' };
    const read = (publishable: Record<string, string>) =>
      readConfig({ PAYMENTS: 'stripe', ...keys, ...publishable }).payments;
    expect(read({ STRIPE_PUBLISHABLE_KEY: 'pk_test_a' })).toEqual({
      provider: 'stripe',
      stripe: { secretKey: 'sk_test_a', publishableKey: 'pk_test_a', webhookSecret: 'whsec_a' },
    });
    expect(() => read({})).toThrow('STRIPE_PUBLISHABLE_KEY is required');
    expect(() => read({ STRIPE_PUBLISHABLE_KEY: 'pk_live_a' })).toThrow(
      'STRIPE_PUBLISHABLE_KEY must be in the same mode',
    );
    expect(() => read({ STRIPE_PUBLISHABLE_KEY: 'card' })).toThrow(
      'STRIPE_PUBLISHABLE_KEY must begin with pk_',
    );
  });

  it('require the whole account of the market for bank transfers', () => {
    const IBAN = 'DE89 3704 0044 0532 0130 00';
    const account = { holder: 'Club', account: 'DE89370400440532013000', bankCode: null, bankName: null };
    const settings = { BANK_HOLDER: 'Club', BANK_ACCOUNT: IBAN };
    expect(readConfig(settings)).toMatchObject({ payments: null, bankAccount: account });
    expect(readConfig({ ...settings, PAYMENTS: 'bank' }).payments).toEqual({ provider: 'bank', account });
    expect(() => readConfig({ BANK_ACCOUNT: IBAN })).toThrow('BANK_HOLDER is required');
    expect(() => readConfig({ BANK_HOLDER: 'Club' })).toThrow('BANK_ACCOUNT is required');
    expect(() => readConfig({ BANK_HOLDER: 'Club', BANK_ACCOUNT: '12345678' })).toThrow(
      'BANK_CODE is required',
    );
    const play = readConfig({ ...settings, PAYMENTS: 'play' });
    expect(play.bankAccount).toBeNull();
    expect(play.unused.map(({ because }) => because)).toEqual([
      'PAYMENTS is not bank',
      'PAYMENTS is not bank',
    ]);
  });

  it('choose the payments of a market that names none, and tell its operator', () => {
    const account = { holder: 'Club', account: 'DE89370400440532013000', bankCode: null, bankName: null };
    const none = { payments: null, bankAccount: null };
    const bank = { payments: null, bankAccount: account };
    expect(paymentsOfMarket(none, true)).toEqual({ provider: 'play' });
    expect(paymentsOfMarket(bank, true)).toEqual({ provider: 'play' });
    expect(paymentsOfMarket(bank, false)).toEqual({ provider: 'bank', account });
    expect(paymentsOfMarket(none, false)).toEqual({ provider: 'off' });
    expect(paymentsNotice(none, false)).toContain('Set BANK_HOLDER and BANK_ACCOUNT');
    expect(paymentsNotice(bank, false)).toContain('requires a licence');
    expect(paymentsNotice(none, true)).toBeNull();
    expect(paymentsNotice(bank, true)).toMatch(/has play money.*BANK_ACCOUNT.*no effect/);
    expect(paymentsNotice({ payments: { provider: 'off' }, bankAccount: null }, false)).toBeNull();
  });

  it('require a sender for the gateway of text messages', () => {
    const SMS_URL = 'https://AC1:a-token@sms.example/messages';
    expect(readConfig({ SMS_URL, SMS_FROM: '+15550100' }).sms).toEqual({
      url: 'https://sms.example/messages',
      account: 'AC1',
      token: 'a-token',
      from: '+15550100',
    });
    expect(() => readConfig({ SMS_URL })).toThrow('SMS_URL needs SMS_FROM');
    expect(() => readConfig({ SMS_URL, SMS_FROM: 'a name that is too long' })).toThrow(/^SMS_FROM must be/);
    for (const environment of [{ SMS_URL }, { SMS_URL: `x${SMS_URL}`, SMS_FROM: '+15550100' }]) {
      expect(() => readConfig(environment)).not.toThrow('a-token');
    }
  });

  it('send mails from the host of the public address by default', () => {
    expect(readConfig({ PUBLIC_URL: 'https://shop.example:8443' }).mailFrom).toBe(
      'PerkeX <no-reply@shop.example>',
    );
    for (const MAIL_FROM of ['ada@shop.example', 'Schöne Schuhe <ada+shop@mail.shop.example>']) {
      expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
    }
    for (const PUBLIC_URL of ['http://127.0.0.1:3000', 'http://[::1]:3000']) {
      const { mailFrom } = readConfig({ PUBLIC_URL });
      expect(readConfig({ MAIL_FROM: mailFrom }).mailFrom).toBe(mailFrom);
    }
  });

  it('accept an e-mail or the address of a page as the contact', () => {
    expect(readConfig({}).contact).toBeNull();
    for (const CONTACT of ['help@shop.example', 'https://shop.example/contact?from=perkex']) {
      expect(readConfig({ CONTACT }).contact).toBe(CONTACT);
    }
  });

  it('never repeat the password of a mail server', () => {
    const refuse = () => readConfig({ SMTP_URL: 'smtp://ada:secret@mail.example/inbox' });
    expect(refuse).toThrow(ConfigError);
    expect(refuse).not.toThrow(/secret/);
  });

  it('derive the API of GitHub or of an Enterprise host', () => {
    const application = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'hush' };
    expect(readConfig({}).github).toBeNull();
    expect(readConfig(application).github).toEqual({
      clientId: 'id',
      clientSecret: 'hush',
      url: 'https://github.com',
      apiUrl: 'https://api.github.com',
    });
    const GITHUB_URL = 'https://git.example';
    expect(readConfig({ ...application, GITHUB_URL }).github).toMatchObject({
      url: 'https://git.example',
      apiUrl: 'https://git.example/api/v3',
    });
    const GITHUB_API_URL = 'https://api.git.example/';
    expect(readConfig({ ...application, GITHUB_URL, GITHUB_API_URL }).github?.apiUrl).toBe(
      'https://api.git.example',
    );
  });

  it.each([
    [{ GITHUB_CLIENT_ID: 'id' }, 'GITHUB_CLIENT_SECRET'],
    [{ GITHUB_CLIENT_SECRET: 'hush' }, 'GITHUB_CLIENT_ID'],
    [{ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'hush', GITHUB_URL: 'git.example' }, 'GITHUB_URL'],
    [{ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'hush', GITHUB_API_URL: 'ftp://x' }, 'GITHUB_API_URL'],
  ])('refuse an incomplete GitHub application and name the variable: %o', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(name);
    expect(() => readConfig(environment)).not.toThrow(/hush/);
  });

  it('require a secret with another database, because several servers may share it', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://db.example/perkex' })).toThrow(
      /AUTH_SECRET is required/,
    );
  });

  it('of deploy/cluster/compose.yaml exist, are valid and have an effect', async () => {
    const folder = new URL('../../deploy/cluster/', import.meta.url);
    const compose = await readFile(new URL('compose.yaml', folder), 'utf8');
    const [, block = ''] = /^ {2}environment: &settings\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
    const settings = [...block.matchAll(/^ {4}(\w+): '?([^'\n]*)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    expect(settings.length).toBeGreaterThan(3);
    expect(settings.map(([name]) => name).filter((name = '') => !VARIABLES.includes(name))).toEqual([]);
    const config = readConfig({ ...Object.fromEntries(settings), AUTH_SECRET: SECRET });
    expect(config).toMatchObject({ port: 3000, trustProxy: true, unused: [] });
    for (const [, file = ''] of compose.matchAll(/'(\.\.?\/[^:]+):/g)) {
      await expect(readFile(new URL(file, folder))).resolves.toBeDefined();
    }
    const proxy = await readFile(new URL('../haproxy.cfg', folder), 'utf8');
    for (const [, address = '', server] of compose.matchAll(/s\/([\d.]+:\d+)\/([\d.]+):3000\//g)) {
      expect([proxy.split(address).length, compose.split(`${server}`).length]).toEqual([3, 3]);
    }
  });

  describe('that another setting disables', () => {
    const unused = (environment: Record<string, string>) => readConfig(environment).unused;

    it('are reported with that setting, are not validated and have no effect', () => {
      expect(unused({})).toEqual([]);
      expect(unused({ SMS_FROM: 'a name that is too long', S3_REGION: '' })).toEqual([
        { name: 'SMS_FROM', because: 'SMS_URL is not set' },
      ]);
      expect(
        unused({ S3_REGION: 'eu-central-1', GITHUB_URL: 'git.example', FIREBASE_PROJECT_ID: 'shop/1' }),
      ).toEqual([
        { name: 'S3_REGION', because: 'S3_URL is not set' },
        { name: 'GITHUB_URL', because: 'GITHUB_CLIENT_ID is not set' },
        { name: 'FIREBASE_PROJECT_ID', because: 'AUTH_PROVIDER is not firebase' },
      ]);
      expect(unused({ LABEL_FROM: 'the desk', PAYOUT_RELEASE_CENTS: '1 $' })).toEqual([
        { name: 'LABEL_FROM', because: 'EASYPOST_KEY is not set' },
        { name: 'PAYOUT_RELEASE_CENTS', because: 'BANK_ACCOUNT is not set' },
      ]);
      const withFirebase = readConfig({
        ...FIREBASE,
        SMTP_URL: 'mail.example',
        MAIL_FROM: 'shop@shop.example',
        AUTH_SECRET: SECRET,
        GITHUB_CLIENT_ID: 'id',
        SMS_FROM: '+15550100',
      });
      expect(withFirebase).toMatchObject({ smtp: null, authSecret: SECRET, github: null, sms: null });
      expect(withFirebase.unused).toEqual(
        ['SMTP_URL', 'MAIL_FROM', 'GITHUB_CLIENT_ID', 'SMS_FROM'].map((name) => ({
          name,
          because: 'AUTH_PROVIDER is firebase',
        })),
      );
    });

    it('are reported in one line, each reason once', () => {
      const { unused } = readConfig({ ...FIREBASE, SMTP_URL: 'x', MAIL_FROM: 'x', S3_REGION: 'x' });
      expect(unusedText(unused)).toBe(
        'These settings are set but not used: SMTP_URL, MAIL_FROM (AUTH_PROVIDER is firebase); ' +
          'S3_REGION (S3_URL is not set).',
      );
    });

    it('are not reported if all settings are used', () => {
      expect(
        unused({
          GITHUB_CLIENT_ID: 'id',
          GITHUB_CLIENT_SECRET: 'hush',
          GITHUB_URL: 'https://git.example',
          SMS_URL: 'https://AC1:a-token@sms.example/messages',
          SMS_FROM: '+15550100',
          SMTP_URL: 'smtp://mail.example',
          AUTH_SECRET: SECRET,
        }),
      ).toEqual([]);
      expect(unused(FIREBASE)).toEqual([]);
    });
  });

  describe('with Firebase', () => {
    it('contain its project and need no secret', () => {
      const { firebase, authSecret } = readConfig({
        ...FIREBASE,
        DATABASE_URL: 'postgres://db.example/perkex',
      });
      expect(firebase).toEqual({
        apiKey: 'AIzaSy-key_1',
        authDomain: 'shop.firebaseapp.com',
        projectId: 'shop-1',
        emulatorHost: null,
      });
      expect(authSecret).toBeNull();
    });

    it.each(['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID'])('require %s', (name) => {
      expect(() => readConfig({ ...FIREBASE, [name]: '' })).toThrow(ConfigError);
      expect(() => readConfig({ ...FIREBASE, [name]: '' })).toThrow(`${name} is required`);
    });

    it.each([
      ['FIREBASE_API_KEY', 'a key'],
      ['FIREBASE_AUTH_DOMAIN', 'https://shop.firebaseapp.com'],
      ['FIREBASE_AUTH_DOMAIN', "shop.example; script-src 'unsafe-inline'"],
      ['FIREBASE_AUTH_DOMAIN', 'shop.example *'],
      ['FIREBASE_PROJECT_ID', 'shop/1'],
      ['FIREBASE_AUTH_EMULATOR_HOST', 'http://127.0.0.1:9099'],
    ])('refuse %s=%s and name the variable', (name, value) => {
      const environment = { ...FIREBASE, FIREBASE_PROJECT_ID: 'demo-shop', [name]: value };
      expect(() => readConfig(environment)).toThrow(ConfigError);
      expect(() => readConfig(environment)).toThrow(name);
    });

    it('accept the emulator only for a project that cannot be real', () => {
      const environment = { ...FIREBASE, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
      expect(() => readConfig(environment)).toThrow(/begins with demo-/);
      expect(readConfig({ ...environment, FIREBASE_PROJECT_ID: 'demo-shop' }).firebase).toMatchObject({
        emulatorHost: '127.0.0.1:9099',
      });
    });
  });
});
