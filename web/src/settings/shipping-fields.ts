import type { StoredShipping } from '@perkex/contract/user-data.js';

/** The fields of shipping by their labels on the form (section 2, "Shipping form"). */
export const SHIPPING_LABELS = {
  name: 'First Name',
  surname: 'Last Name',
  country: 'Country',
  street: 'Street Address',
  street_number: 'Street Number',
  city: 'City',
  zip: 'Postal Code',
  phone: 'Phone Number',
} as const satisfies Record<keyof StoredShipping, string>;

export type ShippingField = keyof StoredShipping;

/** The fields that differ between two addresses. */
export function differingFields(one: StoredShipping, other: StoredShipping): ShippingField[] {
  return (Object.keys(SHIPPING_LABELS) as ShippingField[]).filter((field) => one[field] !== other[field]);
}

export function isSameShipping(one: StoredShipping, other: StoredShipping): boolean {
  return differingFields(one, other).length === 0;
}
