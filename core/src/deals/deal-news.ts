import type { Side } from '../order-book/order.js';
import { type ByParty, both } from './by-party.js';
import type { Deal, Party } from './deal.js';
import type { DealEventType } from './deal-event.js';

/** The sentences of the bell and of mails. The deal's page says what is possible, and until when. */
const DEAL_NEWS_TEXTS = {
  paid: {
    buyer: 'Your payment has arrived. The seller ships next.',
    seller: 'The buyer has paid. Please ship the pair.',
  },
  'paid-here': {
    buyer: 'Your payment has arrived. PerkeX checks the pair next.',
    seller: 'The buyer has paid. PerkeX checks the pair next.',
  },
  'paid-too-late': {
    buyer: 'Your payment arrived after the deal had ended. You will be refunded.',
    seller: 'The payment arrived after the deal had ended. The buyer will be refunded.',
  },
  'payment-needs-buyer': {
    buyer: 'Your bank asks you to confirm the payment.',
    seller: 'The bank asks the buyer to confirm the payment.',
  },
  'transfer-needed': {
    buyer: "Please pay by bank transfer. The deal's page has the account and the reference.",
    seller: 'The buyer pays by bank transfer.',
  },
  'payment-declined': {
    buyer: 'Your payment was declined.',
    seller: "The buyer's payment was declined.",
  },
  'payment-unbooked': {
    buyer: "A payment was booked to your deal by mistake. Please pay as the deal's page says.",
    seller: 'The payment was booked to this deal by mistake. Please do not ship before the buyer has paid.',
  },
  'not-paid': {
    buyer: 'You did not pay in time. The deal is cancelled.',
    seller: 'The buyer did not pay in time. The deal is cancelled.',
  },
  undone: both('The other side has undone the trade. Your order is placed again.'),
  'sold-elsewhere': {
    buyer:
      'The seller had just sold this pair elsewhere, and has undone the trade. You get back what you paid.',
    seller: 'You have undone the trade.',
  },
  /** No step: the news of an order after it. */
  'order-refused': both(
    'Your order could not be placed again. Please place it yourself, if you still want to.',
  ),
  cancelled: both('PerkeX has cancelled the deal.'),
  shipped: {
    buyer: 'The seller has shipped your pair to PerkeX.',
    seller: 'You have shipped the pair.',
  },
  extended: {
    buyer: 'The seller has taken one more working day to ship.',
    seller: 'You have one more working day to ship.',
  },
  'not-shipped': {
    buyer: 'The seller did not ship in time. Choose what happens with your money.',
    seller: 'You did not ship in time. The deal is cancelled.',
  },
  'late-to-us': both('The pair is late on its way to PerkeX.'),
  received: both('The pair has arrived at PerkeX.'),
  'received-too-late': {
    buyer: 'The pair has arrived after the end of the deal.',
    seller: 'Your pair has arrived after the end of the deal. PerkeX returns it to you.',
  },
  verified: {
    buyer: 'Your pair has passed the check. PerkeX sends it to you next.',
    seller: 'Your pair has passed the check. Your payout is due.',
  },
  failed: {
    buyer: 'Your pair did not pass the check. The seller has 48 hours to object.',
    seller: 'Your pair did not pass the check. You have 48 hours to object.',
  },
  objected: {
    buyer: 'The seller has objected to the result. A second member of our team will check the pair.',
    seller: 'You have objected to the result. A second member of our team will check the pair.',
  },
  rejected: {
    buyer: 'The pair is rejected. Choose what happens with your money.',
    seller: 'Your pair is rejected. PerkeX returns it to you.',
  },
  returning: {
    buyer: 'The pair is on its way back to the seller.',
    seller: 'Your pair is on its way back to you.',
  },
  'not-sent': both('PerkeX did not send the pair in time. We are looking into it.'),
  overdue: both('PerkeX has missed a deadline. You can see what is possible now.'),
  'keep-waiting': both('The parcel gets two more weeks to arrive.'),
  sent: {
    buyer: 'Your pair is on its way to you.',
    seller: 'The pair is on its way to the buyer.',
  },
  'parcel-corrected': both('The tracking number of your parcel has changed.'),
  'late-to-buyer': {
    buyer: 'Your pair is late on its way to you.',
    seller: 'The pair is late on its way to the buyer.',
  },
  delivered: {
    buyer: 'Your pair was delivered. You have three days for a claim.',
    seller: 'The pair was delivered to the buyer.',
  },
  confirmed: {
    buyer: 'You have confirmed the pair.',
    seller: 'The buyer has confirmed the pair.',
  },
  claimed: {
    buyer: 'We have received your claim. PerkeX will decide on it.',
    seller: 'The buyer has made a claim. PerkeX decides.',
  },
  'claims-over': both('The time for claims has passed.'),
  'claim-refused': {
    buyer: 'Your claim was refused.',
    seller: "The buyer's claim was refused.",
  },
  'return-requested': {
    buyer:
      'Please send the pair back to PerkeX for your refund. Its page has the address and a packing slip.',
    seller: 'The buyer sends the pair back to PerkeX.',
  },
  'return-overdue': both('Your return has not arrived in time. We are looking into it.'),
  returned: {
    buyer: 'Your return has arrived. You get your money back.',
    seller: "The buyer's return has arrived.",
  },
  'partly-refunded': {
    buyer: 'You get back a part of what you paid.',
    seller: 'The buyer gets back a part of the payment.',
  },
  lost: {
    buyer: 'The parcel is lost. Choose what happens with your money.',
    seller: 'The parcel is lost. PerkeX decides who bears the loss.',
  },
  'loss-borne': {
    buyer: 'PerkeX bears the loss of the parcel.',
    seller: 'PerkeX bears the loss of the parcel. Your payout is due.',
  },
  'loss-left': {
    buyer: 'The seller bears the loss of the parcel.',
    seller: 'PerkeX does not bear the loss of your parcel.',
  },
  'refund-chosen': {
    buyer: 'You get your money back.',
    seller: 'The buyer takes a refund.',
  },
  'choose-again': {
    buyer: 'Your order for another pair ended without a trade. Choose again what happens with your money.',
    seller: 'The buyer chooses again.',
  },
  replaced: {
    buyer: 'Your order for another pair has traded. Your money has gone to it.',
    seller: 'The buyer has bought another pair.',
  },
  refunded: {
    buyer: 'Your refund has been sent.',
    seller: "The buyer's refund has been sent.",
  },
  'refund-failed': {
    buyer: 'Your refund has failed. PerkeX is looking into it.',
    seller: "The buyer's refund has failed.",
  },
  'paid-out': {
    buyer: 'The seller has been paid.',
    seller: 'Your payout has been sent.',
  },
  'payout-settled': {
    buyer: 'The seller has been paid.',
    seller: 'Your payout was used for what you owed.',
  },
  'payout-failed': {
    buyer: 'The payout to the seller has failed.',
    seller: 'Your payout has failed. Please check where your payouts go.',
  },
  'penalty-waived': both('Your penalty is waived.'),
  'penalty-charged': both('Your penalty is charged.'),
  'penalty-shared': {
    buyer: 'A penalty was collected from the seller. Half of it is yours.',
    seller: 'A penalty was collected from the buyer. Half of it is yours.',
  },
  'debt-paid': both('Your payment of what you owe has arrived.'),
  /** Declined, or ended because payouts have settled the debt. */
  'debt-declined': both('Your payment did not go through. My money shows what you still owe.'),
  'debt-charged-back': both('Your bank reversed a payment of your debt. You owe this amount again.'),
  'credit-paid': both('Your credit has been paid out.'),
  'credit-failed': both('The payout of your credit has failed. Please check where your payouts go.'),
} as const satisfies Record<string, ByParty<string>>;

