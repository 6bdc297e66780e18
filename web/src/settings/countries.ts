import englishNames from 'countries-list/minimal/countries.en.min.json';
import nativeNames from 'countries-list/minimal/countries.native.min.json';

/** An entry of the country list (section 2, "Shipping form"). */
export interface Country {
  /** Two letters. */
  readonly value: string;
  readonly label: string;
}

/** Sorted by English name, which is stored. */
export const ENGLISH_COUNTRIES = countryList(englishNames);

/** Sorted by native name. */
export const NATIVE_COUNTRIES = countryList(nativeNames);

function countryList(names: Readonly<Record<string, string>>): Country[] {
  const order = new Intl.Collator('en');
  return Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => order.compare(one.label, other.label));
}

/** @returns an empty string if the country is not in the list */
export function countryCode(label: string): string {
  return ENGLISH_COUNTRIES.find((country) => country.label === label)?.value ?? '';
}

/** @returns an empty string if the code is not in the list */
export function countryLabel(code: string): string {
  return ENGLISH_COUNTRIES.find((country) => country.value === code)?.label ?? '';
}
