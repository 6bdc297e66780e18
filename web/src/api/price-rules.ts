import type { CommandAnswer } from '@perkex/contract/order-batch.js';
import type { PriceRuleRow } from '@perkex/contract/price-rules.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { MAX_COMMANDS } from './order-batches.js';
import { orderName } from './order-name.js';
import { refetch, saveChange } from './save-change.js';

export type { PriceRuleRow };

/** A rule to be set; without a floor, to be ended. */
export interface WantedRule {
  readonly id: string;
  readonly productId?: number;
  readonly floor: number | null;
}

/** The rules that keep the user's asks the lowest, by the names of the asks. */
export function priceRulesQuery(userId: string) {
  return callQuery(['priceRules', userId], {
    select: ({ rules }) => new Map(rules.map((rule) => [orderName(rule), rule] as const)),
    enabled: userId !== '',
  });
}

/** Sets and ends rules, in several calls if there are many. @throws RefusalError, ConnectionError */
export async function setPriceRules(
  client: QueryClient,
  userId: string,
  rules: readonly WantedRule[],
): Promise<readonly CommandAnswer[]> {
  const answers: CommandAnswer[] = [];
  for (const some of inPieces(rules, MAX_COMMANDS)) {
    const body = { uid: userId, rules: some };
    const answered = await saveChange(
      () => call('setPriceRules', { body }),
      () => refetch(client, priceRulesQuery(userId).queryKey),
    );
    answers.push(...answered.answers);
  }
  return answers;
}
