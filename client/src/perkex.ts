import { type BookFeedOptions, readBookFeed, type WithId } from './book-feed.js';
import { readEvents } from './events.js';
import { type BookFeedEvent, CALLS, type Calls, type UserEvent } from './generated/calls.js';
import { withOrderId } from './problem.js';
import { hasContentType, type Patience, send, WORLD, type World } from './transport.js';

export interface PerkexOptions extends Partial<World> {
  /** The origin of the market, such as `https://shop.example`. */
  readonly url: string;
  /** An API key. Without it, only open calls work. */
  readonly key?: string;
  /** How often a call is repeated at most while no answer arrives; 6 by default. */
  readonly repetitions?: number;
  /** How long to wait for an answer, each time the call is sent; 20 seconds by default, 30 for a batch of orders. */
  readonly timeoutMs?: number;
  /**
   * No repetition of a call begins later than that after the first time; 60 seconds by default, or three times as long
   * as an answer is waited for, if that is longer.
   */
  readonly repeatForMs?: number;
}

export type CallName = keyof Calls;

/** The parts of a call's request that it has: `params`, `query` and `body`. */
export type RequestOf<Name extends CallName> = Omit<Calls[Name], 'answer' | 'problem'>;

export type AnswerOf<Name extends CallName> = Calls[Name]['answer'];

type OrderCall = 'ask' | 'bid' | 'sell' | 'buy';
type NewOrder<Call extends OrderCall> = Omit<Calls[Call]['body'], 'id' | 'thumbnail' | 'date'>;

/** A call without required parts needs no request. */
type Arguments<Name extends CallName> =
  object extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>];

const REPETITIONS = 6;
/** Longer than a server may take: 15 seconds for an order, after 10 seconds in which a batch is sent. */
const TIMEOUT_MS = 20_000;
const BATCH_TIMEOUT_MS = 30_000;
const REPEAT_FOR_MS = 3 * TIMEOUT_MS;

/** A market, as a program sees it. Every call of the OpenAPI document that a program may make, with its types. */
export class Perkex {
  private readonly world: World;
  private readonly origin: string;

  constructor(private readonly options: PerkexOptions) {
    this.world = { ...WORLD, ...options };
    this.origin = options.url.replace(/\/+$/, '');
  }

  /**
   * Makes a call. While no answer arrives or the server is busy it is sent again, unless a repetition could have a
   * second effect.
   * @throws PerkexProblem for a refusal, also of a busy server that asks for a longer wait than there is time;
   *   NoAnswerError if no answer has arrived in the end, or one was lost and no later one says what became of the call
   */
  async call<Name extends CallName>(name: Name, ...[request]: Arguments<Name>): Promise<AnswerOf<Name>> {
    const { method, path, answer, canRepeat, answerStatus }: CallFacts = CALLS[name];
    const { params = {}, query = {}, body } = (request ?? {}) as RequestParts;
    return send(
      this.world,
      {
        method,
        url: this.urlOf(path, params, query),
        headers: {
          ...this.headers(),
          accept: answer === 'text' ? 'text/plain, application/problem+json' : 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        answerStatus,
      },
      this.patience(canRepeat, name === 'orderBatch' ? BATCH_TIMEOUT_MS : TIMEOUT_MS),
      (response) => answerIn(response, answer) as Promise<AnswerOf<Name>>,
    );
  }

  /**
   * Places an order. However often it has to be sent, it is placed once: it keeps its id.
   * @returns its id, and the sentence that says what became of it
   * @throws as `call`, with the `orderId`. After a NoAnswerError, or a PerkexProblem `outcome-unknown`, place it again
   *   with the same id to learn its outcome
   */
  async place<Call extends OrderCall>(
    call: Call,
    order: NewOrder<Call> & { readonly id?: string },
  ): Promise<{ readonly id: string; readonly text: string }> {
    const id = order.id ?? this.world.newId();
    const request = { body: { ...order, id } } as unknown as RequestOf<Call>;
    try {
      const text = await this.call(call, ...([request] as unknown as Arguments<Call>));
      return { id, text: text as string };
    } catch (error) {
      throw withOrderId(error, id);
    }
  }

  /**
   * The drop copy: each event of the own orders, trades, deals and money once, and then the later ones as they happen.
   * A broken connection is resumed.
   * @param after the number of the last event that the program has; absent for the oldest that is stored
   * @throws PerkexProblem: `events-gone` if events after that number are no longer stored
   */
  events(
    options: { readonly after?: number; readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<UserEvent> {
    return readEvents(this.world, `${this.origin}/api/me/events`, this.headers(), options);
  }

  /**
   * The books: a snapshot, and then each change as it happens (`Books` rebuilds the books from it). A broken connection
   * is resumed; where that is impossible, a `reset` and another snapshot follow.
   */
  feed(options: BookFeedOptions = {}): AsyncGenerator<WithId<BookFeedEvent>> {
    return readBookFeed(this.world, `${this.origin}/api/feed`, options);
  }

  private patience(canRepeat: boolean, usualMs: number): Patience {
    const { repetitions = REPETITIONS, timeoutMs = usualMs } = this.options;
    const { repeatForMs = Math.max(REPEAT_FOR_MS, 3 * timeoutMs) } = this.options;
    return { repetitions: canRepeat ? repetitions : 0, repeatForMs, timeoutMs };
  }

  private headers(): Record<string, string> {
    return this.options.key === undefined ? {} : { authorization: `Bearer ${this.options.key}` };
  }

  private urlOf(
    path: string,
    params: Readonly<Record<string, string | number>>,
    query: Readonly<Record<string, QueryValue>>,
  ): string {
    const filled = path.replace(/\{(\w+)\}/g, (_place, name: string) =>
      encodeURIComponent(String(params[name] ?? (name === 'uid' ? 'me' : ''))),
    );
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        [value]
          .flat()
          .flatMap((each): [string, string][] => (each === undefined ? [] : [[name, String(each)]])),
      ),
    );
    return `${this.origin}${filled}${search.size > 0 ? `?${search}` : ''}`;
  }
}

interface CallFacts {
  readonly method: string;
  readonly path: string;
  readonly answer: keyof typeof TYPES;
  readonly canRepeat: boolean;
  readonly answerStatus?: number;
}

const TYPES = { text: ['text/plain', 'text/csv'], json: ['application/json'] } as const;

/** @throws if the answer is not one of PerkeX: a proxy answers with a page of its own, with any status */
async function answerIn(response: Response, kind: keyof typeof TYPES): Promise<unknown> {
  if (!hasContentType(response, ...TYPES[kind])) {
    throw new TypeError('The response has a content type that PerkeX does not send.');
  }
  return kind === 'text' ? response.text() : response.json();
}

type QueryValue = string | number | boolean | undefined | readonly (string | number)[];

interface RequestParts {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: object;
}
