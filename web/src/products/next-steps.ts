import type { Side } from '@perkex/core/order-book/order.js';

/** The steps after an order rests, in order. */
export const STEPS_OF_OPEN_ORDER: Readonly<Record<Side, readonly string[]>> = {
  ask: [
    'Your ask stays open until a buyer takes it, you remove it, or it expires.',
    'When it sells, the bell tells you at once, and the receipt is on your Selling page.',
  ],
  bid: [
    'Your bid stays open until a seller takes it, you remove it, or it expires.',
    'When you buy, the bell tells you at once, and the receipt is on your Buying page.',
  ],
};

/**
 * The steps after a trade, once deals have started (after-the-trade, "Deal states").
 * @param isTraded true if the order trades at once, false if it may trade later
 */
export function stepsOfDeal(side: Side, isTraded: boolean): readonly string[] {
  return side === 'ask'
    ? [
        'Once the buyer has paid, you ship the pair to us within 3 working days. We pay you as soon as it is verified.',
        'If you do not ship it, or it does not pass, the penalty is 15% of the price, and at least 15$.',
      ]
    : [
        `You ${isTraded ? '' : 'then '}pay at once. We hold the money until we have verified the pair, and send it to you.`,
        'If the pair does not come or does not pass, you choose: your money back, or another pair.',
      ];
}

/** The last of these steps, for a trade by a button of the user. */
export const UNDO_STEP: Readonly<Record<Side, string>> = {
  ask: 'You can undo the sale for ten minutes. Then it is binding.',
  bid: 'You can undo the purchase for ten minutes. Then it is binding.',
};

/** The step after the trade, before deals have started. */
export const STEP_WITHOUT_DEALS: Readonly<Record<Side, string>> = {
  ask: 'PerkeX does not handle shipping or payout yet: nothing is sent or paid out.',
  bid: 'PerkeX does not handle payment or shipping yet: nothing is charged or sent.',
};
