import { type DealKey, parseDealName } from '../deals/deal-key.js';
import { UsageError } from './command.js';

/** The key of the deal that a command names. @throws UsageError */
export function dealKeyOf(name: string): DealKey {
  const key = parseDealName(name);
  if (!key) {
    throw new UsageError(`A deal is named by the numbers of its product and its trade, not "${name}".`);
  }
  return key;
}
