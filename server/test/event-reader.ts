import { createParser } from 'eventsource-parser';
import type { TestApp } from './test-app.js';

export interface ReadEvent {
  readonly id?: string;
  readonly name: string;
  readonly data: Record<string, unknown>;
}

const addresses = new WeakMap<TestApp, Promise<string>>();

/** Makes an app reachable over real connections. @returns its address */
export function listen(market: TestApp): Promise<string> {
  const address = addresses.get(market) ?? market.app.listen({ host: '127.0.0.1', port: 0 });
  addresses.set(market, address);
  return address;
}

/** A reader of server-sent events that behaves like a browser. */
export class EventReader {
  readonly events: ReadEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly abort = new AbortController();
  isOver = false;

  /** Opens a stream. Rejects when it is refused; the error's message begins with the status. */
  static async open(
    market: TestApp,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<EventReader> {
    const reader = new EventReader();
    const response = await fetch(`${await listen(market)}/api${path}`, {
      headers,
      signal: reader.abort.signal,
    });
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith('text/event-stream')) {
      throw new Error(`${response.status} ${await response.text()}`);
    }
    void reader.read(response);
    return reader;
  }

  /** The first event, received or still to come, that satisfies the condition. */
  async find(wanted: (event: ReadEvent) => boolean): Promise<ReadEvent> {
    for (;;) {
      const found = this.events.find(wanted);
      if (found) {
        return found;
      }
      if (this.isOver) {
        throw new Error(`The stream is over; there was ${JSON.stringify(this.events)}.`);
      }
      await this.change();
    }
  }

  /** Resolves when the server has ended the stream. */
  async end(): Promise<void> {
    while (!this.isOver) {
      await this.change();
    }
  }

  close(): void {
    this.abort.abort();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  private async read({ body }: Response): Promise<void> {
    const parser = createParser({
      onEvent: ({ event: name = 'message', data, id }) =>
        this.events.push({ ...(id !== undefined && { id }), name, data: JSON.parse(data) }),
    });
    try {
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        parser.feed(text);
        this.tell();
      }
    } catch {
      // closed, by us or by the server
    }
    this.isOver = true;
    this.tell();
  }

  private tell(): void {
    for (const resolve of this.waiting) {
      resolve();
    }
    this.waiting.clear();
  }
}
