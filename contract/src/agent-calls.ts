import * as z from 'zod/mini';
import { beforeField } from './figures.js';
import { keyProductSchema } from './keys.js';

/** The calls of agents on a page of `GET /agent-calls`. */
export const AGENT_CALLS_PAGE = 20;

/** How long the calls of agents are stored, and the most of each user: reads and acts have their own limit. */
export const AGENT_CALL_DAYS = 90;
export const MAX_AGENT_CALLS = 1_000;

/** `before` is the `next` of the previous page. */
export const agentCallsQuerySchema = z.object({ before: beforeField });

/** A tool that an agent has called with a key of the user, which may be revoked by now. */
export const agentCallSchema = z.object({
  id: z.string(),
  /** The name of the key at that time. */
  keyName: z.string(),
  tool: z.string(),
  /** The product that the call names; null for none. */
  product: z.nullable(keyProductSchema),
  /** The beginning of what the agent sent, as JSON. */
  input: z.string(),
  /** `done`, or the code of the refusal; null while no answer is recorded. */
  outcome: z.nullable(z.string()),
  at: z.string(),
});
export type AgentCall = z.infer<typeof agentCallSchema>;

/** A page of calls, newest first; `next` is the `before` of the following page, null at the end. */
export const agentCallsSchema = z.object({
  calls: z.array(agentCallSchema),
  next: z.nullable(z.string()),
});
