import {
  type DayView,
  exportLedger,
  type LedgerTransfer,
  ledgerTransfersQuery,
} from '../../api/desk-ledger.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { Moment } from '../../deals/moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { GrowingList, usePages } from '../../lists/growing-list.js';
import { Link } from '../../routing/link.js';
import { LoadingState } from '../../ui/loading-state.js';
import { ExportButton } from '../export-button.js';
import { LEDGER_ACCOUNT_WORDS } from './account-words.js';

/** The transfers of a day, oldest first, also as a file. */
export function LedgerTransfers({ view }: { readonly view: DayView }) {
  const { data, isError, refetch, older } = usePages(ledgerTransfersQuery(useUserId(), view));
  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="The transfers could not be loaded." />;
  }
  const transfers = data.pages.flatMap((page) => page.transfers);
  return (
    <>
      {transfers.length === 0 ? null : (
        <ExportButton
          name={`ledger-${view.day}${view.account === '' ? '' : `-${view.account}`}.csv`}
          read={() => exportLedger(view)}
          success="The transfers have been downloaded."
        />
      )}
      <GrowingList rows={transfers} older={older} moreLabel="Show more">
        {(shown) => <TransferList transfers={shown} />}
      </GrowingList>
    </>
  );
}

/** Transfers with their deals. */
export function TransferList({ transfers }: { readonly transfers: readonly LedgerTransfer[] }) {
  if (transfers.length === 0) {
    return <p className="py-6">No money has moved.</p>;
  }
  return (
    <ul aria-label="Transfers, oldest first" className="divide-y divide-line border-y border-line">
      {transfers.map((transfer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
        <li key={index}>
          <TransferRow transfer={transfer} />
        </li>
      ))}
    </ul>
  );
}

function TransferRow({
  transfer: { code, event, at, from, to, amount },
}: {
  readonly transfer: LedgerTransfer;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0">
        {LEDGER_ACCOUNT_WORDS[from]} <span aria-hidden>→</span>
        <span className="sr-only"> to </span> {LEDGER_ACCOUNT_WORDS[to]}
      </span>
      <span className="text-right font-semibold tabular-nums">{dollarsText(amount)}</span>
      <span className="col-span-2 flex flex-wrap gap-x-3 text-sm text-muted">
        <Moment at={at} />
        <span>{event}</span>
        <Link to={paths.deskLedger({ deal: code })} className="tabular-nums underline underline-offset-4">
          {code}
        </Link>
      </span>
    </div>
  );
}
