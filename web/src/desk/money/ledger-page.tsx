import { ACCOUNTS, type Account } from '@perkex/core/deals/accounts.js';
import { isDay } from '@perkex/core/figures/days.js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RefusalError } from '../../api/call.js';
import { isBankTransfer } from '../../api/deals.js';
import { ledgerAccountQuery, ledgerDealQuery, ledgerQuery } from '../../api/desk-ledger.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { GrowingList, usePages } from '../../lists/growing-list.js';
import { BackLink } from '../../routing/back-link.js';
import { useNavigate, useSearchParams } from '../../routing/hooks.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { DayField } from '../day-field.js';
import { MemberPage } from '../member-page.js';
import { canonicalCode } from '../scan/canonical-code.js';
import { LEDGER_ACCOUNT_WORDS } from './account-words.js';
import { BookedLines } from './booked-lines.js';
import { DealCode } from './deal-code.js';
import { LedgerTransfers, TransferList } from './ledger-transfers.js';
import { SumsTable } from './sums-table.js';

/** The ledger: from the sums of accounts and days down to the transfers. */
export function LedgerPage() {
  usePageTitle('Ledger');
  const [params] = useSearchParams();
  const account = ACCOUNTS.find((each) => each === params.get('account'));
  const given = params.get('day') ?? '';
  const day = isDay(given) ? given : undefined;
  const deal = canonicalCode(params.get('deal') ?? '');
  return (
    <MemberPage audience="finance">
      {account || day || deal ? (
        <BackLink to={account && day ? paths.deskLedger({ account }) : paths.deskLedger()}>
          {account && day ? LEDGER_ACCOUNT_WORDS[account] : 'Ledger'}
        </BackLink>
      ) : (
        <BackLink to={paths.deskMoney()}>Money</BackLink>
      )}
      <View account={account} day={day} deal={deal} />
    </MemberPage>
  );
}

interface ViewProps {
  readonly account: Account | undefined;
  readonly day: string | undefined;
  readonly deal: string | null;
}

function View({ account, day, deal }: ViewProps) {
  if (deal !== null) {
    return <DealView code={deal} />;
  }
  if (account && day) {
    return (
      <>
        <Heading>
          {LEDGER_ACCOUNT_WORDS[account]}, {day}
        </Heading>
        <LedgerTransfers key={`${day} ${account}`} view={{ day, account }} />
      </>
    );
  }
  if (account) {
    return <AccountView key={account} account={account} />;
  }
  return <AccountsView day={day} />;
}

function Heading({ children }: { readonly children: ReactNode }) {
  return <h1 className="text-3xl md:text-4xl">{children}</h1>;
}

/** The sums of all accounts, of all days or of one. */
function AccountsView({ day }: { readonly day: string | undefined }) {
  const { data, error, refetch } = useQuery(ledgerQuery(useUserId(), day ?? ''));
  const navigate = useNavigate();
  return (
    <>
      <Heading>{day ?? 'Ledger'}</Heading>
      <div className="max-w-60">
        <DayField
          label="Day (UTC)"
          value={day ?? ''}
          onChange={(typed) =>
            navigate(paths.deskLedger(typed === '' ? {} : { day: typed }), { replace: true })
          }
        />
      </div>
      {data ? (
        <SumsTable
          title="Account"
          rows={data.accounts.map(({ account, ...sums }) => ({
            ...sums,
            key: account,
            name: LEDGER_ACCOUNT_WORDS[account],
            to: paths.deskLedger(day ? { account, day } : { account }),
          }))}
        />
      ) : (
        <LoadingState isError={error !== null} refetch={refetch} failure="The ledger could not be loaded." />
      )}
      {day ? (
        <section aria-labelledby="transfers" className="flex flex-col gap-3">
          <h2 id="transfers" className="text-2xl">
            Transfers
          </h2>
          <LedgerTransfers key={day} view={{ day, account: '' }} />
        </section>
      ) : null}
    </>
  );
}

/** The days of an account. */
function AccountView({ account }: { readonly account: Account }) {
  const { data, isError, refetch, older } = usePages(ledgerAccountQuery(useUserId(), account));
  return (
    <>
      <Heading>{LEDGER_ACCOUNT_WORDS[account]}</Heading>
      {data ? (
        <GrowingList rows={data.pages.flatMap(({ days }) => days)} older={older}>
          {(shown) => (
            <SumsTable
              title="Day"
              rows={shown.map(({ day, ...sums }) => ({
                ...sums,
                key: day,
                name: day,
                to: paths.deskLedger({ account, day }),
              }))}
            />
          )}
        </GrowingList>
      ) : (
        <LoadingState isError={isError} refetch={refetch} failure="The ledger could not be loaded." />
      )}
    </>
  );
}

/** The transfers of a deal. */
function DealView({ code }: { readonly code: string }) {
  const { data, error, refetch } = useQuery(ledgerDealQuery(useUserId(), code));
  const isUnknown = error instanceof RefusalError && error.code === 'unknown-code';
  return (
    <>
      <Heading>Transfers of a deal</Heading>
      <p>
        <DealCode code={code} />
      </p>
      {data ? (
        <>
          <TransferList transfers={data.transfers} />
          {isBankTransfer() ? (
            <>
              <Heading>Bank transfers of the deal</Heading>
              <BookedLines code={code} />
            </>
          ) : null}
        </>
      ) : isUnknown ? (
        <p>No deal has this code.</p>
      ) : (
        <LoadingState
          isError={error !== null}
          refetch={refetch}
          failure="The transfers could not be loaded."
        />
      )}
    </>
  );
}
