import * as z from 'zod/mini';
import { IDENTITY_PROBLEMS } from './identity-problems.js';

/**
 * Every refusal that a call can give: its stable code, its HTTP status, and the sentence shown when the server has
 * nothing more exact to say. The one table of errors. Codes in capitals are those of the built-in identity service
 * (/api/auth), whose answers are `IdentityProblem`s.
 */
export const PROBLEMS = {
  'bad-json': { status: 400, detail: 'The request is not valid JSON.' },
  unsigned: { status: 400, detail: 'This webhook is not signed by the payment provider, or is too old.' },
  'not-signed-in': { status: 401, detail: 'Please log in first.' },
  'invalid-key': { status: 401, detail: 'This key is not valid. It may have expired, or was revoked.' },
  'not-yours': { status: 403, detail: 'This belongs to another user.' },
  'missing-scope': { status: 403, detail: 'This key does not have the scope for this call.' },
  'key-limit': { status: 403, detail: 'This order is above a limit of the key.' },
  'key-address': { status: 403, detail: 'This key does not work from this address.' },
  'email-unproved': { status: 403, detail: 'Confirm your e-mail first: open the link that we sent you.' },
  'proof-needed': { status: 403, detail: "Confirm it's you, or log in again, to change your payout." },
  blocked: {
    status: 403,
    detail:
      'We have blocked your account from placing orders, and have written to you why. Your deals continue.',
  },
  'factor-needed': {
    status: 403,
    detail: 'Members need a second factor. Turn one on in Login & security first.',
  },
  'member-proof-needed': {
    status: 403,
    detail: "Confirm it's you to go on. Members do so every eight hours.",
  },
  'foreign-origin': { status: 403, detail: 'This request comes from another website.' },
  'other-address': {
    status: 403,
    detail:
      'This invitation is for another e-mail. Log in to the account with the e-mail that it was sent to.',
  },
  'not-found': { status: 404, detail: 'There is nothing at this address.' },
  'unknown-product': { status: 404, detail: 'There is no such product.' },
  'unknown-picture': { status: 404, detail: 'There is no such picture.' },
  'unknown-order': { status: 404, detail: 'You have no such order.' },
  'ambiguous-order': {
    status: 409,
    detail: 'Your orders for several products have this id. Please name the product, too.',
  },
  'unknown-pair': { status: 404, detail: 'You have no such pair.' },
  'unknown-notice': { status: 404, detail: 'You have no such notification.' },
  'unknown-deal': { status: 404, detail: 'You have no such deal.' },
  'unknown-code': { status: 404, detail: 'No deal has this code.' },
  'unknown-photo': { status: 404, detail: 'There is no such photo.' },
  'photo-missing': {
    status: 404,
    detail: 'The file of this photo is missing. Please contact the operator of this market.',
  },
  'unknown-line': { status: 404, detail: 'There is no such line.' },
  'unknown-draft': { status: 404, detail: 'There is no such draft. Another admin may have deleted it.' },
  'unknown-invitation': { status: 404, detail: 'There is no such open invitation.' },
  'invitation-over': {
    status: 404,
    detail: 'This invitation was used, withdrawn, or is too old. Ask for a new one.',
  },
  'unknown-campaign': { status: 404, detail: 'There is no such campaign.' },
  'unknown-import': { status: 404, detail: 'There is no such import.' },
  'unknown-webhook': { status: 404, detail: 'You have no such webhook. It may have been deleted.' },
  'unknown-key': { status: 404, detail: 'You have no such key. It may have been revoked.' },
  'unknown-user': { status: 404, detail: 'There is no such user.' },
  'unknown-list': { status: 404, detail: 'There is no such list or entry.' },
  'labels-off': {
    status: 409,
    detail: 'This market buys no labels. Enter the tracking number by hand.',
  },
  'own-deal': {
    status: 409,
    detail: 'You are the buyer or the seller of this deal. Another member decides about it.',
  },
  'own-account': { status: 409, detail: 'This is your own account. Another member decides about it.' },
  'step-refused': { status: 409, detail: 'This step is not possible now.' },
  'already-reviewed': {
    status: 409,
    detail: 'You have given your verdict on this pair. Another member decides.',
  },
  'admin-needed': { status: 409, detail: 'Two members disagree about this pair. An admin decides.' },
  'checklist-changed': {
    status: 409,
    detail: 'The checklist has changed in the meantime. Please check again.',
  },
  'checklist-open': { status: 409, detail: 'Answer every point of the checklist first.' },
  'point-failed': { status: 409, detail: 'A pair passes only if every point is in order.' },
  'reason-missing': { status: 409, detail: 'Choose at least one reason why the pair fails.' },
  'photos-missing': { status: 409, detail: 'Photos that these reasons require are missing.' },
  'no-open-claim': { status: 409, detail: 'Pictures can be added to a claim until it is decided.' },
  'too-many-photos': { status: 409, detail: 'You have reached the photo limit for this deal.' },
  'no-bank-transfer': { status: 409, detail: 'This market takes no bank transfers.' },
  'already-decided': {
    status: 409,
    detail: 'Another member has acted in the meantime. Please look at it again.',
  },
  'product-changed': {
    status: 409,
    detail: 'Someone else has changed this product in the meantime. Nothing was saved.',
  },
  'draft-changed': {
    status: 409,
    detail: 'Another admin has changed this draft in the meantime. Nothing was saved.',
  },
  'no-invitations': {
    status: 409,
    detail: 'This market sends no mails. Give a role with the command perkex grant.',
  },
  'already-invited': { status: 409, detail: 'This e-mail has an open invitation. Withdraw it first.' },
  'too-many-invitations': { status: 409, detail: 'There are 20 open invitations. Withdraw one first.' },
  'already-member': {
    status: 409,
    detail: 'You are already a member. The command perkex grant changes a role.',
  },
  'name-taken': {
    status: 409,
    detail: 'This name belongs to another member, now or earlier. Choose another.',
  },
  'too-many-filters': { status: 409, detail: 'You have saved 20 filters. Remove one first.' },
  'campaign-changed': {
    status: 409,
    detail: 'Another admin has changed this campaign in the meantime. Nothing was saved.',
  },
  'too-many-campaigns': { status: 409, detail: 'There are 50 open campaigns. Remove one first.' },
  'alias-changed': { status: 409, detail: 'This alias was changed in the meantime. Nothing was saved.' },
  'too-many-aliases': { status: 409, detail: 'There are 10000 search aliases. Remove one first.' },
  'catalogue-changed': {
    status: 409,
    detail: 'The catalogue has changed since this preview. Nothing was imported. Check a new preview first.',
  },
  'already-undone': { status: 409, detail: 'This import has already been undone.' },
  'too-many-drafts': {
    status: 409,
    detail: 'There are 100 drafts. Publish or delete one first.',
  },
  'other-member-needed': {
    status: 409,
    detail: 'Another member must release this list: you have proposed it.',
  },
  'list-unreleased': { status: 409, detail: 'A second member must release this list first.' },
  'nothing-to-pay-out': { status: 409, detail: 'There is no money to send to a known account.' },
  'money-used': {
    status: 409,
    detail:
      'This booking cannot be taken back: its money has left, or the pair that it paid for is on its way.',
  },
  'account-unknown': {
    status: 409,
    detail:
      'The account that this money came from is not known, or the money came back from it. Enter another one.',
  },
  'no-longer-traded': { status: 409, detail: 'This sneaker is no longer traded.' },
  'already-merged': {
    status: 409,
    detail: 'This product was merged into another one, which cannot be undone.',
  },
  unmergeable: {
    status: 409,
    detail: 'A product can be merged only into another one that is traded.',
  },
  'not-trading-yet': { status: 409, detail: 'This sneaker cannot be traded yet.' },
  'payout-missing': { status: 409, detail: 'Set your payout before you sell.' },
  'payment-missing': { status: 409, detail: 'Set your payment before you buy.' },
  'card-needed': {
    status: 409,
    detail:
      'Two of your purchases were not paid in time. Save a card in your settings again, or wait until one of them is 90 days old.',
  },
  'shipping-missing': { status: 409, detail: 'Set your shipping before you buy.' },
  'payments-off': { status: 409, detail: 'Payments are switched off.' },
  'nothing-to-confirm': { status: 409, detail: 'Your bank no longer asks for a confirmation.' },
  'payout-under-way': {
    status: 409,
    detail: 'Money is on its way to this account. Remove it once the money has arrived.',
  },
  'nothing-to-pay': { status: 409, detail: 'This deal is not waiting for a bank transfer.' },
  'card-unfinished': { status: 409, detail: 'Your card is not saved yet. Please enter it again.' },
  'shipping-changed': {
    status: 409,
    detail: 'Your shipping was changed in another tab. Nothing was saved; please look at it again.',
  },
  'no-bids': { status: 409, detail: 'There is no longer a bid to sell to.' },
  'no-asks': { status: 409, detail: 'There is no longer an ask to buy from.' },
  'price-moved': { status: 409, detail: 'The price has moved in the meantime. Nothing was traded.' },
  'price-unconfirmed': {
    status: 409,
    detail: 'This price is far worse for you than the market. Nothing was placed: confirm the price first.',
  },
  'own-order': { status: 409, detail: 'This would trade with your own order.' },
  'already-traded': { status: 409, detail: 'This order has already traded.' },
  'too-many-watches': {
    status: 409,
    detail: 'Your watchlist is full (500). Stop watching a product first.',
  },
  'too-many-pairs': {
    status: 409,
    detail: 'Your collection is full. Remove a pair that you have added first.',
  },
  'pair-reused': {
    status: 409,
    detail: 'This pair is already in your collection, with other details. Remove it there to add it again.',
  },
  'too-many-orders': {
    status: 409,
    detail: 'You have reached the limit of open orders, for this size or in total. Remove one first.',
  },
  'limited-orders': {
    status: 409,
    detail: 'You have reached the limit of open orders that we set for your account. Remove one first.',
  },
  'limited-price': {
    status: 409,
    detail: 'This price is above the limit that we have set for your account.',
  },
  'too-many-webhooks': { status: 409, detail: 'You have reached the limit of webhooks. Delete one first.' },
  'webhooks-off': {
    status: 409,
    detail: 'Webhooks are not available here: the operator has not set AUTH_SECRET.',
  },
  'webhook-off': { status: 409, detail: 'This webhook is off. Turn it on first.' },
  'webhook-behind': {
    status: 409,
    detail: 'Too many events are waiting for this webhook. Please try again later.',
  },
  'too-many-keys': { status: 409, detail: 'You have reached the limit of API keys. Revoke one first.' },
  'debt-unpaid': {
    status: 409,
    detail:
      'You owe us money from earlier deals, so you cannot sell for now. Pay it on My money, or let your payouts settle it.',
  },
  'too-late': { status: 409, detail: 'The order did not reach PerkeX in time.' },
  'id-reused': { status: 409, detail: 'This id belongs to another order of yours.' },
  'events-gone': { status: 410, detail: 'The event after this number is not stored.' },
  'precondition-failed': { status: 412, detail: 'This file is not the one that you asked for.' },
  'too-large': { status: 413, detail: 'The request is too large.' },
  'unsupported-type': { status: 415, detail: 'Please send JSON (application/json).' },
  'unsatisfiable-range': { status: 416, detail: 'This file has no such part.' },
  'unknown-size': { status: 422, detail: 'This product does not come in that size.' },
  'invalid-price': { status: 422, detail: 'A price is whole dollars, from 1$ to 1000000$.' },
  'invalid-day': {
    status: 422,
    detail: 'This day is in the future, or before you owned the pair.',
  },
  'invalid-bank-account': { status: 422, detail: 'This is not a valid bank account.' },
  'invalid-product': { status: 422, detail: 'This product has missing or wrong values.' },
  'invalid-campaign': { status: 422, detail: 'This campaign has missing or wrong values.' },
  'unreadable-catalogue': { status: 422, detail: 'This is not a catalogue file.' },
  'bad-rows': { status: 422, detail: 'The file has rows that cannot be imported. Nothing was imported.' },
  'unusable-picture': { status: 422, detail: 'This picture cannot be used.' },
  'unreadable-photo': { status: 422, detail: 'This file is not a photo.' },
  'unreadable-statement': { status: 422, detail: 'This is not a bank statement.' },
  'unknown-reference': { status: 422, detail: 'No deal has this reference.' },
  'invalid-tracking-number': { status: 422, detail: 'This is not a tracking number of this carrier.' },
  'invalid-body': { status: 422, detail: 'The request has missing or wrong fields.' },
  'too-many-requests': { status: 429, detail: 'Too many requests. Please wait a moment.' },
  'internal-error': { status: 500, detail: 'Something went wrong on our side.' },
  busy: { status: 503, detail: 'The market is busy. Please try again in a moment.' },
  'provider-unavailable': {
    status: 503,
    detail: 'The payment provider is not responding. Please try again in a moment.',
  },
  'outcome-unknown': {
    status: 503,
    detail:
      'We do not know yet whether this was done, and it may still happen. Please send it again with the same id: it counts once.',
  },
  ...IDENTITY_PROBLEMS,
} as const satisfies Record<string, { status: number; detail: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The refusals that every call may give. */
export const COMMON_PROBLEMS = [
  'bad-json',
  'invalid-body',
  'not-signed-in',
  'not-yours',
  'foreign-origin',
  'too-large',
  'unsupported-type',
  'too-many-requests',
  'internal-error',
  'busy',
] as const satisfies readonly ProblemCode[];

/** Identifies the request in the server's log. */
const requestId = z.string();

/** The body of every refusal, as application/problem+json (RFC 9457). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  requestId,
  /** For a refused step: its reason, the state of the deal, and the steps that the user may take. */
  deal: z.optional(
    z.object({
      reason: z.string(),
      state: z.string(),
      version: z.int(),
      steps: z.array(z.string()),
    }),
  ),
  /** For an invalid product or campaign: the error of each field, as a clause. */
  fields: z.optional(z.array(z.object({ field: z.string(), error: z.string() }))),
});

export type Problem = z.infer<typeof problemSchema>;

/** The body of a refusal of the built-in identity service. */
export const identityProblemSchema = z.object({ code: z.string(), message: z.string(), requestId });

export type IdentityProblem = z.infer<typeof identityProblemSchema>;
