import type { ResetDescription } from '@perkex/contract/identity.js';
import { counted } from '@perkex/core/counted.js';

/** Lists the data that a new password removes, before it is set. */
export function RemovedByReset({ removes }: { readonly removes: NonNullable<ResetDescription['removes']> }) {
  const things = thingsOf(removes);
  return things.length === 0 ? null : (
    <section aria-label="What is removed" className="mb-5 flex flex-col gap-2 rounded-card bg-card p-4">
      <p>
        This e-mail was never confirmed, so another person may have signed up with it. Setting a new password
        therefore removes:
      </p>
      <ul className="flex list-disc flex-col gap-1 pl-5 font-semibold">
        {things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Nothing is removed if you open the link of the mail in a browser where you were logged in within the
        last 30 days.
      </p>
    </section>
  );
}

function thingsOf({
  settings,
  openAsks,
  openBids,
  watches,
  pairs,
  notifications,
  preferences,
  hasOtherProofs,
  hasName,
}: NonNullable<ResetDescription['removes']>): string[] {
  const things: (string | false)[] = [
    settings && 'Shipping, payout and payment',
    openAsks > 0 && counted(openAsks, 'open ask'),
    openBids > 0 && counted(openBids, 'open bid'),
    watches > 0 && `${counted(watches, 'watched product')}, with alerts`,
    pairs > 0 && `${counted(pairs, 'pair')} of the collection`,
    notifications > 0 && counted(notifications, 'notification'),
    preferences && 'Sizes and mail settings',
    hasName && 'The name of the account',
    hasOtherProofs && 'Second factors and other logins',
  ];
  return things.filter((thing) => thing !== false);
}
