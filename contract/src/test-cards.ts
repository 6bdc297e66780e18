/** The test cards of play money, by what they do. */
export const TEST_CARDS = ['works', 'declined', 'asks-bank'] as const;
export type TestCard = (typeof TEST_CARDS)[number];
