import type { UserData } from '@perkex/contract/user-data.js';
import { SHIPPING, shippingSaves } from '../api/user-data.js';
import { paths } from '../links/paths.js';
import { useLocation } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { EditLink, SettingsSection } from './settings-section.js';

/** The shipping address, once a street is set (section 2, "General Settings"). */
export function ShippingInfo({ shipping: stored }: { shipping: UserData['shipping'] }) {
  const shipping = shippingSaves.useNewest(SHIPPING)?.shipping ?? stored;
  const { state } = useLocation();
  const link = { to: paths.shipping, state };
  return (
    <SettingsSection title="SHIPPING INFO" edit={<EditLink name="Edit shipping info" {...link} />}>
      {shipping.street === '' ? (
        <div className="mt-3 flex h-18 items-center">
          <Link {...link} className={buttonClass()}>
            Add your address
          </Link>
        </div>
      ) : (
        <Address shipping={shipping} />
      )}
    </SettingsSection>
  );
}

function Address({ shipping }: { shipping: UserData['shipping'] }) {
  const { name, surname, street, street_number, city, zip, country, phone } = shipping;
  const lines = [
    ['Name', `${name} ${surname}`],
    ['Street', street],
    ['Street Number', street_number],
    ['City', city],
    ['Zip Code', zip],
    ['Country', country],
    ['Phone', phone],
  ] as const;
  return (
    <dl className="mt-3 grid gap-x-8 sm:max-md:grid-flow-col sm:max-md:grid-cols-2 sm:max-md:grid-rows-4 lg:grid-flow-col lg:grid-cols-2 lg:grid-rows-4">
      {lines.map(([term, text]) => (
        <div key={term} className="flex gap-4 border-t border-line py-2.5">
          <dt className="w-32 shrink-0 text-muted">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
