import { orderIdField } from '@perkex/contract/fields.js';
import { describe, expect, it } from 'vitest';
import { newOrderId, uuidOf } from './order-id.js';

describe('newOrderId and uuidOf', () => {
  it('make ids that the server accepts and that never repeat', () => {
    const ids = Array.from({ length: 100 }, newOrderId);
    expect(ids.every((id) => orderIdField.safeParse(id).success)).toBe(true);
    expect(new Set(ids).size).toBe(100);
  });

  it.each([
    [0x00, '00000000-0000-4000-8000-000000000000'],
    [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ])('make a UUID of version 4 from bytes of %i', (byte, id) => {
    expect(uuidOf(new Uint8Array(16).fill(byte))).toBe(id);
  });
});
