import type { ProductFigures } from '@perkex/contract/figures.js';
import type { LoginSecurity } from '@perkex/contract/identity.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import { BLANK_ORDER_ROW, BLANK_SALE_ROW, type UserData } from '@perkex/contract/user-data.js';

/** A product with asks at 240$ and 260$ and a bid of 200$ in size 9, and nothing in size 10. */
export function productDetail(changes: Partial<ProductDetail> = {}): ProductDetail {
  return {
    id: 7,
    name: 'Air Runner Low',
    thumbnail: '/drawings/7.svg',
    pictures: [],
    brand: 'Air',
    styleCode: null,
    colourway: null,
    model: null,
    nickname: null,
    kind: null,
    description: null,
    releaseDate: null,
    retailPrice: null,
    tradesFrom: null,
    sizes: ['9', '10'],
    asks: [
      { id: 'a1', size: '9', price: 240 },
      { id: 'a2', size: '9', price: 260 },
    ],
    bids: [{ id: 'b1', size: '9', price: 200 }],
    lastsales: [],
    oldersales: [],
    ...changes,
  };
}

/** A user with all settings and no orders. */
export function userData(changes: Partial<UserData> = {}): UserData {
  return {
    asks: [BLANK_ORDER_ROW],
    bids: [BLANK_ORDER_ROW],
    sales: [BLANK_SALE_ROW],
    purchases: [BLANK_SALE_ROW],
    shipping: {
      name: 'Ada',
      surname: 'Lovelace',
      street: 'Long Street',
      street_number: '12',
      city: 'Springfield',
      zip: '12345',
      country: 'Germany',
      phone: '0123456',
    },
    payout: { type: 'PAYPAL' },
    payment: { type: 'CC' },
    ...changes,
  };
}

/** The figures of a product without sales and orders. */
export const UNKNOWN_FIGURES: ProductFigures = {
  lastSale: null,
  change: null,
  changePercent: null,
  high52: null,
  low52: null,
  average: null,
  volatility: null,
  typicalLow: null,
  typicalHigh: null,
  premium: null,
  sales72h: 0,
  sales365d: 0,
  turnover: 0,
  spread: null,
  openAsks: 0,
  openBids: 0,
};

/** The security of an account, for a session that has to be verified again. */
export const UNVERIFIED_SECURITY: LoginSecurity = {
  email: 'ada@example.com',
  hasPassword: true,
  github: null,
  app: null,
  phone: null,
  recoveryCodes: null,
  sessions: null,
};
