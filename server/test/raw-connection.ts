import { once } from 'node:events';
import net from 'node:net';
import { expect } from 'vitest';

/** A connection that says what it likes and remembers what it hears. */
export class RawConnection {
  private readonly socket: net.Socket;
  private heard = '';
  private readonly closing: Promise<void>;

  constructor(port: number, localAddress = '127.0.0.1') {
    this.socket = net.connect({ port, host: '127.0.0.1', localAddress });
    this.closing = new Promise((resolve) => this.socket.once('close', () => resolve()));
    // A server that has had enough may break off; what it said before counts.
    this.socket.on('error', () => {});
    this.socket.on('data', (bytes) => {
      this.heard += bytes.toString('latin1');
    });
  }

  /** Resolves when there is room for more, or when nobody listens any more. */
  async say(bytes: string | Buffer): Promise<void> {
    if (this.socket.destroyed || this.socket.write(bytes)) {
      return;
    }
    await Promise.race([once(this.socket, 'drain').catch(() => {}), this.closing]);
  }

  /** What was heard once it is enough. */
  async hear(enough: RegExp): Promise<string> {
    await expect.poll(() => this.heard, { timeout: 10_000, interval: 5 }).toMatch(enough);
    return this.heard;
  }

  /** Reads no more of what it is told. */
  stopListening(): void {
    this.socket.pause();
  }

  /** Everything that was heard until the server hung up. */
  async closed(): Promise<string> {
    await this.closing;
    return this.heard;
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  end(): void {
    this.socket.destroy();
  }
}

/** The status of each answer in what was heard. */
export function statuses(heard: string): number[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}
