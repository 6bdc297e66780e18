/** The carriers that sellers may ship with. */
export const CARRIERS = ['ups', 'usps', 'fedex', 'dhl'] as const;
export type Carrier = (typeof CARRIERS)[number];

interface CarrierFacts {
  readonly name: string;
  readonly example: string;
  /** The form of its tracking numbers, in capitals and without spaces. */
  readonly form: RegExp;
}

/**
 * Check digits are not checked: each carrier has several kinds of numbers, and a number that is wrongly refused would
 * cost the seller a penalty.
 */
export const CARRIER_FACTS: Readonly<Record<Carrier, CarrierFacts>> = {
  ups: { name: 'UPS', example: '1Z999AA10123456784', form: /^1Z[0-9A-Z]{16}$/ },
  usps: { name: 'USPS', example: '9400111899223197428490', form: /^(\d{20}|\d{22}|[A-Z]{2}\d{9}US)$/ },
  fedex: { name: 'FedEx', example: '986578788855', form: /^(\d{12}|\d{15}|\d{20}|\d{22})$/ },
  dhl: { name: 'DHL', example: '7777777770', form: /^(\d{10}|JJD\d{16,20})$/ },
};

/** A tracking number as the carrier writes it, or null if it has the wrong form. Spaces and hyphens do not count. */
export function trackingNumberOf(carrier: Carrier, text: string): string | null {
  const number = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return CARRIER_FACTS[carrier].form.test(number) ? number : null;
}
