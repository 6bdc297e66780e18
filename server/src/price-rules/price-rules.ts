import type { CommandAnswer } from '@perkex/contract/order-batch.js';
import type { PriceRuleBody, PriceRuleRow } from '@perkex/contract/price-rules.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import { centsToDollars, dollarsToCents, formatPrice } from '@perkex/core/money.js';
import type { PlacementAnswer } from '@perkex/core/order-book/order.js';
import {
  applyPriceRule,
  lowestUntilCents,
  RULE_PAUSE_MS,
  type RuleDecision,
} from '@perkex/core/order-book/price-rule.js';
import type pg from 'pg';
import { theOrder } from '../books/named-order.js';
import { isoTime } from '../clock/iso-time.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { BusyError } from '../errors/busy-error.js';
import { isBusy, isRefusal, problemOf } from '../http/problems.js';
import type { KeysOfOrders } from '../keys/keys-of-orders.js';
import type { Maintenance } from '../process/maintenance.js';
import type { ProgramKey } from '../users/program-key.js';
import { findOpenAsks } from './find-open-asks.js';
import {
  claimRules,
  endRules,
  type Look,
  lockRules,
  type NewRule,
  type PriceRule,
  type RuleKey,
  readRules,
  readRulesOfProducts,
  saveRules,
  settleRule,
  takeRules,
} from './rule-rows.js';
import { type ChangedOrderId, type OpenAsk, readRuledAsks } from './ruled-asks.js';

const LOOK_INTERVAL_MS = 2_000;
const RULES_A_LOOK = 100;
/** A server that stops waits for the maintenance. */
const MAX_LOOKS = 100;
/** Few enough to leave room in the queue for other users' orders. */
const AT_ONCE = 20;

/** An open ask, identified by its product, size and number, with the client order id and the price of its successor. */
export interface RepricedAsk extends Pick<PriceRule, 'userId' | 'productId' | 'size' | 'seq'> {
  readonly orderId: string;
  readonly priceCents: number;
}

interface UnknownSize {
  readonly kind: 'refused';
  readonly code: 'unknown-size';
}

interface Options {
  readonly pool: pg.Pool;
  readonly changedOrderId: ChangedOrderId;
  /** Replaces an open ask by one at another price. */
  readonly change: (ask: RepricedAsk) => Promise<PlacementAnswer | UnknownSize>;
  readonly keys: Pick<KeysOfOrders, 'admitRules'>;
  /** Called with the errors of single rules, which are looked at again. */
  readonly onFailure: (error: unknown) => void;
}

/** A remembered rule of an ask. */
export interface RuleOfAsk {
  readonly orderId: string;
  readonly productId: number;
  readonly floorCents: number;
}

/**
 * Rules that keep asks the lowest of their size (orders-beyond, "Many pairs"). The consumer of the feed notes which
 * rules have to look at their book, and the maintenance of any server does: the price changes by the command of a
 * change by hand, which replaces one open ask, so two servers change it once.
 */
export class PriceRules {
  constructor(private readonly options: Options) {}

  /**
   * Sets and ends rules of open asks.
   * @param isAllowed decides in the transaction of the change @returns one answer per rule, in order; null if not
   */
  async set(
    userId: string,
    rules: PriceRuleBody['rules'],
    key: ProgramKey | null,
    isAllowed: (tx: Transaction) => Promise<boolean>,
  ): Promise<CommandAnswer[] | null> {
    const { pool, keys } = this.options;
    const asks = await findOpenAsks(
      pool,
      userId,
      rules.map(({ id }) => id),
    );
    const found = rules.map(({ floor, ...named }) => {
      const ask = theOrder(asks, named);
      return { floor, ask: isRefusal(ask) ? ask : { ...ask, orderId: ask.openId } };
    });
    // By its ask, which several ids may mean: the last rule is the one that is set.
    const chosen = new Map(
      found.flatMap(({ ask, floor }) => (isRefusal(ask) ? [] : [[nameOf(ask), { ask, floor }] as const])),
    );
    const wanted = [...chosen.values()].map(({ ask, floor }) =>
      floor === null ? { ...ask, priceCents: null } : ask,
    );
    const admitted = await keys.admitRules(key, wanted);
    const refusals = new Map([...chosen.keys()].map((name, index) => [name, admitted[index]]));
    const admittedRules = [...chosen].flatMap(([name, rule]) => (refusals.get(name) ? [] : [rule]));
    const ended = admittedRules.flatMap(({ ask, floor }) => (floor === null ? [ask] : []));
    const set = admittedRules.flatMap(({ ask, floor }) =>
      floor === null ? [] : [{ ...ask, floorCents: dollarsToCents(floor) }],
    );
    const answers = found.map(({ ask, floor }): CommandAnswer => {
      const refusal = isRefusal(ask) ? ask : refusals.get(nameOf(ask));
      return refusal ? { problem: problemOf(refusal) } : { answer: sentenceOf(floor) };
    });
    return (await this.replaceRules(userId, ended, set, isAllowed)) ? answers : null;
  }

