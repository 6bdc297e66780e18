import type { TestCard } from '@perkex/contract/test-cards.js';

/** The behaviour of a payment method. */
export interface TestMethod {
  /** The code of its decline; null if it can pay. */
  readonly decline: string | null;
  /** True if its bank wants to see the buyer. */
  readonly needsBuyer: boolean;
  /** The days that a payment takes. */
  readonly days: number;
  /** True if the payment fails at their end. */
  readonly failsLater: boolean;
  /** True if the payment is disputed as soon as it has succeeded. */
  readonly isDisputed: boolean;
  readonly refunds: 'at-once' | 'later' | 'fail-later';
}

const WORKING: TestMethod = {
  decline: null,
  needsBuyer: false,
  days: 0,
  failsLater: false,
  isDisputed: false,
  refunds: 'at-once',
};

/** The payment methods of the stand-in, named as Stripe's own test methods where it has them. */
const TEST_METHODS = {
  pm_card_visa: WORKING,
  pm_card_visa_chargeDeclined: { ...WORKING, decline: 'generic_decline' },
  pm_card_visa_chargeDeclinedInsufficientFunds: { ...WORKING, decline: 'insufficient_funds' },
  pm_card_chargeDeclinedProcessingError: { ...WORKING, decline: 'processing_error' },
  pm_card_authenticationRequired: { ...WORKING, needsBuyer: true },
  pm_card_createDispute: { ...WORKING, isDisputed: true },
  pm_card_pendingRefund: { ...WORKING, refunds: 'later' },
  pm_card_refundFail: { ...WORKING, refunds: 'fail-later' },
  pm_usBankAccount_success: { ...WORKING, days: 4 },
  pm_usBankAccount_insufficientFunds: { ...WORKING, days: 4, failsLater: true },
} as const satisfies Record<string, TestMethod>;

export type TestMethodName = keyof typeof TEST_METHODS;

/** The cards that buyers can choose. */
export const TEST_CARD_METHODS: Readonly<Record<TestCard, TestMethodName>> = {
  works: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  'asks-bank': 'pm_card_authenticationRequired',
};

export function testMethod(name: string): TestMethod | null {
  return name in TEST_METHODS ? TEST_METHODS[name as TestMethodName] : null;
}
