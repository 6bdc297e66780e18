import englishNames from 'countries-list/minimal/countries.en.min.json';
import nativeNames from 'countries-list/minimal/countries.native.min.json';

/** An entry of the country list (section 2, "Shipping form"). */
export interface Country {
  /** Two letters. */
  readonly value: string;
  readonly label: string;
}

/** By their English names, which are what is stored. */
export const ENGLISH_COUNTRIES = countryList(englishNames);

/** By the names that they have at home. */
export const NATIVE_COUNTRIES = countryList(nativeNames);

function countryList(names: Readonly<Record<string, string>>): Country[] {
  const order = new Intl.Collator('en');
  return Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => order.compare(one.label, other.label));
}

/** @returns an empty text for a country that the list does not have */
export function countryCode(label: string): string {
  return ENGLISH_COUNTRIES.find((country) => country.label === label)?.value ?? '';
}

/** @returns an empty text for a code that the list does not have */
export function countryLabel(code: string): string {
  return ENGLISH_COUNTRIES.find((country) => country.value === code)?.label ?? '';
}
