import {
  AGENT_CALL_DAYS,
  AGENT_CALLS_PAGE,
  type AgentCall,
  MAX_AGENT_CALLS,
} from '@perkex/contract/agent-calls.js';
import type { ProblemCode } from '@perkex/contract/problems.js';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { Clock } from '../clock/clock.js';
import { forgetRows } from '../database/forget-rows.js';
import { pageOf } from '../database/page-of.js';
import { int4, orNull, type RowOf, statement, text, timestamptz, uuid } from '../database/statement.js';
import { AFTER_ALL_IDS, timeOrderedIds } from '../database/time-ordered-id.js';
import { transaction } from '../database/transaction.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweeping } from '../process/sweep.js';
import type { ProgramKey } from '../users/program-key.js';
import { type ExportPart, listOf } from '../users/user-export.js';
import { productInput } from './tool.js';

const MAX_INPUT_LENGTH = 500;
const SWEEP_INTERVAL_MS = 60 * 60 * 1_000;

const INSERT_CALL = statement({
  name: 'insert-agent-call',
  text: `insert into agent_calls (user_id, id, key_id, key_name, tool, is_act, product_id, input)
         select key.user_id, $3, key.id, key.name, $4, $5, $6, $7 from api_keys as key
         where key.user_id = $1 and key.id = $2`,
});

const DELETE_SURPLUS = statement({
  name: 'delete-surplus-agent-calls',
  text: `delete from agent_calls as old where old.user_id = $1 and old.is_act = $2 and old.id <= (
           select newer.id from agent_calls as newer where newer.user_id = $1 and newer.is_act = $2
           order by newer.id desc offset ${MAX_AGENT_CALLS} limit 1)`,
});

const SAVE_OUTCOME = statement({
  name: 'save-outcome-of-agent-call',
  text: 'update agent_calls set outcome = $3 where user_id = $1 and id = $2',
});

/** A call of a tool. */
interface LoggedTool {
  readonly tool: string;
  /** True if the tool changes something. */
  readonly isAct: boolean;
  readonly input: unknown;
}

/** The log of the calls that agents make with keys. A call is in it before it begins. */
export class AgentLog {
  private readonly newId = timeOrderedIds();

  constructor(
    private readonly pool: pg.Pool,
    private readonly clock: Clock,
  ) {}

  /** @returns a function that saves the outcome; null if the key was revoked in the meantime */
  async begin(
    { userId, id: keyId }: Pick<ProgramKey, 'userId' | 'id'>,
    { tool, isAct, input }: LoggedTool,
  ): Promise<((outcome: 'done' | ProblemCode) => Promise<void>) | null> {
    const id = this.newId(this.clock.wallMs());
    const shown = (JSON.stringify(input) ?? '').slice(0, MAX_INPUT_LENGTH);
    const isLogged = await transaction(this.pool, async (tx) => {
      const inserted = await INSERT_CALL.run(tx, [userId, keyId, id, tool, isAct, productIn(input), shown]);
      await DELETE_SURPLUS.run(tx, [userId, isAct]);
      return inserted === 1;
    });
    return isLogged
      ? async (outcome) => void (await SAVE_OUTCOME.run(this.pool, [userId, id, outcome]))
      : null;
  }
}

/** The number of a product in what an agent sent, which may be anything; null for none. */
function productIn(input: unknown): number | null {
  const { product } = (input ?? {}) as { readonly product?: unknown };
  return z.safeParse(productInput, product).data ?? null;
}

const READ_CALLS = statement({
  name: 'read-agent-calls',
  text: `select call.id, call.key_name as "keyName", call.tool, product.id as "productId",
           product.name as "productName", call.input, call.outcome, call.called_at as "calledAt"
         from agent_calls as call left join products as product on product.id = call.product_id
         where call.user_id = $1 and call.id < $2 order by call.id desc limit $3`,
  row: {
    id: uuid,
    keyName: text,
    tool: text,
    productId: orNull(int4),
    productName: orNull(text),
    input: text,
    outcome: orNull(text),
    calledAt: timestamptz,
  },
});

function callOf({ productId, productName, calledAt, ...call }: RowOf<typeof READ_CALLS>): AgentCall {
  const product = productId === null || productName === null ? null : { id: productId, name: productName };
  return { ...call, product, at: calledAt.toISOString() };
}

/**
 * A page of the calls of agents, newest first. @param before the oldest call of the previous page; null for the first
 * page
 */
export async function readAgentCalls(
  pool: pg.Pool,
  userId: string,
  before: string | null,
): Promise<{ calls: AgentCall[]; next: string | null }> {
  const rows = await READ_CALLS.rows(pool, [userId, before ?? AFTER_ALL_IDS, AGENT_CALLS_PAGE + 1]);
  const { shown, next } = pageOf(rows, AGENT_CALLS_PAGE, ({ id }) => id);
  return { calls: shown.map(callOf), next };
}

/** The calls of agents, for the data export of their user. */
export function agentCallExport(pool: pg.Pool): ExportPart<'agentCalls'> {
  return async (userId) => ({
    agentCalls: listOf<RowOf<typeof READ_CALLS>, AgentCall>(
      (last, limit) => READ_CALLS.rows(pool, [userId, last?.id ?? AFTER_ALL_IDS, limit]),
      callOf,
    ),
  });
}

/** Deletes the log of a user whose account is erased or transferred. */
export const forgetAgentCalls = forgetRows('forget-agent-calls', 'agent_calls');

const FORGET_OLD_CALLS = statement({
  name: 'forget-old-agent-calls',
  text: `delete from agent_calls as call using (
           select user_id, id from agent_calls where called_at < now() - make_interval(days => $1)
           order by called_at limit $2
         ) as old
         where call.user_id = old.user_id and call.id = old.id`,
});

/** Hourly maintenance: deletes the calls after their 90 days. */
export function oldAgentCallsMaintenance(pool: pg.Pool): Maintenance {
  const failure = 'old calls of agents were not deleted';
  return sweeping(pool, failure, SWEEP_INTERVAL_MS, FORGET_OLD_CALLS, AGENT_CALL_DAYS);
}
