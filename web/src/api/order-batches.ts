import type { CallAnswer, CallInput } from '@perkex/contract/calls.js';
import type { CommandAnswer } from '@perkex/contract/order-batch.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { marketChanged } from './market-changed.js';
import { saveChange } from './save-change.js';

export type { CommandAnswer };
export type BatchCommand = CallInput<'orderBatch'>['body']['commands'][number];

/** The maximum number of commands in a batch, and of rules in a call. */
export const MAX_COMMANDS = 500;

/** The products, sizes and best prices of pairs. @throws RefusalError, ConnectionError */
export async function findPairs(
  userId: string,
  pairs: CallInput<'orderPairs'>['body']['pairs'],
): Promise<CallAnswer<'orderPairs'>['pairs']> {
  return (await call('orderPairs', { body: { uid: userId, pairs } })).pairs;
}

/**
 * Sends commands in batches, one after the other, each again until an answer arrives: they count once. Afterwards the
 * lists are refetched.
 * @param onAnswers called with the answers so far, after each batch
 * @throws RefusalError, ConnectionError
 */
export async function sendCommands(
  client: QueryClient,
  userId: string,
  commands: readonly BatchCommand[],
  onAnswers: (answers: readonly CommandAnswer[]) => void,
): Promise<void> {
  const answers: CommandAnswer[] = [];
  for (const batch of inPieces(commands, MAX_COMMANDS)) {
    const answered = await saveChange(
      () => call('orderBatch', { body: { uid: userId, commands: batch } }),
      () => marketChanged(client),
    );
    answers.push(...answered.answers);
    onAnswers([...answers]);
  }
}

/** True if the same command may succeed when it is sent again. */
export function isPassing(answer: CommandAnswer): boolean {
  return 'problem' in answer && (answer.problem.status === 429 || answer.problem.status >= 500);
}

/** True if the price is far from the market and must be confirmed. Nothing was done. */
export function isUnconfirmed(answer: CommandAnswer): boolean {
  return 'problem' in answer && answer.problem.code === 'price-unconfirmed';
}

/** The sentence of an answer. */
export function sentenceOfAnswer(answer: CommandAnswer): string {
  return 'answer' in answer ? answer.answer : answer.problem.detail;
}