export type DealNews = keyof typeof DEAL_NEWS_TEXTS;

export const DEAL_NEWS = Object.keys(DEAL_NEWS_TEXTS) as readonly DealNews[];

/** The sentence of a notification, for the user of this side of the trade. */
export function dealNewsText(news: DealNews, side: Side): string {
  return DEAL_NEWS_TEXTS[news][side === 'ask' ? 'seller' : 'buyer'];
}

/** The news of the events that mean the same wherever they happen. */
const BY_EVENT = {
  'payment-declined': 'payment-declined',
  'unbook-payment': 'payment-unbooked',
  'refund-done': 'refunded',
  'refund-failed': 'refund-failed',
  'start-payout': 'payout-settled',
  'payout-done': 'paid-out',
  'payout-failed': 'payout-failed',
  cancel: 'cancelled',
  'dispute-opened': 'cancelled',
  ship: 'shipped',
  extend: 'extended',
  pass: 'verified',
  object: 'objected',
  'accept-verdict': 'rejected',
  'return-pair': 'returning',
  'correct-parcel': 'parcel-corrected',
  'declare-lost': 'lost',
  'parcel-lost': 'lost',
  'keep-waiting': 'keep-waiting',
  'bear-loss': 'loss-borne',
  'leave-loss': 'loss-left',
  send: 'sent',
  'report-arrived': 'delivered',
  'parcel-arrived': 'delivered',
  confirm: 'confirmed',
  claim: 'claimed',
  'refuse-claim': 'claim-refused',
  'request-return': 'return-requested',
  'return-overdue': 'return-overdue',
  'refund-part': 'partly-refunded',
  'choose-refund': 'refund-chosen',
  'take-refund': 'refund-chosen',
  'replacement-traded': 'replaced',
  'waive-penalty': 'penalty-waived',
  'uphold-penalty': 'penalty-charged',
  'collect-penalty': 'penalty-shared',
  'debt-paid': 'debt-paid',
  'debt-declined': 'debt-declined',
  'debt-charged-back': 'debt-charged-back',
  'credit-done': 'credit-paid',
  'credit-failed': 'credit-failed',
} as const satisfies Partial<Record<DealEventType, DealNews>>;

