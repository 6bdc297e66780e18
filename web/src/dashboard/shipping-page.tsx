import { usePageTitle } from '../ui/use-page-title.js';
import { ShippingForm } from './shipping-form.js';
import { UserDataView } from './user-data-view.js';

/** Section 2, "Shipping form". */
export function ShippingPage() {
  usePageTitle('Shipping');
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1 className="text-3xl md:text-4xl">Shipping</h1>
        <p className="text-muted">Please provide your shipping info</p>
      </div>
      <UserDataView what="Your shipping info">
        {({ shipping }) => <ShippingForm stored={shipping} />}
      </UserDataView>
    </div>
  );
}
