import type { CommandAnswer, OrderCommandBody } from '@perkex/contract/order-batch.js';
import type { VACATION_ACTS } from '@perkex/contract/vacation.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import { centsToDollars } from '@perkex/core/money.js';
import { LIFETIMES_DAYS, type LifetimeDays, lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import type pg from 'pg';
import { z } from 'zod';
import { type Transaction, transaction } from '../database/transaction.js';
import { BusyError } from '../errors/busy-error.js';
import { jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import type { PriceRules } from '../price-rules/price-rules.js';
import { lockUser } from '../users/lock-user.js';
import { returnedId } from './paused-asks.js';
import { saveReturnedAsks } from './returned-asks.js';
import {
  endVacation,
  forgetVacation,
  lockVacation,
  nextAsks,
  readVacation,
  rememberAsks,
  type SettledAsk,
  type StoredVacation,
  settleAsks,
  settleVacation,
  startVacation,
  type VacationAsk,
} from './vacation-rows.js';

/** Few enough to leave room in the queue for other users' orders. */
const AT_ONCE = 20;

/** Without a key: versions begin again with each vacation, and the end of an earlier job may not be recorded yet. */
const VACATION_JOBS = jobKind({
  name: 'vacation',
  data: z.object({ userId: z.string(), version: z.number() }),
  retries: retriesForAMonth(1),
  atOnce: 2,
});

/** An ask that is to be cancelled; `seq` identifies it in its book. */
export interface PausedAsk extends Pick<VacationAsk, 'orderId' | 'productId' | 'size' | 'seq'> {
  readonly userId: string;
}

interface Options {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** Cancels an ask. @returns false if it is not open: it has traded */
  readonly pause: (ask: PausedAsk) => Promise<boolean>;
  /** The rules of asks, which are paused with them. */
  readonly rules: Pick<PriceRules, 'take' | 'restore'>;
  /** Places asks as a batch of the user. */
  readonly place: (userId: string, commands: readonly OrderCommandBody[]) => Promise<CommandAnswer[]>;
}

export type VacationAct = (typeof VACATION_ACTS)[number];

/**
 * Vacations of sellers (orders-beyond, "Vacation"). A job pauses the asks or brings them back, in small steps. What it
 * has done is recorded after each step, and every step can be repeated: a paused ask stays paused, and an ask is
 * brought back under an id that depends on it alone. So a server that ends in the middle loses nothing, and another one
 * goes on.
 */
export class Vacations {
  constructor(private readonly options: Options) {
    options.jobs.register(VACATION_JOBS, {
      work: ({ userId, version }) => this.work(userId, version),
    });
  }

  /** Takes a step of the user. One that is not possible in the present state changes nothing. */
  async take(tx: Transaction, userId: string, act: VacationAct): Promise<void> {
    await lockUser(tx, userId);
    const state = (await lockVacation(tx, userId))?.state ?? 'none';
    if (act === 'start' && (state === 'none' || state === 'back')) {
      await this.send(tx, userId, await startVacation(tx, userId, this.options.newId()));
    } else if (act === 'end' && (state === 'away' || state === 'back')) {
      await this.send(tx, userId, await endVacation(tx, userId));
    } else if (act === 'close' && state === 'back') {
      await forgetVacation(tx, userId);
    }
  }

  private send(tx: Transaction, userId: string, version: number): Promise<void> {
    return this.options.jobs.send(tx, VACATION_JOBS, { userId, version });
  }

  /** Ends once all asks are paused or back, or once the user has gone on or is gone. */
  private async work(userId: string, version: number): Promise<void> {
    const current = async () => {
      const vacation = await readVacation(this.options.pool, userId);
      return vacation?.version === version ? vacation : null;
    };
    for (let vacation = await current(); vacation !== null; vacation = await current()) {
      if (vacation.state === 'pausing') {
        await this.pauseSome(userId, vacation);
      } else if (vacation.state === 'returning') {
        await this.bringSomeBack(userId, vacation);
      } else {
        return;
      }
    }
  }

  private async pauseSome(userId: string, { startedAt }: StoredVacation): Promise<void> {
    const { pool, pause } = this.options;
    await transaction(pool, async (tx) => {
      const rules = await this.options.rules.take(tx, userId, startedAt.getTime());
      if (rules === null) {
        throw new BusyError('A rule is changing the price of an ask.');
      }
      await rememberAsks(tx, userId, rules);
    });
    const asks = await nextAsks(pool, userId, 'pausing');
    if (asks.length === 0) {
      await transaction(pool, (tx) => settleVacation(tx, userId, 'away'));
      return;
    }
    const settled: SettledAsk[] = [];
    for (const some of inPieces(asks, AT_ONCE)) {
      const paused = await Promise.all(some.map((ask) => pause({ ...ask, userId })));
      settled.push(
        ...some.map(({ orderId, productId }, index) => ({
          orderId,
          productId,
          state: paused[index] ? ('away' as const) : null,
          answer: null,
        })),
      );
    }
    await transaction(pool, (tx) => settleAsks(tx, userId, settled));
  }

  private async bringSomeBack(userId: string, { id }: StoredVacation): Promise<void> {
    const { pool, place, rules } = this.options;
    const asks = await nextAsks(pool, userId, 'away');
    if (asks.length === 0) {
      await transaction(pool, (tx) => settleVacation(tx, userId, 'back'));
      return;
    }
    const commands = asks.map((ask) => askAgain(id, ask));
    const answers = await place(userId, commands);
    const settled = asks.flatMap(({ orderId, productId }, index) => {
      const answer = answers[index];
      return answer === undefined || isPassing(answer) ? [] : [{ orderId, productId, ...stateOf(answer) }];
    });
    const back = asks.flatMap((ask, index) => {
      const again = commands[index];
      return again && 'answer' in (answers[index] ?? {}) ? [{ ...ask, newId: again.id }] : [];
    });
    await rules.restore(
      userId,
      back.flatMap(({ newId, productId, floorCents }) =>
        floorCents === null ? [] : [{ orderId: newId, productId, floorCents }],
      ),
    );
    await transaction(pool, async (tx) => {
      await settleAsks(tx, userId, settled);
      await saveReturnedAsks(tx, userId, back);
    });
    if (settled.length < asks.length) {
      // The job goes on after a pause.
      throw new BusyError('Some asks could not be brought back yet.');
    }
  }
}

function askAgain(vacationId: string, ask: VacationAsk): OrderCommandBody {
  const { name, size, priceCents, leftMs, isRelisting } = ask;
  const expiresIn = leftMs === null ? undefined : lifetimeFor(leftMs);
  return {
    call: 'ask',
    id: returnedId(vacationId, ask),
    name,
    size,
    price: centsToDollars(priceCents),
    ...(expiresIn !== undefined && { expiresIn }),
    ...(!isRelisting && { relist: false }),
  };
}

/** The shortest lifetime that is not shorter than what an ask had left. */
function lifetimeFor(leftMs: number): LifetimeDays {
  return LIFETIMES_DAYS.find((days) => lifetimeMs(days) >= leftMs) ?? 90;
}

/** True if the same command may succeed later: it counts once. */
function isPassing(answer: CommandAnswer): boolean {
  return 'problem' in answer && (answer.problem.status === 429 || answer.problem.status >= 500);
}

function stateOf(answer: CommandAnswer): { state: 'back' | 'refused'; answer: string } {
  return 'answer' in answer
    ? { state: 'back', answer: answer.answer }
    : { state: 'refused', answer: answer.problem.detail };
}
