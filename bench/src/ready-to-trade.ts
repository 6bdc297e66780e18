const SHIPPING = {
  name: 'Test',
  surname: 'Trader',
  street: 'Market Street',
  street_number: '1',
  city: 'Portland',
  zip: '97201',
  country: 'United States',
  phone: '5550100',
};

/** The calls that set everything that an account's orders need, each with its fields. */
export const SETTINGS: readonly (readonly [call: string, fields: object])[] = [
  ['shipping', SHIPPING],
  ['payout', { payout: 'PAYPAL' }],
  ['payment', { payment: 'CC' }],
];
