import { once } from 'node:events';
import net from 'node:net';
import { expect } from 'vitest';

/** A connection that sends raw bytes and collects the answer. */
export class RawConnection {
  private readonly socket: net.Socket;
  private heard = '';
  private readonly closing: Promise<void>;

  constructor(port: number, localAddress = '127.0.0.1') {
    this.socket = net.connect({ port, host: '127.0.0.1', localAddress });
    this.closing = new Promise((resolve) => this.socket.once('close', () => resolve()));
    // A server may reset the connection; the bytes received before still count.
    this.socket.on('error', () => {});
    this.socket.on('data', (bytes) => {
      this.heard += bytes.toString('latin1');
    });
  }

  /** Resolves when the socket accepts more, or is closed. */
  async say(bytes: string | Buffer): Promise<void> {
    if (this.socket.destroyed || this.socket.write(bytes)) {
      return;
    }
    await Promise.race([once(this.socket, 'drain').catch(() => {}), this.closing]);
  }

  /** The bytes received, once they match. */
  async hear(enough: RegExp): Promise<string> {
    await expect.poll(() => this.heard, { timeout: 10_000, interval: 5 }).toMatch(enough);
    return this.heard;
  }

  /** Stops reading. */
  stopListening(): void {
    this.socket.pause();
  }

  /** All bytes received until the server closed the connection. */
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

/** The status of each answer in these bytes. */
export function statuses(heard: string): number[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}
