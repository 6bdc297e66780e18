import { orderIdField, priceField, sizeField } from '@perkex/contract/fields.js';
import type { KeyScope } from '@perkex/contract/key-scopes.js';
import type { OwnKey } from '@perkex/contract/keys.js';
import * as z from 'zod/mini';
import type { MarketCalls } from './market-calls.js';

/** The agent that calls a tool. */
export interface Agent {
  readonly calls: MarketCalls;
  /** The scopes of its key; null without a key. */
  readonly scopes: readonly KeyScope[] | null;
  /** Its key with its limits, as its user sees it; null without a key, or once it is revoked. */
  readonly readKey: () => Promise<OwnKey | null>;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** Where people reach the market. */
  readonly publicUrl: string;
}

/** A tool of an agent. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what it does, and what it needs. */
  readonly description: string;
  readonly input: z.ZodMiniType;
  /** True if it cannot do anything without a key. */
  readonly needsKey: boolean;
  /** True if it changes something. */
  readonly isAct: boolean;
  /** Its answer, as JSON. @throws RefusedCall */
  readonly run: (agent: Agent, input: unknown) => Promise<object>;
}

/** Declares a tool. Its input has been validated before it runs. */
export function tool<Input extends z.ZodMiniType>(
  declared: Omit<Tool, 'input' | 'run' | 'needsKey' | 'isAct'> & {
    readonly input: Input;
    readonly needsKey?: boolean;
    readonly isAct?: boolean;
    readonly run: (agent: Agent, input: z.output<Input>) => Promise<object>;
  },
): Tool {
  return {
    needsKey: false,
    isAct: false,
    ...declared,
    run: (agent, input) => declared.run(agent, input as z.output<Input>),
  };
}

const MAX_PRODUCT = 2 ** 31 - 1;

/** Fields of several tools. */
export const productInput = z
  .int('must be the number of a product')
  .check(
    z.minimum(1),
    z.maximum(MAX_PRODUCT),
    z.describe('The number of a product, as search_products gives it'),
  );
export const sizeInput = sizeField.check(z.describe('A size of the product, as get_product lists it'));
export const someSize = z.optional(
  sizeField.check(z.describe('One size of the product; left out, all of them')),
);
export const beforeInput = z.optional(orderIdField.check(z.describe('The `next` of the previous page')));
export const priceInput = priceField.check(z.describe('Whole dollars, without fees'));
