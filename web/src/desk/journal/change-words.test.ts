import { describe, expect, it } from 'vitest';
import { fieldText, valueText } from './change-words.js';

const moment = (at: number | string) => `at ${new Date(at).toISOString().slice(0, 16)}`;

describe('a change in the journal', () => {
  it.each([
    ['listedCents', '12000', 'Listed', '120.00$'],
    ['listed.cents', '141050', 'Listed', '1410.50$'],
    ['cents', '-950', 'Amount', '−9.50$'],
    ['balances.owed-seller.cents', '0', 'Balances · owed seller', '0.00$'],
    ['dueAtMs', '1764151200000', 'Next deadline', 'at 2025-11-26T10:00'],
    ['hiddenAt', '2026-11-26T10:00:00.000Z', 'Hidden', 'at 2026-11-26T10:00'],
    ['releaseDate', '2026-11-26', 'Release date', '26 Nov 2026'],
    ['retailPrice', '119.50', 'Retail price', '119.50$'],
    ['price', '650', 'Maximum order price', '650$'],
    ['openOrders', '3', 'Maximum open orders', '3'],
    ['isExtended', 'true', 'Extended', 'yes'],
    ['hidden', 'false', 'Hidden', 'no'],
    ['parcelIn', 'lost', 'Parcel to us', 'lost'],
    ['pictures', '["a.jpg","b.jpg"]', 'Pictures', 'a.jpg, b.jpg'],
    ['points', '[{"id":1}]', 'Points', '[{"id":1}]'],
    ['nickname', '[sic', 'Nickname', '[sic'],
    ['because', 'mistake', 'Reason', 'It was a mistake'],
    ['because', 'constructor', 'Reason', 'constructor'],
    ['block', 'fakes', 'Block', 'Pairs were not authentic'],
    ['block', null, 'Block', 'nothing'],
    ['nickname', '', 'Nickname', 'nothing'],
  ])('of %s to %s reads "%s: %s"', (name, value, field, text) => {
    expect([fieldText(name), valueText(name, value, moment)]).toEqual([field, text]);
  });
});
