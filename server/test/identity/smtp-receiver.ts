import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** The whole mail, with CRLF. */
  readonly source: string;
}

export interface SmtpReceiver {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Every line that the client sent. */
  readonly heard: readonly string[];
  /** The number of connections so far. */
  readonly calls: () => number;
}

export interface SmtpManners {
  /** The answer to RCPT. */
  readonly recipientAnswer?: (address: string) => string;
  /** Accepts a connection and never responds. */
  readonly isMute?: boolean;
}

/** A mail server of RFC 5321, limited to one mail per connection. Closed after the test file. */
export async function receiveMails(manners: SmtpManners = {}): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (!manners.isMute) {
      converse(socket, manners, heard, (mail) => mails.push(mail));
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  afterAll(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, mails, heard, calls: () => sockets.size };
}

function converse(
  socket: Socket,
  { recipientAnswer = () => '250 Fine' }: SmtpManners,
  heard: string[],
  onMail: (mail: ReceivedMail) => void,
): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let envelope = { from: '', to: '' };
  let content: string[] | null = null;
  say('220 receiver.example ESMTP');
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    heard.push(line);
    if (content) {
      if (line !== '.') {
        content.push(line.replace(/^\./, ''));
        return;
      }
      onMail({ ...envelope, source: content.join('\r\n') });
      content = null;
      say('250 Taken');
      return;
    }
    const address = /<(.*)>/.exec(line)?.[1] ?? '';
    switch (line.slice(0, 4).toUpperCase()) {
      case 'MAIL':
        envelope = { ...envelope, from: address };
        return say('250 Fine');
      case 'RCPT':
        envelope = { ...envelope, to: address };
        return say(recipientAnswer(address));
      case 'DATA':
        content = [];
        return say('354 Go on');
      case 'QUIT':
        return socket.end('221 Bye\r\n');
      case 'EHLO':
        return say('250 receiver.example');
      default:
        return say('502 Unknown');
    }
  });
}
