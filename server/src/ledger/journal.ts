import { DEAL_ACCOUNTS, USER_ACCOUNTS } from '@perkex/core/deals/accounts.js';
import { dollars } from './dollars.js';
import type { Posting } from './read-ledger.js';

/** The account as a journal names it: below `deal`, `user` or `platform`. */
export function journalAccount(account: string): string {
  if (DEAL_ACCOUNTS.some((name) => name === account)) {
    return `deal:${account}`;
  }
  return USER_ACCOUNTS.some((name) => name === account) ? `user:${account}` : `platform:${account}`;
}

/** The transfers as transactions of a plain-text journal, which hledger and ledger read: one for each event. */
export function journalOf(postings: readonly Posting[]): string {
  let text = '';
  let lastCode = '';
  for (const { productId, id, version, event, day, from, to, cents } of postings) {
    const code = `${productId}/${id}/${version}`;
    if (code !== lastCode) {
      text += `\n${day} (${code}) ${event}\n`;
      lastCode = code;
    }
    text += `    ${journalAccount(to)}  $${dollars(BigInt(cents))}\n`;
    text += `    ${journalAccount(from)}  $${dollars(BigInt(-cents))}\n`;
  }
  return text;
}
