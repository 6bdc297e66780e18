import { MONEY_PLACES, type MoneyPlace, OWN_MONEY } from '@perkex/core/deals/own-money.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportMoney, haveDealsStarted, moneyQuery, type OwnMoneyAnswer } from '../api/deals.js';
import { paths } from '../links/paths.js';
import { SellerLevelNote } from '../products/seller-level.js';
import { Redirect } from '../routing/redirect.js';
import { PausableButton } from '../ui/button.js';
import { Placeholder } from '../ui/states.js';
import { TabbedPanels } from '../ui/tabs.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { useDownload } from '../user/use-download.js';
import { useDashboardUserId } from '../user/user.js';
import { DebtPayment } from './debt-payment.js';
import { MoneyList } from './money-list.js';
import { MoneySums } from './money-sums.js';
import { SHORT_PLACES } from './money-words.js';

/** The user's money in all their deals: where it is, why, and when it moves on. */
export function MoneyPage() {
  usePageTitle('My money');
  return haveDealsStarted() ? <Money /> : <Redirect to={paths.home} />;
}

const TABS: readonly { readonly value: MoneyPlace | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  ...MONEY_PLACES.map((value) => ({ value, label: SHORT_PLACES[value] })),
];

function Money() {
  const { data, isError } = useInfiniteQuery(moneyQuery(useDashboardUserId()));
  const [open, setOpen] = useState('all');
  const sums = data?.pages[0]?.sums;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl md:text-4xl">My money</h1>
        <ExportButton />
      </div>
      <SellerLevelNote />
      {data && isError ? (
        <p role="status" className="rounded-control border border-line bg-card px-4 py-3 text-sm">
          We lost the connection to PerkeX, so this may be out of date. We keep trying.
        </p>
      ) : null}
      {sums ? <MoneySums sums={sums} /> : isError ? null : <Placeholder className="h-64 sm:h-72 lg:h-48" />}
      {sums?.some(isOfDebt) ? <DebtPayment /> : null}
      <TabbedPanels
        name="Where your money is"
        tabs={TABS.map(({ value, label }) => ({ value, label, content: <MoneyList place={value} /> }))}
        open={open}
        onOpen={setOpen}
      />
    </div>
  );
}

/** True for what the user owes, or is paying of it. */
function isOfDebt({ kind }: OwnMoneyAnswer['sums'][number]): boolean {
  return OWN_MONEY[kind] === 'owed' || kind === 'debt-on-its-way';
}

function ExportButton() {
  const success = 'The list of your money has been downloaded.';
  const { download, isPending } = useDownload(exportMoney, 'perkex-money.csv', success);
  return (
    <PausableButton isPaused={isPending} onClick={download}>
      <Download aria-hidden className="size-5" />
      Download as CSV
    </PausableButton>
  );
}
