import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createParser } from 'eventsource-parser';
import type { Arrivals, ReadersTask } from './readers.js';

/** A process full of readers: opens the requested streams, and reports what arrived and when. */

const arrivals: Arrivals = {};
let opened = 0;

/** The clock shared by all processes of a machine, in milliseconds. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

function open(url: string): Promise<void> {
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
        const key = `${product}/${size}/${lowestAsk}`;
        arrivals[key] = [...(arrivals[key] ?? []), nowMs()];
      }
    },
  });
  response.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
  response.on('close', () => {
    opened -= 1;
  });
}

process.on('message', async (task: ReadersTask | 'report') => {
  if (task === 'report') {
    process.send?.({ arrivals, opened });
    return;
  }
  const { url, productIds, streams, isRead } = task;
  const openOne = isRead ? open : openUnread;
  for (let first = 0; first < streams; first += 50) {
    const some = Array.from({ length: Math.min(50, streams - first) }, (_, index) => first + index);
    await Promise.all(
      some.map((index) => openOne(`${url}/api/live?product=${productIds[index % productIds.length]}`)),
    );
  }
  process.send?.('opened');
});
