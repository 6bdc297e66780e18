/** The carriers that sellers may ship with. */
export const CARRIERS = ['ups', 'usps', 'fedex', 'dhl'] as const;
export type Carrier = (typeof CARRIERS)[number];

/** A parcel by the number that its carrier has given it. */
export interface Parcel {
  readonly carrier: Carrier;
  readonly trackingNumber: string;
}

interface CarrierFacts {
  readonly name: string;
  readonly example: string;
  /** The form of its tracking numbers, in capitals and without spaces. */
  readonly form: RegExp;
  /** The form of the bar code of its labels, if that has more than the number, which is then the first group. */
  readonly label?: RegExp;
}

/**
 * Check digits are not checked: each carrier has several kinds of numbers, and a number that is wrongly refused would
 * cost the seller a penalty.
 */
export const CARRIER_FACTS: Readonly<Record<Carrier, CarrierFacts>> = {
  ups: { name: 'UPS', example: '1Z999AA10123456784', form: /^1Z[0-9A-Z]{16}$/ },
  usps: {
    name: 'USPS',
    example: '9400111899223197428490',
    form: /^(\d{20}|\d{22}|[A-Z]{2}\d{9}US)$/,
    // The ZIP code of the receiver comes first.
    label: /^420(?:\d{5}|\d{9})(\d{22})$/,
  },
  fedex: {
    name: 'FedEx',
    example: '986578788855',
    form: /^(\d{12}|\d{15}|\d{20}|\d{22})$/,
    label: /^\d{22}(\d{12})$/,
  },
  dhl: { name: 'DHL', example: '7777777770', form: /^(\d{10}|JJD\d{16,20})$/ },
};

/**
 * A tracking number as the carrier writes it, or null if it has the wrong form. Spaces, hyphens and the marks of
 * scanners do not count. The text may be the bar code of a label.
 */
export function trackingNumberOf(carrier: Carrier, text: string): string | null {
  const { form, label } = CARRIER_FACTS[carrier];
  const scanned = text.replaceAll(/[\s\p{Cc}-]/gu, '').toUpperCase();
  const number = label?.exec(scanned)?.[1] ?? scanned;
  return form.test(number) ? number : null;
}

/** Why a text is not a tracking number of this carrier, with an example. */
export function wrongNumberText(carrier: Carrier): string {
  const { name, example } = CARRIER_FACTS[carrier];
  return `This is not a tracking number of ${name}. An example is ${example}.`;
}
