import type Stripe from 'stripe';
import type { StripeAddress, StripeSettings } from '../payment-settings.js';

/** How long Stripe may take. A card payment can take a while. */
const TIMEOUT_MS = 30_000;

/**
 * Loads the package only where Stripe is used. Retries are left to our jobs. The package itself repeats a request only
 * once, with the same key, if its connection breaks.
 */
export async function openStripeClient(
  { secretKey }: Pick<StripeSettings, 'secretKey'>,
  { address, timeoutMs = TIMEOUT_MS }: { readonly address?: StripeAddress; readonly timeoutMs?: number },
): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  return new StripeClient(secretKey, {
    ...address,
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
  });
}
