export interface RememberedOptions {
  readonly forMs: number;
  /** A clock that does not go back. */
  readonly nowMs?: () => number;
}

/**
 * A reading that is good enough for a while: askers within `forMs` share one, and those who come while it is under way
 * wait for it. One that fails is not remembered.
 */
export function remembered<Value>(
  read: () => Promise<Value>,
  { forMs, nowMs = () => performance.now() }: RememberedOptions,
): () => Promise<Value> {
  let latest: { readonly value: Promise<Value>; readonly readAtMs: number } | null = null;
  return () => {
    if (latest && nowMs() - latest.readAtMs < forMs) {
      return latest.value;
    }
    const reading = { value: read(), readAtMs: nowMs() };
    latest = reading;
    reading.value.catch(() => {
      if (latest === reading) {
        latest = null;
      }
    });
    return reading.value;
  };
}
