import type { Database } from '@perkex/server/database/connect.js';
import { socketOf } from '@perkex/server/database/pipelined.js';
import { connectForOrders } from '@perkex/server/orders/order-connection.js';
import type pg from 'pg';
import { type Cpu, CpuMeter } from '../report/cpu.js';

/** The bytes that a queue's connection has sent, in sequence. */
export type SentBytes = Buffer[];

/** Collects all further bytes that a connection sends. */
export function collectSent(client: pg.Client, sent: SentBytes): void {
  const socket = socketOf(client);
  const write = socket.write.bind(socket) as (...values: unknown[]) => boolean;
  socket.write = (...values: unknown[]) => {
    sent.push(values[0] as Buffer);
    return write(...values);
  };
}

/** A batch to replay. */
interface PreparedBatch {
  readonly bytes: Buffer;
  /** The number of times that PostgreSQL reports that it is ready again. */
  readonly answers: number;
}

interface PreparedBatches {
  /** The messages that prepare the statements. */
  readonly statements: Buffer[];
  readonly batches: PreparedBatch[];
}

/** The kinds of messages of PostgreSQL's protocol that a queue sends. */
const QUERY = 'Q';
const PARSE = 'P';
const BIND = 'B';
const SYNC = 'S';

/** The committed batches among the sent bytes, without their reads: each is its writes between a begin and a commit. */
function prepareBatches(sent: SentBytes): PreparedBatches {
  const statements: Buffer[] = [];
  const writing = new Set<string>();
  const batches: PreparedBatch[] = [];
  let begun: Buffer[] = [];
  let group: Buffer[] = [];
  let isWrite = false;
  for (const message of messagesOf(Buffer.concat(sent))) {
    const kind = String.fromCharCode(message[0] ?? 0);
    const [first = '', second = ''] = textsOf(message);
    if (kind === QUERY && first.startsWith('begin')) {
      begun = [message];
    } else if (kind === QUERY && first === 'commit') {
      batches.push({ bytes: Buffer.concat([...begun, message]), answers: answersOf(begun) + 1 });
    } else if (kind === PARSE && /^\s*(insert|update)\b/.test(second)) {
      writing.add(first);
      statements.push(message);
    } else if (kind !== QUERY && kind !== PARSE) {
      // A statement is bound, described, executed and synchronised.
      isWrite ||= kind === BIND && writing.has(second);
      group.push(message);
      if (kind === SYNC) {
        begun.push(...(isWrite ? group : []));
        group = [];
        isWrite = false;
      }
    }
  }
  return { statements, batches };
}

function* messagesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + bytes.readInt32BE(start + 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** The two texts that a message may begin with. */
function textsOf(message: Buffer): string[] {
  const firstEnd = message.indexOf(0, 5);
  const secondEnd = message.indexOf(0, firstEnd + 1);
  return [message.toString('utf8', 5, firstEnd), message.toString('utf8', firstEnd + 1, secondEnd)];
}

function answersOf(messages: readonly Buffer[]): number {
  return messages.filter(([kind]) => kind === QUERY.charCodeAt(0) || kind === SYNC.charCodeAt(0)).length;
}

export interface Floor {
  /** Orders per second. */
  readonly perSecond: number;
  readonly cpu: Cpu | null;
}

/**
 * The floor of a queue: its committed batches written again, each sent at once as prepared bytes, without reads and
 * matching.
 * @param sent what the queue's only connection sent to the same database
 * @param orders the number of orders that it answered
 * @param empty empties the market as it was before
 * @throws if a write fails, or does not write the same rows
 */
export async function measureFloor(
  database: Database,
  sent: SentBytes,
  orders: number,
  empty: () => Promise<void>,
): Promise<Floor> {
  const { statements, batches } = prepareBatches(sent);
  const written = await countRows(database);
  await database.pool.query('truncate batches');
  await empty();
  const client = await connectForOrders(database.address);
  try {
    const server = new Replies(client);
    const sync = Buffer.from([SYNC.charCodeAt(0), 0, 0, 0, 4]);
    await server.send(Buffer.concat([...statements, sync]), 1);
    const meter = await CpuMeter.start([process.pid], database.pool);
    const startMs = performance.now();
    for (const { bytes, answers } of batches) {
      await server.send(bytes, answers);
    }
    const tookSeconds = (performance.now() - startMs) / 1000;
    const cpu = await meter.microsecondsEach(orders);
    const rewritten = await countRows(database);
    if (rewritten !== written) {
      throw new Error(`The floor wrote ${rewritten} rows instead of ${written}.`);
    }
    return { perSecond: orders / tookSeconds, cpu };
  } finally {
    socketOf(client).destroy();
  }
}

async function countRows({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ counts: string }>(
    `select concat_ws('/', (select count(*) from orders), (select count(*) from orders where status = 'traded'),
       (select count(*) from trades), (select count(*) from refusals), (select sum(seq) from books)) as counts`,
  );
  return rows[0]?.counts ?? '';
}

/** Reads what PostgreSQL answers to prepared bytes, instead of pg. */
class Replies {
  private readonly socket;
  private unread: Buffer = Buffer.alloc(0);
  private missing = 0;
  private done: { resolve: () => void; reject: (error: Error) => void } | null = null;

  constructor(client: pg.Client) {
    this.socket = socketOf(client);
    this.socket.removeAllListeners('data');
    this.socket.on('data', (chunk: Buffer) => this.read(chunk));
    this.socket.on('close', () => this.done?.reject(new Error('The connection of the floor ended.')));
  }

  /** Sends bytes and waits until PostgreSQL is ready this many times. */
  send(bytes: Buffer, answers: number): Promise<void> {
    this.missing = answers;
    return new Promise((resolve, reject) => {
      this.done = { resolve, reject };
      this.socket.write(bytes);
    });
  }

  private read(chunk: Buffer): void {
    const bytes = this.unread.length > 0 ? Buffer.concat([this.unread, chunk]) : chunk;
    let start = 0;
    for (;;) {
      const end =
        start + 5 <= bytes.length ? start + 1 + bytes.readInt32BE(start + 1) : Number.POSITIVE_INFINITY;
      if (end > bytes.length) {
        break;
      }
      const kind = bytes[start];
      if (kind === 'E'.charCodeAt(0)) {
        this.done?.reject(
          new Error(`A write of the floor failed: ${bytes.toString('utf8', start + 5, end)}`),
        );
      } else if (kind === 'Z'.charCodeAt(0)) {
        this.missing -= 1;
      }
      start = end;
    }
    this.unread = bytes.subarray(start);
    if (this.missing === 0) {
      this.done?.resolve();
    }
  }
}
