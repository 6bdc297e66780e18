import { SHIPPING } from './accounts.js';
import type { Person } from './person.js';

/** Fills the open shipping form. */
export async function fillShipping(person: Person): Promise<void> {
  for (const [label, text] of [
    ['First Name', SHIPPING.name],
    ['Last Name', SHIPPING.surname],
    ['Street Address', SHIPPING.street],
    ['Street Number', SHIPPING.street_number],
    ['City', SHIPPING.city],
    ['Postal Code', SHIPPING.zip],
    ['Phone Number', SHIPPING.phone],
  ] as const) {
    await person.types(label, text);
  }
  await person.page.getByLabel('Country').selectOption({ label: SHIPPING.country });
}