/**
 * The news of a step for a party whom its transition notifies.
 * @throws if the event notifies no party
 */
export function newsOf(type: DealEventType, before: Deal, after: Deal, to: Party): DealNews {
  switch (type) {
    case 'pay':
    case 'payment-held':
      return after.state === 'cancelled' ? 'paid-too-late' : after.state === 'paid' ? 'paid' : 'paid-here';
    case 'undo':
      return to === after.terms.taker ? 'sold-elsewhere' : 'undone';
    case 'payment-needs-buyer':
      return after.method === 'bank-transfer' ? 'transfer-needed' : 'payment-needs-buyer';
    case 'receive':
      return before.state === 'delivered'
        ? 'returned'
        : after.state === 'received'
          ? 'received'
          : 'received-too-late';
    case 'fail':
      return after.state === 'objectable' ? 'failed' : 'rejected';
    case 'parcel-late':
      return after.state === 'shipped' ? 'late-to-us' : 'late-to-buyer';
    case 'replacement-failed':
      return after.choice === 'open' ? 'choose-again' : 'refund-chosen';
    case 'deadline-passed':
      return newsOfDeadline(before, after, to);
    default:
      if (type in BY_EVENT) {
        return BY_EVENT[type as keyof typeof BY_EVENT];
      }
      throw new Error(`The event ${type} has no news for the parties.`);
  }
}

function newsOfDeadline(before: Deal, after: Deal, to: Party): DealNews {
  switch (before.state) {
    case 'unpaid':
      return 'not-paid';
    case 'paid':
      return 'not-shipped';
    case 'delivered':
      return 'claims-over';
    case 'verified':
      return 'not-sent';
    case 'sent':
      return after.state === 'lost' ? 'lost' : 'delivered';
    case 'objectable':
      return after.state === 'objectable' ? 'overdue' : 'rejected';
    case 'rejected':
    case 'lost':
    case 'cancelled':
      return to === 'buyer' && before.choice === 'open' ? 'refund-chosen' : 'penalty-charged';
    default:
      return 'overdue';
  }
}
