import type { ProblemCode } from '@perkex/contract/problems.js';
import * as z from 'zod/mini';
import { problemOf, type Refusal, refusalOfPassing } from '../http/problems.js';
import type { ProgramKey } from '../users/program-key.js';
import type { AgentLog } from './agent-log.js';
import { RefusedCall } from './market-calls.js';
import { MARKET_TOOLS } from './market-tools.js';
import { ORDER_TOOLS } from './order-tools.js';
import { OWN_TOOLS } from './own-tools.js';
import type { Agent, Tool } from './tool.js';

/** The fields of answers that hold what a user has typed. */
const TYPED_BY_USERS: readonly string[] = ['reason', 'trackingNumber'];

/** The most characters of an answer. Each tool answers a page at a time, so that its answers are below. */
const MAX_ANSWER_LENGTH = 100_000;

export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  [...MARKET_TOOLS, ...OWN_TOOLS, ...ORDER_TOOLS].map((tool) => [tool.name, tool]),
);

/** The answer of a tool, as JSON for the model. */
export interface ToolAnswer {
  readonly text: string;
  readonly isRefused: boolean;
}

interface Parts {
  readonly agent: Agent;
  readonly key: ProgramKey | null;
  readonly log: Pick<AgentLog, 'begin'>;
  /** Reports a bug. */
  readonly onError: (error: unknown) => void;
}

/** Runs a tool, and logs it if it was called with a key. Refusals are answers; the agent can act on them. */
export async function runTool(
  tool: Tool,
  input: unknown,
  { agent, key, log, onError }: Parts,
): Promise<ToolAnswer> {
  let saveOutcome: Awaited<ReturnType<AgentLog['begin']>> = null;
  if (key) {
    try {
      saveOutcome = await log.begin(key, { tool: tool.name, isAct: tool.isAct, input });
    } catch (error) {
      return refused(refusalOf(error, onError));
    }
    if (!saveOutcome) {
      return refused({ refused: 'invalid-key' });
    }
  }
  const result = await run(tool, input, agent, onError);
  try {
    await saveOutcome?.(typeof result === 'string' ? 'done' : result.refused);
  } catch (error) {
    onError(error); // The tool has its answer: an order may be placed by now.
  }
  return typeof result === 'string' ? { text: result, isRefused: false } : refused(result);
}

function refusalOf(error: unknown, onError: (error: unknown) => void): Refusal {
  const passing = refusalOfPassing(error);
  if (!passing) {
    onError(error);
  }
  return passing ?? { refused: 'internal-error' };
}

async function run(
  tool: Tool,
  input: unknown,
  agent: Agent,
  onError: (error: unknown) => void,
): Promise<string | Refusal> {
  if (tool.needsKey && agent.scopes === null) {
    return {
      refused: 'not-signed-in',
      detail: `This needs a key of the user, who makes it at ${agent.publicUrl}/dashboard/settings/keys.`,
    };
  }
  const parsed = z.safeParse(tool.input, input);
  if (!parsed.success) {
    return { refused: 'invalid-body', detail: z.prettifyError(parsed.error) };
  }
  try {
    const text = markUserTexts(await tool.run(agent, parsed.data));
    return text.length <= MAX_ANSWER_LENGTH
      ? text
      : { refused: 'too-large', detail: 'This answer is too large. Ask for less of it.' };
  } catch (error) {
    if (error instanceof RefusedCall) {
      return error.refusal;
    }
    return refusalOf(error, onError);
  }
}

function refused(refusal: Refusal<ProblemCode>): ToolAnswer {
  const { retryAfterSeconds } = refusal;
  const problem = { ...problemOf(refusal), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return { text: JSON.stringify(problem), isRefused: true };
}

/**
 * Marks the texts that users have written: `"text"` becomes `{"writtenByUser": "text"}`. The instructions of the server
 * say that they are data.
 */
export function markUserTexts(answer: object): string {
  return JSON.stringify(answer, (field, value: unknown) =>
    typeof value === 'string' && TYPED_BY_USERS.includes(field) ? { writtenByUser: value } : value,
  );
}
