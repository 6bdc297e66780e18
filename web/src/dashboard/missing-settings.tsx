import type { UserData } from '@perkex/contract/user-data.js';
import { ChevronRight } from 'lucide-react';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

/** Links to the missing settings that trading needs; renders nothing if there are none. */
export function MissingSettings({ data }: { data: UserData }) {
  const missing = missingSettings(data);
  if (missing.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="missing-settings" className="rounded-card bg-card p-4 md:p-6">
      <h2 id="missing-settings" className="text-lg">
        Before you trade
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {missing.map(({ text, path }) => (
          <li key={text}>
            <Link
              to={path}
              className="flex min-h-12 items-center justify-between gap-4 underline-offset-4 hover:underline"
            >
              {text}
              <ChevronRight aria-hidden className="size-5 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function missingSettings({ shipping, payment, payout }: UserData): { text: string; path: string }[] {
  return [
    ...(payout.type === '' ? [{ text: 'Sellers need a payout method', path: paths.settings }] : []),
    ...(payment.type === '' ? [{ text: 'Buyers need a payment method', path: paths.settings }] : []),
    ...(shipping.street === '' ? [{ text: 'Buyers need a shipping address', path: paths.shipping }] : []),
  ];
}
