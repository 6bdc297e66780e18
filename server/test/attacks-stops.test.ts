import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { busyLog } from '../src/http/busy-log.js';
import { CONNECTION_LIMITS } from '../src/http/connections.js';
import { QueueFullError } from '../src/orders/command-queue.js';
import { buildProducts, openEngine } from './market.js';
import { RawConnection, statuses } from './raw-connection.js';
import { buildTestApp, buildTrader, type TestApp } from './test-app.js';

let market: TestApp;

afterEach(() => market.close());

/** Log lines, as objects. */
function collectingLog() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

describe('a server that stops', () => {
  const READ = 'GET /api/1 HTTP/1.1\r\nhost: x\r\n\r\n';

  async function open(graceMs: number, options: Parameters<typeof buildTestApp>[0] = {}): Promise<number> {
    const connectionLimits = { ...CONNECTION_LIMITS, stoppingGraceMs: graceMs };
    market = await buildTestApp({ connectionLimits, ...options });
    await buildProducts(market.database, ['Air Test']);
    await market.app.listen({ host: '127.0.0.1', port: 0 });
    return (market.app.server.address() as AddressInfo).port;
  }

  /** A connection that has received an answer and stays open. */
  async function idleConnection(port: number): Promise<RawConnection> {
    const connection = new RawConnection(port);
    await connection.say(READ);
    expect(await connection.hear(/\r\n\r\n.*\}/s)).toMatch(/connection: keep-alive\r\n/i);
    return connection;
  }

  it('finishes the current request, and asks its client to close the connection', async () => {
    let isHeld = false;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const port = await open(60_000, {
      engine(database) {
        const engine = openEngine(database);
        const submit = engine.submit.bind(engine);
        engine.submit = async (command) => {
          isHeld = true;
          await held;
          return submit(command);
        };
        return engine;
      },
    });
    const user = await buildTrader(market);
    const connection = new RawConnection(port);
    const order = { uid: user.uid, id: crypto.randomUUID(), name: 'Air Test', price: 100, size: '9' };
    const body = JSON.stringify(order);
    await connection.say(
      [
        'POST /api/ask HTTP/1.1',
        'host: x',
        `cookie: ${user.cookie}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
        `\r\n${body}`,
      ].join('\r\n'),
    );
    await expect.poll(() => isHeld).toBe(true);
    const stopped = market.app.close();
    release();
    const heard = await connection.closed();
    await stopped;
    expect(statuses(heard)).toEqual([200]);
    expect(heard).toMatch(/connection: close\r\n/i);
  });

  it('asks a request on an idle connection to retry instead of resetting it', async () => {
    const connection = await idleConnection(await open(60_000));
    const stopped = market.app.close();
    await connection.say(READ);
    const heard = await connection.closed();
    await stopped;
    expect(statuses(heard)).toEqual([200, 503]);
    const late = heard.slice(heard.lastIndexOf('HTTP/1.1'));
    expect(late).toMatch(/content-type: application\/problem\+json/i);
    expect(late).toMatch(/retry-after: 1\r\n/i);
    expect(late).toMatch(/connection: close\r\n/i);
    expect(late).toContain('"code":"busy"');
  });

  it('closes connections that stay idle, after a second by default', async () => {
    expect(CONNECTION_LIMITS.stoppingGraceMs).toBe(1_000);
    const connection = await idleConnection(await open(50));
    await market.app.close();
    expect(statuses(await connection.closed())).toEqual([200]);
  });
});

describe('a burst of requests that are asked to retry', () => {
  it('is logged as one line and, a second later, another with their number', async () => {
    const { log, lines } = collectingLog();
    market = await buildTestApp({
      log,
      engine(database) {
        const engine = openEngine(database);
        engine.submit = () => Promise.reject(new QueueFullError('Too many commands are waiting.'));
        return engine;
      },
    });
    await buildProducts(market.database, ['Air Test']);
    const user = await buildTrader(market);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        user.post('/ask', { id: crypto.randomUUID(), name: 'Air Test', price: 100, size: '9' }),
      ),
    );
    expect(answers.every(({ statusCode }) => statusCode === 503)).toBe(true);
    await market.app.close(); // flushes the pending lines
    const busy = lines.filter(({ msg }) => msg === 'busy');
    expect(busy.reduce((sum, { count }) => sum + Number(count), 0)).toBe(100);
    expect(busy[0]).toMatchObject({ count: 1, reasons: { 'Too many commands are waiting.': 1 } });
    expect(busy.length).toBeLessThan(100);
    expect(JSON.stringify(lines)).not.toMatch(/at \w+ \(|node_modules/);
  });

  it('is one line per interval, and none when there are no more', async () => {
    market = await buildTestApp();
    const { log, lines } = collectingLog();
    const busy = busyLog(log, 20);
    for (let noted = 0; noted < 1_000; noted += 1) {
      busy.note(new Error(noted % 2 === 0 ? 'full' : 'away'));
    }
    await expect.poll(() => lines.length).toBe(2);
    expect(lines).toMatchObject([
      { count: 1, reasons: { full: 1 } },
      { count: 999, reasons: { full: 499, away: 500 } },
    ]);
    busy.note(new Error('later'));
    await expect.poll(() => lines.length).toBe(3);
  });

  it('of many kinds names the first of them', async () => {
    market = await buildTestApp();
    const { log, lines } = collectingLog();
    const busy = busyLog(log);
    for (let noted = 0; noted < 50; noted += 1) {
      busy.note(new Error(`reason ${noted}`));
    }
    busy.flush();
    expect(lines).toHaveLength(2);
    const { reasons } = lines[1] as { reasons: Record<string, number> };
    expect(Object.keys(reasons)).toHaveLength(11);
    expect(reasons.others).toBe(39);
  });
});
