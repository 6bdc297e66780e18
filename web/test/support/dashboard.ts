import { BLANK_SALE_ROW, type SaleRow, type UserData } from '@perkex/contract/user-data.js';
import { NO_VACATION } from '@perkex/contract/vacation.js';
import { userData } from './data.js';
import { startServer } from './open-page.js';

/** An open bid. */
export const BID = {
  id: 'b1',
  productId: 7,
  name: 'Air Runner Low',
  brand: null,
  price: 100,
  size: '9',
  thumbnail: '/drawings/7.svg',
};

/** A purchase or a sale. */
export function trade(number: number, total: number): SaleRow {
  return { ...BID, id: `trade-${number}`, price: 100, total, date: '2026-01-01T00:00:00Z', deal: null };
}

/** A server with this data of the user. */
export function serve(changes: Partial<UserData> = {}) {
  const server = startServer();
  server.answer('userData', userData(changes));
  server.answer('emailProof', { email: 'ada@example.com', isProved: true });
  server.answer('prices', [0, 0]);
  server.answer('queuePlaces', []);
  server.answer('vacation', NO_VACATION);
  return server;
}

/** Every list has a blank row first. */
export const listed = (...rows: SaleRow[]) => [BLANK_SALE_ROW, ...rows];
