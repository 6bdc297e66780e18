import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import {
  actOnMoney,
  deskMoneyQuery,
  type PayoutListRow,
  payoutListsQuery,
  type WaitingPayout,
  waitingPayoutsQuery,
} from '../../api/desk-money.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { Moment } from '../../deals/moment.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { GrowingList, usePages } from '../../lists/growing-list.js';
import { BackLink } from '../../routing/back-link.js';
import { useNavigate } from '../../routing/hooks.js';
import { Link } from '../../routing/link.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { KeyList } from '../key-list.js';
import { MemberPage } from '../member-page.js';
import { useActs } from '../use-acts.js';
import { DealCode } from './deal-code.js';
import { KINDS, listText, listTotal } from './payout-words.js';

/** The money that leaves today, and the lists that were made before. */
export function PayoutsPage() {
  usePageTitle('Payouts');
  return (
    <MemberPage audience="finance">
      <BackLink to={paths.deskMoney()}>Money</BackLink>
      <h1 className="text-3xl md:text-4xl">Payouts</h1>
      <Waiting />
      <Lists />
    </MemberPage>
  );
}

function Waiting() {
  const { data, isError, refetch, older } = usePages(waitingPayoutsQuery(useUserId()));
  const { data: money } = useQuery(deskMoneyQuery(useUserId()));
  const [isAsked, setIsAsked] = useState(false);
  const [first] = data?.pages ?? [];
  if (!data || !first) {
    return <LoadingState isError={isError} refetch={refetch} failure="The payouts could not be loaded." />;
  }
  const payouts = data.pages.flatMap((page) => page.payouts);
  const sum = money?.bank?.payouts;
  return (
    <Section title="For the next list">
      <p className="max-w-prose text-muted">
        A member alone makes lists of up to {dollarsText(first.releaseAbove)} in 24 hours. Above that, a
        second member releases them. Money that no deal can use is added, and goes back.
      </p>
      {sum ? (
        <p>
          <span className="text-xl font-semibold tabular-nums">{dollarsText(sum.amount)}</span>{' '}
          <span className="text-muted tabular-nums">{counted(sum.count, 'payment')} with an account</span>
        </p>
      ) : null}
      <Button look="strong" className="self-start" onClick={() => setIsAsked(true)}>
        Make a list
      </Button>
      {payouts.length === 0 ? (
        <p>Nothing is waiting here.</p>
      ) : (
        <GrowingList rows={payouts} older={older} moreLabel="Show more">
          {(shown) => (
            <ul aria-label="Payments for the next list" className="divide-y divide-line border-y border-line">
              {shown.map((payout, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a deal may have several, which look the same
                <li key={`${payout.code} ${index}`}>
                  <PayoutRow payout={payout} />
                </li>
              ))}
            </ul>
          )}
        </GrowingList>
      )}
      {isAsked ? <ListQuestion lastList={first.lastList} onClose={() => setIsAsked(false)} /> : null}
    </Section>
  );
}

function PayoutRow({
  payout: { kind, amount, code, hasAccount, isOwn },
}: {
  readonly payout: WaitingPayout;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5">
      <span className="min-w-0">
        {KINDS[kind]}
        <span className="block text-sm text-muted">
          {code === null ? 'No deal' : <DealCode code={code} />}
        </span>
        {hasAccount ? null : (
          <span className="block text-sm font-semibold">Its user has not added an account yet</span>
        )}
        {isOwn ? (
          <span className="block text-sm font-semibold">Your own deal: on the list of another member</span>
        ) : null}
      </span>
      <span className="text-right font-semibold tabular-nums">{dollarsText(amount)}</span>
    </div>
  );
}

interface ListQuestionProps {
  readonly lastList: number;
  readonly onClose: () => void;
}

function ListQuestion({ lastList, onClose }: ListQuestionProps) {
  const { isBusy, fault, run } = useActs(actOnMoney);
  const uid = useUserId();
  const navigate = useNavigate();
  // The list that this member saw, whatever others have made since.
  const [seen] = useState(lastList);
  const make = () =>
    run(
      () => call('proposePayouts', { body: { uid, lastList: seen } }),
      ({ list }) => navigate(paths.deskPayoutList(list)),
    );
  return (
    <ConfirmDialog label="Make a list" isBusy={isBusy} fault={fault} onConfirm={make} onClose={onClose}>
      <p>It takes all waiting payments that have an account, and does not change later.</p>
    </ConfirmDialog>
  );
}

function Lists() {
  const { data, isError, refetch, older } = usePages(payoutListsQuery(useUserId()));
  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="The lists could not be loaded." />;
  }
  const lists = data.pages.flatMap((page) => page.lists);
  return (
    <Section title="Lists">
      {lists.length === 0 ? (
        <p>There is no list yet.</p>
      ) : (
        <GrowingList rows={lists} older={older}>
          {(shown) => (
            <KeyList label="Lists, newest first" rows={shown} keyOf={({ list }) => list}>
              {(row) => <ListLink row={row} />}
            </KeyList>
          )}
        </GrowingList>
      )}
    </Section>
  );
}

function ListLink({ row }: { readonly row: PayoutListRow }) {
  const { list, createdAt, state } = row;
  const { amount, count } = listTotal(row);
  return (
    <Link
      to={paths.deskPayoutList(list)}
      className="group grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3"
    >
      <span className="min-w-0">
        <span className="block font-semibold underline-offset-4 group-hover:underline">List {list}</span>
        <span className={`block text-sm ${state === 'proposed' ? 'font-semibold' : ''}`}>
          {listText(row)}
        </span>
        <Moment at={createdAt} className="block text-sm text-muted" />
      </span>
      <span className="text-right text-sm">
        <span className="block text-base font-semibold tabular-nums">{dollarsText(amount)}</span>
        <span className="block text-muted tabular-nums">{counted(count, 'payment')}</span>
      </span>
    </Link>
  );
}
