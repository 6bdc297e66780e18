import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import { MIN_CARD_CENTS } from '@perkex/core/users/debts.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { isBankTransfer, isPlayMoney } from '../api/deals.js';
import { faultOf } from '../api/fault-of.js';
import { type Debt, debtBankPage, debtQuery, payDebt } from '../api/payments.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { SettlingButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { ErrorNotice } from '../ui/states.js';
import { useSubmit } from '../ui/use-submit.js';
import { useDashboardUserId } from '../user/user.js';
import { BankButton } from './bank-button.js';
import { TransferInstructions } from './bank-transfer.js';
import { dollarsText } from './dollars-text.js';

/** The debt of the user across all their deals, with a way to pay it at once. */
export function DebtPayment() {
  const { data, isError, refetch } = useQuery(debtQuery(useDashboardUserId()));
  const titleId = useId();
  if (!data) {
    return isError ? (
      <ErrorNotice onRetry={() => void refetch()}>What you owe could not be loaded.</ErrorNotice>
    ) : null;
  }
  if (data.amount === 0 && data.paying === 0) {
    return null;
  }
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-4 rounded-card border border-line bg-card px-4 py-4 sm:px-5"
    >
      <div className="flex flex-col gap-1">
        <h2 id={titleId} className="text-lg">
          {data.amount > 0 ? `You owe ${dollarsText(data.amount)}` : 'Your payment is on its way'}
        </h2>
        <p className="max-w-prose text-sm text-muted empty:hidden">{consequence(data)}</p>
      </div>
      <Payment debt={data} />
    </section>
  );
}

/** The consequence of not paying a debt at once. */
function consequence({ amount }: Debt): string | null {
  if (amount === 0) {
    return null;
  }
  return isSmall(amount)
    ? 'Your next payout settles it. It is too little to stop you from selling.'
    : 'Your next payouts settle it, or you pay it now. If it is large, or 14 days old, you cannot sell until it is paid.';
}

function isSmall(dollars: number): boolean {
  return Math.round(dollars * CENTS_PER_DOLLAR) < MIN_CARD_CENTS;
}

function Payment({ debt }: { readonly debt: Debt }) {
  const { payment, paying, transfer, needsCard } = debt;
  if (transfer) {
    return (
      <>
        <TransferInstructions {...transfer}>
          Send US dollars, and name the reference exactly: it tells us that you pay what you owe. What is too
          much goes back to you.
        </TransferInstructions>
        {debt.amount === paying ? null : <PayButton debt={debt}>Pay all that I owe now</PayButton>}
      </>
    );
  }
  if (payment === 'collecting') {
    return <p role="status">{collectingText(paying)}</p>;
  }
  if (payment === 'needs-buyer') {
    return (
      <>
        <p role="status">Your bank asks you to confirm the payment of {dollarsText(paying)}.</p>
        <BankButton subject={`debt ${paying}`} readAddress={debtBankPage} />
        <PayButton debt={debt} isPlain>
          Start again
        </PayButton>
      </>
    );
  }
  if (isSmall(debt.amount) && !isBankTransfer()) {
    return (
      <p>Cards pay {dollarsText(MIN_CARD_CENTS / CENTS_PER_DOLLAR)} or more, so you need not do anything.</p>
    );
  }
  if (needsCard) {
    return (
      <p>
        To pay it now, <SettingsLink>save a card in your settings</SettingsLink> first.
      </p>
    );
  }
  return (
    <>
      {payment === 'declined' ? (
        <p role="status">
          Your payment was declined. Try again, or <SettingsLink>use another card</SettingsLink>.
        </p>
      ) : null}
      <PayButton debt={debt}>
        {isBankTransfer() ? 'Pay by bank transfer' : `Pay ${dollarsText(debt.amount)} by card`}
      </PayButton>
      {isPlayMoney() ? <p className="text-sm text-muted">This is play money.</p> : null}
    </>
  );
}

function collectingText(dollars: number): string {
  return isBankTransfer()
    ? 'We are preparing the instructions for your bank transfer.'
    : `We are collecting ${dollarsText(dollars)} from your card.`;
}

function SettingsLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link to={paths.settings} className="font-semibold underline underline-offset-4">
      {children}
    </Link>
  );
}

interface PayButtonProps {
  readonly debt: Debt;
  readonly isPlain?: boolean;
  readonly children: ReactNode;
}

function PayButton({ debt, isPlain = false, children }: PayButtonProps) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const { mutateAsync, error } = useMutation({ mutationFn: () => payDebt(client, userId) });
  const { isBusy, onSubmit } = useSubmit(() => mutateAsync().catch(() => {})); // its error is shown
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <FaultText>{faultOf(error)}</FaultText>
      <SettlingButton
        {...(isPlain ? {} : { look: 'strong' as const })}
        subject={`${debt.amount} ${debt.payment}`}
        isPaused={isBusy}
        type="submit"
        className="sm:self-start"
      >
        {children}
      </SettlingButton>
    </form>
  );
}