  /**
   * Ends the rules of some open asks, and sets those of others. A rule that was set for an earlier order of such an ask
   * is its rule, too.
   * @returns false if it is not allowed
   * @throws BusyError while a server looks at one of them: it might still set a price by the old floor
   */
  private async replaceRules(
    userId: string,
    ended: readonly Omit<RuleKey, 'userId'>[],
    set: readonly NewRule[],
    isAllowed: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    const { pool } = this.options;
    const named = [...ended, ...set];
    const rules = await readRulesOfProducts(pool, userId, [
      ...new Set(named.map(({ productId }) => productId)),
    ]);
    const followed = await this.asksOf(rules);
    const theirs = rules.filter((rule) =>
      named.some(({ orderId, productId }) => isRuleOf(rule, followed.get(rule), { orderId, productId })),
    );
    return transaction(pool, async (tx) => {
      if (!(await isAllowed(tx))) {
        return false;
      }
      const locked = await lockRules(tx, userId, theirs);
      if (locked.length < theirs.length || locked.includes(true)) {
        throw new BusyError('A server looks at a rule.');
      }
      const isKept = (rule: RuleKey) => set.some((one) => isSameAsk(one, rule));
      await endRules(
        tx,
        userId,
        theirs.filter((rule) => !isKept(rule)),
      );
      await saveRules(tx, userId, set);
      return true;
    });
  }

  /** The rules of a user's open asks, and what each does now. */
  async list(userId: string): Promise<PriceRuleRow[]> {
    const asks = await this.asksOf(await readRules(this.options.pool, userId));
    return [...asks].flatMap(([rule, ask]) => (ask ? [rowOf(rule, ask)] : []));
  }

  /** Maintenance every two seconds, by all servers together. */
  get maintenance(): Maintenance {
    return {
      work: () => this.work(),
      everyMs: LOOK_INTERVAL_MS,
      failure: 'asks with rules were not looked at',
    };
  }

  /** Looks at all rules that are due. */
  async work(): Promise<void> {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const rules = await claimRules(this.options.pool, RULES_A_LOOK);
      if (rules.length === 0) {
        return;
      }
      const asks = [...(await this.asksOf(rules))];
      for (const some of inPieces(asks, AT_ONCE)) {
        await Promise.all(some.map(([rule, ask]) => this.applyOrReport(rule, ask)));
      }
    }
  }

  /**
   * Takes the rules of a user that were set up to a time, to be set again later.
   * @returns null while a server looks at one of them
   */
  async take(tx: Transaction, userId: string, untilMs: number): Promise<RuleOfAsk[] | null> {
    const rules = await takeRules(tx, userId, untilMs);
    const asks = rules && (await this.asksOf(rules));
    return (
      asks &&
      [...asks].flatMap(([{ floorCents, productId }, ask]) =>
        ask ? [{ orderId: ask.orderId, productId, floorCents }] : [],
      )
    );
  }

  /** Sets the rules of these asks, if they are open. */
  async restore(userId: string, rules: readonly RuleOfAsk[]): Promise<void> {
    const set = rules.map(({ orderId, productId, floorCents }) => ({
      id: orderId,
      productId,
      floor: centsToDollars(floorCents),
    }));
    await this.set(userId, set, null, async () => true);
  }

  private asksOf(rules: readonly PriceRule[]): ReturnType<typeof readRuledAsks> {
    return readRuledAsks(this.options.pool, rules, this.options.changedOrderId);
  }

  /** A rule that fails delays no other: it is looked at again once its lease has ended. */
  private async applyOrReport(rule: PriceRule, ask: OpenAsk | null): Promise<void> {
    try {
      await this.apply(rule, ask);
    } catch (error) {
      if (!isBusy(error)) {
        this.options.onFailure(error);
      }
    }
  }

  private async apply(rule: PriceRule, ask: OpenAsk | null): Promise<void> {
    const { pool } = this.options;
    if (ask === null) {
      await endRules(pool, rule.userId, [rule]);
      return;
    }
    const look = await this.look(rule, ask);
    if (look === null) {
      await endRules(pool, rule.userId, [rule]);
    } else {
      await transaction(pool, (tx) => settleRule(tx, look));
    }
  }

  /** @returns null if the ask has sold */
  private async look(rule: PriceRule, ask: OpenAsk): Promise<Look | null> {
    const { orderId, seq, nowMs } = ask;
    const decision = decide(rule, ask);
    const seen = {
      rule,
      orderId,
      seq,
      lowestUntilCents: lowestUntilCents(ask),
      changesFromMs: ask.acceptedAtMs + RULE_PAUSE_MS,
      refusal: null,
    };
    if (decision.kind !== 'lowers') {
      // The consumer has compared the book with an older price.
      const isOutdated = seen.lowestUntilCents !== rule.lowestUntilCents;
      const nextMs = decision.kind === 'waits' ? decision.fromMs : null;
      const isRefused = rule.refusal !== null && decision.kind === 'waits';
      return {
        ...seen,
        ...(isRefused && { refusal: rule.refusal, changesFromMs: rule.changesFromMs }),
        lookAtMs: isOutdated ? nowMs : nextMs,
      };
    }
    const { priceCents } = decision;
    const newId = this.options.changedOrderId(orderId, priceCents);
    const answer = await this.options.change({ ...rule, orderId: newId, seq, priceCents });
    const laterMs = nowMs + RULE_PAUSE_MS;
    if (answer.kind === 'rested') {
      const changed = { orderId: newId, seq: answer.seq, lowestUntilCents: priceCents };
      return { ...seen, ...changed, changesFromMs: laterMs, lookAtMs: nowMs };
    }
    if (answer.kind === 'traded') {
      return null;
    }
    if (answer.code === 'unknown-order' || answer.code === 'already-traded') {
      // It was changed, removed or sold in the meantime.
      return { ...seen, lookAtMs: nowMs };
    }
    const refusal = answer.code === 'unknown-size' ? null : answer.code;
    return { ...seen, refusal, changesFromMs: laterMs, lookAtMs: laterMs };
  }
}

