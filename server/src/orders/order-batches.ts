import type { CommandAnswer, InvalidCommand, OrderCommandBody } from '@perkex/contract/order-batch.js';
import type { ProblemCode } from '@perkex/contract/problems.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { type OrderName, theOrder } from '../books/named-order.js';
import type { FindProducts } from '../catalogue/find-product.js';
import { FairQueue } from '../http/fair-queue.js';
import { isRefusal, problemOf, type Refusal, refusalOfInput, refusalOfPassing } from '../http/problems.js';
import { InvalidInputError } from '../http/validation.js';
import {
  type Admission,
  type KeyCall,
  type KeysOfOrders,
  outcomeOf,
  type Settled,
} from '../keys/keys-of-orders.js';
import type { ProgramKey } from '../users/program-key.js';
import { anySizeOrderIds, bidAnySize } from './bid-any-size.js';
import { changedOrderId, changeOrder } from './change-order.js';
import type { FindOrders } from './find-order.js';
import { cancelOrder, placeOrder, type Trading } from './place-order.js';

/**
 * The commands of all batches that are in a lane of the matching engine at a time. They share its transactions, and yet
 * a single order waits for so many at most, however many batches there are.
 */
const COMMANDS_AT_WORK = 64;
/**
 * The maximum time until the last command of a batch is sent, in milliseconds. Each then has the engine's own patience.
 */
const SENDING_MS = 10_000;

/** A command that matches its schema, or one that does not. */
export type BatchedCommand = OrderCommandBody | InvalidCommand;

/** The caller of a batch. */
export interface BatchCaller {
  readonly userId: string;
  readonly key: ProgramKey | null;
  /** Why the user may place no orders now; null if they may. */
  readonly refusalToOrder: () => Promise<ProblemCode | null>;
}

interface Options {
  readonly trading: Omit<Trading, 'findProduct' | 'findOrder'>;
  readonly findProducts: FindProducts;
  readonly findOrders: FindOrders;
  readonly keys: KeysOfOrders;
  /** The lane of a product in the matching engine; by default all have the same. */
  readonly laneOf?: (productId: number) => string;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
  /** Called with the errors of commands that are bugs. */
  readonly onFailure: (error: unknown) => void;
}

/** As `Admission`; also a refusal of the call itself. */
type Admitted = Exclude<Admission, Refusal> | Refusal;

/** The result of a command: its answer, and whether its order counts for its key. */
interface Outcome extends Pick<Settled, 'outcome'> {
  readonly answer: string | Refusal;
}

/** The command was not sent within the time of its batch. */
const TOO_LATE: Outcome = { answer: { refused: 'busy' }, outcome: 'refused' };

/** A command as a single call, or why it is none. */
type Call = KeyCall | Refusal<'invalid-price' | 'invalid-body'>;

type BatchTrading = Omit<Trading, 'engine'>;

/**
 * Batches of commands (orders-beyond, "Programs"). A batch has no effect of its own: each command is judged by the same
 * functions as the single call, and they enter the queue of the books in their order. The users of batches take turns
 * in each lane.
 */
export class OrderBatches {
  private readonly turnsByLane = new Map<string, FairQueue>();

  constructor(private readonly options: Options) {}

  /** @returns one answer per command, in order */
  async run(commands: readonly BatchedCommand[], caller: BatchCaller): Promise<CommandAnswer[]> {
    const deadlineMs = this.options.nowMs() + SENDING_MS;
    const answers: CommandAnswer[] = [];
    for (const round of roundsOf(commands.map((command) => callOf(command, caller.userId)))) {
      for (const { answer } of await this.runRound(round, caller, deadlineMs)) {
        answers.push(typeof answer === 'string' ? { answer } : { problem: problemOf(answer) });
      }
    }
    return answers;
  }

