import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FirstPartner, haveOnlyTradedTogether, withTrade } from './first-partner.js';

interface Trade {
  readonly id: string;
  readonly accounts: readonly [string, string];
}

const trade = (id: string, one: string, other: string): Trade => ({ id, accounts: [one, other] });

function firstPartnersOf(trades: readonly Trade[]): Map<string, FirstPartner> {
  const firstPartners = new Map<string, FirstPartner>();
  for (const { id, accounts } of trades) {
    for (const [account, partnerId] of [accounts, accounts.toReversed()] as [string, string][]) {
      firstPartners.set(account, withTrade(firstPartners.get(account), { partnerId, tradeId: id }));
    }
  }
  return firstPartners;
}

/** For each trade, in order: true if its accounts had traded before, and only with each other. */
function answers(trades: readonly Trade[]): boolean[] {
  const firstPartners = firstPartnersOf(trades);
  return trades.map(({ id, accounts }) => haveOnlyTradedTogether(firstPartners, accounts, id));
}

/** The rule as it is stated, from all trades before. */
function naiveAnswers(trades: readonly Trade[]): boolean[] {
  return trades.map(({ accounts }, index) => {
    const before = trades.slice(0, index).map((earlier) => earlier.accounts);
    const theirs = before.filter((pair) => accounts.some((account) => pair.includes(account)));
    const isBetweenThem = (pair: readonly string[]) => accounts.every((account) => pair.includes(account));
    return theirs.length > 0 && theirs.every(isBetweenThem);
  });
}

describe('two accounts', () => {
  it('have only traded with each other from their second trade on, in either direction', () => {
    expect(answers([trade('1', 'ann', 'bob'), trade('2', 'bob', 'ann'), trade('3', 'ann', 'bob')])).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('have others once one of them has traded with a third, but not before', () => {
    const trades = [trade('1', 'ann', 'bob'), trade('2', 'ann', 'bob'), trade('3', 'eve', 'bob')];
    expect(answers([...trades, trade('4', 'ann', 'bob')])).toEqual([false, true, false, false]);
  });

  it('have others if one of them traded with a third before they met', () => {
    expect(answers([trade('1', 'eve', 'bob'), trade('2', 'ann', 'bob'), trade('3', 'ann', 'bob')])).toEqual([
      false,
      false,
      false,
    ]);
  });
});

const anyTrades = fc
  .array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 2, maxLength: 2 }), {
    maxLength: 12,
  })
  .map((pairs) =>
    pairs.map((pair, index) => trade(String.fromCharCode(65 + index), ...(pair as [string, string]))),
  );

describe('the first partners', () => {
  it('answer as all trades before do', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        expect(answers(trades)).toEqual(naiveAnswers(trades));
      }),
    );
  });

  it('are the same for any order of the trades, also with trades that are added twice', () => {
    const shuffled = anyTrades.chain((trades) =>
      fc.tuple(
        fc.constant(trades),
        fc.shuffledSubarray([...trades, ...trades], {
          minLength: 2 * trades.length,
          maxLength: 2 * trades.length,
        }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([trades, inAnyOrder]) => {
        expect(firstPartnersOf(inAnyOrder)).toEqual(firstPartnersOf(trades));
      }),
    );
  });
});