function nameOf({ orderId, productId }: Omit<RuleKey, 'userId'>): string {
  return `${orderId}/${productId}`;
}

function isSameAsk(one: Omit<RuleKey, 'userId'>, other: Omit<RuleKey, 'userId'>): boolean {
  return one.orderId === other.orderId && one.productId === other.productId;
}

/** True for the rule of this order, or of an earlier one that it has replaced. */
function isRuleOf(rule: PriceRule, ask: OpenAsk | null | undefined, order: Omit<RuleKey, 'userId'>): boolean {
  return isSameAsk(rule, order) || (ask?.orderId === order.orderId && rule.productId === order.productId);
}

/** After a refusal, too, the next price is tried ten minutes later. */
function decide({ floorCents, refusal, changesFromMs }: PriceRule, ask: OpenAsk): RuleDecision {
  const triedAtMs = refusal === null ? 0 : changesFromMs - RULE_PAUSE_MS;
  return applyPriceRule({ ...ask, floorCents, pricedAtMs: Math.max(ask.acceptedAtMs, triedAtMs) }, ask.nowMs);
}

function sentenceOf(floor: number | null): string {
  return floor === null
    ? 'The rule has ended. The price stays.'
    : `This ask is kept the lowest, not below ${formatPrice(dollarsToCents(floor))}.`;
}

function rowOf(rule: PriceRule, ask: OpenAsk): PriceRuleRow {
  const decision = decide(rule, ask);
  const refusal = rule.refusal !== null && decision.kind === 'waits' ? rule.refusal : null;
  return {
    id: ask.orderId,
    productId: rule.productId,
    floor: centsToDollars(rule.floorCents),
    ...stateOf(decision, ask.nowMs),
    refusal: refusal === null ? null : problemOf({ refused: refusal }).detail,
  };
}

function stateOf(decision: RuleDecision, nowMs: number): Pick<PriceRuleRow, 'state' | 'price' | 'from'> {
  switch (decision.kind) {
    case 'lowest':
      return { state: 'lowest', price: null, from: null };
    case 'at-floor':
      return { state: 'at-floor', price: centsToDollars(decision.rivalCents), from: null };
    case 'bid-in-the-way':
      return { state: 'bid-in-the-way', price: centsToDollars(decision.bidCents), from: null };
    case 'waits':
    case 'lowers': {
      const fromMs = decision.kind === 'waits' ? decision.fromMs : nowMs;
      return {
        state: 'waits',
        price: centsToDollars(decision.priceCents),
        from: isoTime(fromMs),
      };
    }
  }
}
