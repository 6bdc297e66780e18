const ID_BYTES = 16;

/**
 * A new id for an order, or for what else is stored once: a random UUID. Browsers offer `randomUUID` only over secure
 * connections.
 */
export function newOrderId(): string {
  return typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : uuidOf(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
}

/** Formats random bytes as a UUID of version 4 (RFC 9562, section 5.4). */
export function uuidOf(random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
