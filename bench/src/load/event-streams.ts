import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { inPieces } from '@perkex/core/in-pieces.js';
import { createParser } from 'eventsource-parser';
import { askKey } from './order-requests.js';

/** Streams of changes, read in a load process. */

export interface StreamsTask {
  readonly url: string;
  readonly productIds: readonly number[];
  /** The total number, spread over the products. */
  readonly streams: number;
  /** True if the events are read and timed; otherwise they stay unread in the system. */
  readonly isRead: boolean;
}

export interface StreamArrivals {
  /** The arrival times of each new lowest ask, over all streams, by its key. */
  readonly arrivedMs: Record<string, number[]>;
  /** The number of open streams that are read. */
  readonly opened: number;
}

const OPENED_AT_ONCE = 50;

const arrivedMs: Record<string, number[]> = {};
let opened = 0;

export function readStreams(): StreamArrivals {
  return { arrivedMs, opened };
}

/** Resolves when all are open. */
export async function openStreams({ url, productIds, streams, isRead }: StreamsTask): Promise<void> {
  const open = isRead ? openRead : openUnread;
  const urls = Array.from(
    { length: streams },
    (_, index) => `${url}/api/live?product=${productIds[index % productIds.length]}`,
  );
  for (const some of inPieces(urls, OPENED_AT_ONCE)) {
    await Promise.all(some.map(open));
  }
}

function openRead(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`A stream was refused with ${response.statusCode}.`));
        return;
      }
      read(response);
      opened += 1;
      resolve();
    });
    request.on('error', reject);
  });
}

/**
 * Opens a stream whose data stays unread in the system. Real readers have their own machines; here, reading each event
 * would take CPU time from the server.
 */
function openUnread(url: string): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', reject).once('data', (data) => {
      socket.pause();
      const [status] = data.toString('latin1').split('\r\n');
      if (status !== 'HTTP/1.1 200 OK') {
        reject(new Error(`A stream was refused: ${status}.`));
      }
      resolve();
    });
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  });
}

function read(response: IncomingMessage): void {
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'book') {
        const { product, size, lowestAsk } = JSON.parse(data);
        const key = askKey(product, size, lowestAsk);
        arrivedMs[key] ??= [];
        arrivedMs[key].push(performance.timeOrigin + performance.now());
      }
    },
  });
  response.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
  response.on('close', () => {
    opened -= 1;
  });
}
