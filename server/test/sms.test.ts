import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { gatewaySmsSender } from '../src/sms/gateway-sms-sender.js';
import { openSmsSender } from '../src/sms/open-sms-sender.js';
import { isSmsSenderName, readSmsUrl } from '../src/sms/sms-gateway.js';
import { SmsError } from '../src/sms/sms-sender.js';
import { newOutbox } from './test-senders.js';

const SMS = { to: '+15550123', text: 'Your PerkeX code is 123456. It works for 5 minutes.' };
const endings: (() => void)[] = [];

afterEach(() => {
  for (const end of endings.splice(0)) {
    end();
  }
});

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly fields: Record<string, string>;
}

/** An SMS gateway on this machine, and the requests that it received. */
async function gateway(
  answer: (response: ServerResponse) => void,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks = await request.toArray();
    received.push({
      method: request.method,
      url: request.url,
      authorization: request.headers.authorization,
      type: request.headers['content-type'],
      fields: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
    });
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/2010-04-01/Accounts/AC1/Messages.json`, received };
}

const login = { account: 'AC1', token: 'a:secret token', from: '+15550100' };

describe('the SMS gateway', () => {
  it('receives a form with the number, the sender and the text, by Basic authentication', async () => {
    const { url, received } = await gateway((response) => response.writeHead(201).end('{"sid":"SM1"}'));
    await gatewaySmsSender({ url, ...login }).send(SMS);
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/2010-04-01/Accounts/AC1/Messages.json',
        authorization: `Basic ${Buffer.from('AC1:a:secret token').toString('base64')}`,
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
        fields: { To: SMS.to, From: '+15550100', Body: SMS.text },
      },
    ]);
  });

  it.each([400, 401, 429, 500, 302])(
    'that answers %d is an error without number, text or token',
    async (status) => {
      const { url, received } = await gateway((response) =>
        response
          .writeHead(status, { location: 'http://127.0.0.1:1/' })
          .end(`{"message":"${SMS.to} is wrong"}`),
      );
      const failure = await gatewaySmsSender({ url, ...login })
        .send(SMS)
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SmsError);
      expect(String(failure)).toBe(
        `SmsError: The SMS gateway did not take a message: it answered ${status}.`,
      );
      expect(received).toHaveLength(1);
    },
  );

  it('that never answers is given up', async () => {
    const { url } = await gateway(() => {});
    const failure = await gatewaySmsSender({ url, ...login }, 50)
      .send(SMS)
      .catch((error: unknown) => error);
    expect(String(failure)).toBe('SmsError: The SMS gateway did not answer: TimeoutError.');
  });

  it('that does not exist is an error without the credentials', async () => {
    const url = 'http://127.0.0.1:1/messages';
    const failure = await gatewaySmsSender({ url, ...login })
      .send(SMS)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SmsError);
    expect(String(failure)).not.toMatch(/AC1|secret|5550/);
    expect((failure as Error).cause).toBeUndefined();
  });

  it.each([
    [
      'https://AC1:to%40ken@api.twilio.com/2010/Messages.json',
      'https://api.twilio.com/2010/Messages.json',
      'to@ken',
    ],
    ['http://AC1:token@127.0.0.1:9/messages?a=b', 'http://127.0.0.1:9/messages?a=b', 'token'],
  ])('is read from %s', (text, url, token) => {
    expect(readSmsUrl(text)).toEqual({ url, account: 'AC1', token });
  });

  it.each([
    'api.twilio.com',
    'https://api.twilio.com/Messages.json',
    'https://AC1@api.twilio.com/',
    'http://AC1:token@api.twilio.com/',
    'ftp://AC1:token@api.twilio.com/',
    'https://AC1:%E0%A4%A@api.twilio.com/',
    'https://AC1:token@api.twilio.com/#part',
  ])('is not %s', (text) => {
    expect(readSmsUrl(text)).toBeNull();
  });

  it('sends from a number or a short name', () => {
    const senders = [
      '+15550100',
      'PerkeX',
      'Perke X 24',
      '15550100',
      '+0155501',
      'A name too long',
      '',
      'X\nBody',
    ];
    expect(senders.filter(isSmsSenderName)).toEqual(['+15550100', 'PerkeX', 'Perke X 24']);
  });
});

describe('the outbox', () => {
  it('gets a message as a file that only its owner can read, and the log names the file only', async () => {
    const dataDir = newOutbox();
    const lines: string[] = [];
    const sender = openSmsSender({ sms: null, dataDir }, SYSTEM_CLOCK, {
      info: (line: unknown) => lines.push(String(line)),
    });
    await sender.send(SMS);
    const folder = path.join(dataDir, 'outbox');
    const [name = '', ...others] = await readdir(folder);
    expect([name, others]).toEqual([expect.stringMatching(/^\d{4}-[\dT.-]+Z-[0-9a-f]{24}\.sms\.txt$/), []]);
    const file = path.join(folder, name);
    expect(await readFile(file, 'utf8')).toBe(`To: ${SMS.to}\n\n${SMS.text}\n`);
    expect([(await stat(file)).mode & 0o777, (await stat(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(lines).toEqual([`A text message was written to ${file} (with SMS_URL it would be sent).`]);
  });

  it('that is not writable is an error without number or text', async () => {
    const dataDir = newOutbox();
    await openSmsSender({ sms: null, dataDir }, SYSTEM_CLOCK, { info: () => {} }).send(SMS);
    const folder = path.join(dataDir, 'outbox', 'file');
    await writeFile(folder, '');
    const sender = openSmsSender({ sms: null, dataDir: folder }, SYSTEM_CLOCK, { info: () => {} });
    const failure = await sender.send(SMS).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SmsError);
    expect(String(failure)).not.toMatch(/5550123|123456/);
  });
});