  /** @param calls which name no order twice */
  private async runRound(
    calls: readonly Call[],
    caller: BatchCaller,
    deadlineMs: number,
  ): Promise<Outcome[]> {
    const { userId, key } = caller;
    if (this.options.nowMs() > deadlineMs) {
      return calls.map(() => TOO_LATE);
    }
    const valid = calls.filter((call): call is KeyCall => !isRefusal(call));
    let trading: BatchTrading;
    let admissions: Admitted[];
    try {
      trading = await this.findAll(valid, userId);
      admissions = await this.admit(calls, caller, trading);
    } catch (error) {
      const outcome = this.failed(error);
      return calls.map(() => outcome);
    }
    const running: (Outcome | Promise<Outcome>)[] = [];
    for (const [index, call] of calls.entries()) {
      const admission = admissions[index] ?? null;
      if (isRefusal(call) || isRefusal(admission)) {
        running.push({ answer: isRefusal(call) ? call : (admission as Refusal), outcome: 'refused' });
        continue;
      }
      const turns = await this.turnsOf(call, userId, trading);
      // The next command follows once this one has entered its queue.
      await new Promise<void>((sent) => {
        const outcome = turns.run(userId, () =>
          this.runCall(call, userId, { ...trading, engine: this.engineOf(sent) }, deadlineMs),
        );
        running.push(outcome.finally(sent));
      });
    }
    const outcomes = await Promise.all(running);
    if (key) {
      await this.settle(key, admissions, outcomes);
    }
    return outcomes;
  }

  /** Finds the products and orders of calls in one reading each, and explains each refusal once. */
  private async findAll(calls: readonly KeyCall[], userId: string): Promise<BatchTrading> {
    const { findProducts, findOrders, trading } = this.options;
    const products = await findProducts(calls.flatMap(namedProducts));
    const orders = await findOrders(
      userId,
      calls.flatMap((call) => earlierOrders(call, products)),
    );
    const explained = new Map<string, ReturnType<Trading['explain']>>();
    return {
      ...trading,
      findProduct: async (name) => products.get(name) ?? null,
      findOrder: async (_userId, named) => theOrder(orders, named),
      explain(user, code) {
        const explanation = explained.get(code) ?? trading.explain(user, code);
        explained.set(code, explanation);
        return explanation;
      },
    };
  }

  /** One admission per call; a refusal for a call that is none. */
  private async admit(
    calls: readonly Call[],
    { key, refusalToOrder }: BatchCaller,
    trading: BatchTrading,
  ): Promise<Admitted[]> {
    const refused = calls.some(placesOrder) ? await refusalToOrder() : null;
    const refusals = calls.map((call): Refusal | null => {
      if (isRefusal(call)) {
        return call;
      }
      return refused !== null && placesOrder(call) ? { refused } : null;
    });
    if (key === null) {
      return refusals;
    }
    const others = calls.filter(
      (call, index): call is KeyCall => !isRefusal(call) && refusals[index] === null,
    );
    const admitted = await this.options.keys.admit(key, others, trading);
    return refusals.map((refusal) => refusal ?? admitted.shift() ?? null);
  }

  /** An order of a machine that is away keeps its turn for long, so each lane has its own. */
  private async turnsOf(call: KeyCall, userId: string, trading: BatchTrading): Promise<FairQueue> {
    const lane = this.options.laneOf?.((await productOf(call, userId, trading)) ?? 0) ?? '';
    const turns = this.turnsByLane.get(lane) ?? new FairQueue(COMMANDS_AT_WORK);
    this.turnsByLane.set(lane, turns);
    return turns;
  }

  private async runCall(
    { call, body }: KeyCall,
    userId: string,
    trading: BatchTrading & Pick<Trading, 'engine'>,
    deadlineMs: number,
  ): Promise<Outcome> {
    if (this.options.nowMs() > deadlineMs) {
      return TOO_LATE;
    }
    try {
      const answer = await runOne(trading, userId, { call, body } as KeyCall);
      return { answer, outcome: isRefusal(answer) ? 'refused' : 'placed' };
    } catch (error) {
      return this.failed(error);
    }
  }

  /** The engine, which reports that a command is in its queue. */
  private engineOf(sent: () => void): Trading['engine'] {
    const { engine } = this.options.trading;
    return {
      submit(command) {
        const answer = engine.submit(command);
        sent();
        return answer;
      },
    };
  }

