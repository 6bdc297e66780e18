import { paths } from '../links/paths.js';
import { NotificationMails } from '../notifications/notification-mails.js';
import { UnfinishedOrderCard } from '../products/unfinished-order-card.js';
import { Link } from '../routing/link.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { UserDataView } from '../user/user-data-view.js';
import { MethodSection } from './method-section.js';
import { ShippingInfo } from './shipping-info.js';
import { SizeSettings } from './size-settings.js';
import { settingsObstacle } from './way-back.js';

/** The page of section 2, "General Settings". */
export function SettingsPage() {
  usePageTitle('Settings');
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-3xl md:text-4xl">General Settings</h1>
      <UserDataView what="Your settings">
        {(data) => (
          <div className="flex flex-col gap-4 md:gap-6">
            <UnfinishedOrderCard obstacle={(order) => settingsObstacle(order, data)} />
            <ShippingInfo shipping={data.shipping} />
            <div className="grid gap-4 md:gap-6 lg:grid-cols-2">
              <MethodSection kind="payout" chosen={data.payout.type} />
              <MethodSection kind="payment" chosen={data.payment.type} />
            </div>
            <SizeSettings />
            <NotificationMails />
          </div>
        )}
      </UserDataView>
      <Link
        to={paths.security}
        className="inline-flex min-h-11 items-center self-start underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        Login &amp; security
      </Link>
      <Link
        to={paths.keys}
        className="inline-flex min-h-11 items-center self-start underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        API keys
      </Link>
      <Link
        to={paths.webhooks}
        className="inline-flex min-h-11 items-center self-start underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        Webhooks
      </Link>
    </div>
  );
}
