import type { OwnMoneyKind } from '@perkex/core/deals/own-money.js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RefusalError } from '../../api/call.js';
import { type DeskUser, deskUserQuery } from '../../api/desk-users.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { Moment } from '../../deals/moment.js';
import { Section } from '../../deals/section.js';
import { useMoment } from '../../deals/use-moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { useParams } from '../../routing/hooks.js';
import { Link } from '../../routing/link.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { UserBlock } from './user-block.js';
import { UserDealLists } from './user-deals.js';
import { UserDebt } from './user-debt.js';
import { UserLimits } from './user-limits.js';
import { UserNotes } from './user-notes.js';

/** The money of a user by kind, as members read it. */
const MONEY_WORDS: Readonly<Record<OwnMoneyKind, string>> = {
  'payment-held': 'Payments that we hold',
  collecting: 'Payments on their way',
  'refund-owed': 'Refunds due',
  'refund-on-its-way': 'Refunds on their way',
  refunded: 'Refunded',
  spent: 'Spent',
  'sale-held': 'Held for sales',
  'payout-owed': 'Payouts due',
  'payout-on-its-way': 'Payouts on their way',
  'paid-out': 'Paid out',
  'fees-owed': 'Fees owed to us',
  settled: 'Debts settled by payouts',
  credited: 'Credited',
  'credit-on-its-way': 'Credits on their way',
  'credit-paid': 'Credits paid out',
  penalty: 'Penalties',
  'penalty-paid': 'Penalties collected',
  'debt-on-its-way': 'Payments of debts on their way',
  'debt-paid': 'Debts paid',
  'debt-charged-back': 'Debts charged back',
};

/** A user: what they do in the market, their block, and notes of members. */
export function UserPage() {
  usePageTitle('User');
  const { user = '' } = useParams();
  return (
    <MemberPage audience="admin">
      <BackLink to={paths.deskUsers()}>Users</BackLink>
      <LoadedUser key={user} user={user} />
    </MemberPage>
  );
}

function LoadedUser({ user }: { readonly user: string }) {
  const { data, error, refetch } = useQuery(deskUserQuery(useUserId(), user));
  if (data) {
    return <User user={data} />;
  }
  if (error instanceof RefusalError && error.code === 'unknown-user') {
    return <p>There is no such user.</p>;
  }
  return <LoadingState isError={error !== null} refetch={refetch} failure="The user could not be loaded." />;
}

function User({ user }: { readonly user: DeskUser }) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="text-3xl wrap-anywhere md:text-4xl">{user.name === '' ? 'No name' : user.name}</h1>
        <p className="wrap-anywhere text-muted">{emailText(user)}</p>
        {user.erasedAt === null ? null : (
          <p className="font-semibold">This account is being erased. Its deals continue without it.</p>
        )}
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
        <div className="flex min-w-0 flex-col gap-8">
          <Facts user={user} />
          <UserDealLists user={user.user} />
          <OpenOrders user={user} />
        </div>
        <div className="flex min-w-0 flex-col gap-8 max-lg:order-first">
          <UserBlock user={user} />
          {user.debt === null ? null : <UserDebt user={user} debt={user.debt} />}
          <UserLimits user={user} />
          <UserNotes user={user} />
          <Link
            to={paths.deskJournal({ subject: `user/${user.user}` })}
            className="inline-flex min-h-11 items-center self-start underline underline-offset-4"
          >
            Acts about this user
          </Link>
        </div>
      </div>
    </>
  );
}

function emailText({ email, isEmailProved }: DeskUser): string {
  if (email === null) {
    return 'The e-mail is not known here';
  }
  return isEmailProved ? email : `${email} (not confirmed)`;
}

function Facts({ user }: { readonly user: DeskUser }) {
  const moment = useMoment();
  const { limits, balances, member, since, needsCardUntil } = user;
  return (
    <Section title="Account">
      <dl className="divide-y divide-line border-y border-line">
        <Fact label="Id">{user.user}</Fact>
        {since === null ? null : <Fact label="Signed up">{moment(since)}</Fact>}
        {member === null ? null : (
          <Fact label="Member">
            {member.name}, {member.role ?? 'without a role now'}
          </Fact>
        )}
        <Fact label="Open orders">
          {limits.openOrders}
          {limits.maxOpenOrders === null ? '' : ` of at most ${limits.maxOpenOrders}`}
        </Fact>
        <Fact label="Undone trades, 30 days">{limits.undos} of at most 2</Fact>
        {needsCardUntil === null ? null : (
          <Fact label="Failed payments">
            Cannot buy until {moment(needsCardUntil)}, unless they save a card
          </Fact>
        )}
        {balances.map(({ kind, amount }) => (
          <Fact key={kind} label={MONEY_WORDS[kind]}>
            {dollarsText(amount)}
          </Fact>
        ))}
      </dl>
    </Section>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

function OpenOrders({ user: { orders, limits } }: { readonly user: DeskUser }) {
  return (
    <Section title="Open orders">
      {orders.length === 0 ? (
        <p className="text-muted">None.</p>
      ) : (
        <ul aria-label="Open orders, newest first" className="divide-y divide-line border-y border-line">
          {orders.map(({ side, productId, name, size, price, placedAt }) => (
            <li
              key={`${side} ${productId} ${size} ${placedAt} ${price}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5"
            >
              <span className="min-w-0">
                <Link to={paths.product(productId)} className="underline-offset-4 hover:underline">
                  {name}
                </Link>
                <span className="block text-sm text-muted">
                  Size {size} · <Moment at={placedAt} />
                </span>
              </span>
              <span className="text-right font-semibold tabular-nums">
                {side === 'ask' ? 'Ask' : 'Bid'} {price}$
              </span>
            </li>
          ))}
        </ul>
      )}
      {orders.length < limits.openOrders ? (
        <p className="text-sm text-muted">These are the newest {orders.length}.</p>
      ) : null}
    </Section>
  );
}
