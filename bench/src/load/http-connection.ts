import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_FEED = 0x0a;

type Part = 'head' | 'body' | 'chunk-size' | 'chunk' | 'trailer';

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The source address of requests, unless the system chooses it. */
  readonly from?: string | undefined;
}

/**
 * One keep-alive connection that sends one request at a time. It parses only as much as it needs to find the end of a
 * response, so that the load generator uses little CPU on the server's machine.
 */
export class HttpConnection {
  private part: Part = 'head';
  private head: Buffer = Buffer.alloc(0);
  private line = '';
  private status = 0;
  /** Remaining bytes of the body or chunk. */
  private missing = 0;
  private waiting: { resolve(status: number): void; reject(error: Error): void } | null = null;
  /** Total bytes of all bodies. */
  bodyBytes = 0;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.read(bytes));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('The server closed a connection.')));
  }

  static async open({ host, port, from }: Address): Promise<HttpConnection> {
    const socket = connect({ host, port, localAddress: from });
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  /** Sends a whole request. @returns the status, after the last byte of the response has arrived */
  send(request: Buffer | string): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) {
        reject(new Error('The connection has ended.'));
        return;
      }
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(bytes: Buffer): void {
    let offset = 0;
    while (offset < bytes.length) {
      if (this.part === 'head' && offset > 0) {
        this.socket.destroy(new Error('The server sent more than it announced.'));
        return;
      }
      if (this.part === 'head') {
        offset = this.readHead(bytes);
      } else if (this.part === 'body' || this.part === 'chunk') {
        offset = this.readBytes(bytes, offset);
      } else {
        offset = this.readLine(bytes, offset);
      }
    }
  }

  /** A head is at the start of the data: no request is sent before the previous response has ended. */
  private readHead(bytes: Buffer): number {
    const before = this.head.length;
    const head = before === 0 ? bytes : Buffer.concat([this.head, bytes]);
    const end = head.indexOf(HEAD_END);
    if (end < 0) {
      this.head = head;
      return bytes.length;
    }
    this.head = Buffer.alloc(0);
    const text = head.toString('latin1', 0, end).toLowerCase();
    this.status = Number(text.slice(9, 12));
    if (text.includes('\r\ntransfer-encoding: chunked')) {
      this.part = 'chunk-size';
    } else {
      this.part = 'body';
      this.missing = Number(/\r\ncontent-length: (\d+)/.exec(text)?.[1] ?? 0);
      this.endIfComplete();
    }
    return end + HEAD_END.length - before;
  }

  private readBytes(bytes: Buffer, offset: number): number {
    const taken = Math.min(this.missing, bytes.length - offset);
    this.missing -= taken;
    this.bodyBytes += taken;
    this.endIfComplete();
    return offset + taken;
  }

  private endIfComplete(): void {
    if (this.missing > 0) {
      return;
    }
    if (this.part === 'chunk') {
      this.part = 'chunk-size';
    } else {
      this.end();
    }
  }

  private readLine(bytes: Buffer, offset: number): number {
    const lineEnd = bytes.indexOf(LINE_FEED, offset);
    if (lineEnd < 0) {
      this.line += bytes.toString('latin1', offset);
      return bytes.length;
    }
    const line = (this.line + bytes.toString('latin1', offset, lineEnd)).trim();
    this.line = '';
    if (this.part === 'trailer') {
      if (line === '') {
        this.end();
      }
    } else if (line !== '') {
      // The empty line ends the previous chunk.
      this.missing = Number.parseInt(line, 16);
      this.part = this.missing > 0 ? 'chunk' : 'trailer';
    }
    return lineEnd + 1;
  }

  private end(): void {
    this.part = 'head';
    const { waiting } = this;
    this.waiting = null;
    waiting?.resolve(this.status);
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = null;
  }
}
