/**
 * Sessions of tests begin with a real sign-up, whose password hash takes a tenth of a second of a core at the real
 * cost.
 */
export const TEST_PASSWORD_COST = 2 ** 4;