  private failed(error: unknown): Outcome {
    const refusal = refusalOfPassing(error);
    if (!refusal) {
      this.options.onFailure(error);
    }
    return { answer: refusal ?? { refused: 'internal-error' }, outcome: outcomeOf(error) };
  }

  private async settle(
    key: ProgramKey,
    admissions: readonly Admitted[],
    outcomes: readonly Outcome[],
  ): Promise<void> {
    const settled = outcomes.flatMap(({ outcome }, index) => {
      const admission = admissions[index];
      return admission && 'counted' in admission ? [{ counted: admission.counted, outcome }] : [];
    });
    await this.options.keys.settle(key, settled);
  }
}

/** The command as the single call. */
function callOf(command: BatchedCommand, uid: string): Call {
  if (command.call === 'invalid') {
    return refusalOfInput(new InvalidInputError(command.issues));
  }
  const { call, ...body } = command;
  return { call, body: { ...body, uid } } as KeyCall;
}

/**
 * Calls that name the same order follow each other: the later one must find what the earlier one has done. Such calls
 * begin a new round, and all others are in one.
 */
function roundsOf(calls: readonly Call[]): Call[][] {
  const rounds: Call[][] = [[]];
  let named = new Set<string>();
  for (const call of calls) {
    const names = isRefusal(call) ? [] : namedOrders(call);
    if (names.some((name) => named.has(name))) {
      rounds.push([]);
      named = new Set();
    }
    rounds.at(-1)?.push(call);
    for (const name of names) {
      named.add(name);
    }
  }
  return rounds;
}

/** The names of the products of calls that place orders. */
function namedProducts({ call, body }: KeyCall): string[] {
  switch (call) {
    case 'changeOrder':
    case 'deleteAsk':
    case 'deleteBid':
      return [];
    default:
      return [body.name];
  }
}

/** The product of a call; undefined if it names none, or no order. */
async function productOf(
  call: KeyCall,
  userId: string,
  { findProduct, findOrder }: Pick<BatchTrading, 'findProduct' | 'findOrder'>,
): Promise<number | undefined> {
  const [name] = namedProducts(call);
  if (name !== undefined) {
    return (await findProduct(name))?.id;
  }
  const [named] = earlierOrders(call);
  const order = named && (await findOrder(userId, named));
  return order && !('refused' in order) ? order.productId : undefined;
}

/** The orders that a call changes, cancels or replaces. */
function earlierOrders(
  { call, body }: KeyCall,
  products: ReadonlyMap<string, { readonly id: number }> = new Map(),
): OrderName[] {
  switch (call) {
    case 'changeOrder':
    case 'deleteAsk':
    case 'deleteBid':
      return [body];
    case 'bidAnySize':
      return [];
    default:
      return body.replaces === undefined
        ? []
        : [{ id: body.replaces, productId: products.get(body.name)?.id }];
  }
}

/** The client order ids of the orders that a call names or places, of any product. */
function namedOrders(named: KeyCall): string[] {
  const { call, body } = named;
  if (call === 'changeOrder' && body.price !== undefined) {
    return [body.id, changedOrderId(body.id, dollarsToCents(body.price))];
  }
  if (call === 'bidAnySize') {
    return anySizeOrderIds(body);
  }
  return [body.id, ...earlierOrders(named).map(({ id }) => id)];
}

function placesOrder(call: Call): boolean {
  return !isRefusal(call) && call.call !== 'deleteAsk' && call.call !== 'deleteBid';
}

function runOne(
  trading: BatchTrading & Pick<Trading, 'engine'>,
  userId: string,
  { call, body }: KeyCall,
): Promise<string | Refusal> {
  switch (call) {
    case 'bidAnySize':
      return bidAnySize(trading, userId, body);
    case 'changeOrder':
      return changeOrder(trading, userId, body);
    case 'deleteAsk':
      return cancelOrder(trading, 'ask', userId, body);
    case 'deleteBid':
      return cancelOrder(trading, 'bid', userId, body);
    default:
      return placeOrder(trading, call, userId, body);
  }
}
