import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { Visitor } from '../src/processes/visitor.js';

const COME_BACK_MS = 100;

interface ToldEvent {
  readonly name: string;
  readonly data: Record<string, unknown>;
}

/** Reads a stream of server-sent events, and reconnects when it ends, as a page does. */
export class StreamReader {
  readonly events: ToldEvent[] = [];
  /** The number of times that the stream was opened. */
  opened = 0;
  private answer: IncomingMessage | null = null;
  private isOver = false;
  private readonly reading: Promise<void>;

  private constructor(
    private readonly visitor: Visitor,
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly onFirst: () => void,
  ) {
    this.reading = this.read();
  }

  /** Resolves when the stream is open. */
  static open(
    visitor: Visitor,
    url: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<StreamReader> {
    return new Promise((resolve) => {
      const reader: StreamReader = new StreamReader(visitor, url, headers, () => resolve(reader));
    });
  }

  async close(): Promise<void> {
    this.isOver = true;
    this.answer?.destroy();
    await this.reading;
  }

  private async read(): Promise<void> {
    while (!this.isOver) {
      await this.readOnce().catch(() => {}); // disconnected by either side
      await pause(this.isOver ? 0 : COME_BACK_MS);
    }
  }

  private async readOnce(): Promise<void> {
    const answer = await this.visitor.open(this.url, { headers: this.headers });
    this.answer = answer;
    if (answer.statusCode !== 200) {
      answer.destroy();
      return;
    }
    this.opened += 1;
    this.onFirst();
    const parser = createParser({
      onEvent: ({ event: name = 'message', data }) => this.events.push({ name, data: JSON.parse(data) }),
    });
    for await (const chunk of answer.setEncoding('utf8')) {
      parser.feed(chunk);
    }
  }
}
