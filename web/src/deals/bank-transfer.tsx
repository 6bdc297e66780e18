import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { RefusalError } from '../api/call.js';
import type { OwnDeal } from '../api/deals.js';
import { instructionsQuery, type PaymentInstructions } from '../api/payments.js';
import { IconButton } from '../ui/button.js';
import { copyText } from '../ui/copy-text.js';
import { LoadingState } from '../ui/loading-state.js';
import { useDashboardUserId } from '../user/user.js';
import { dollarsText } from './dollars-text.js';

/** How the buyer pays by bank transfer: the account of the market, the amount, and the reference to name. */
export function BankTransfer({ deal }: { readonly deal: Pick<OwnDeal, 'id'> }) {
  const titleId = useId();
  const { data, error, refetch } = useQuery(instructionsQuery(useDashboardUserId(), deal.id));
  const isBooked = error instanceof RefusalError && error.code === 'nothing-to-pay';
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4 border-t border-line pt-5">
      <h2 id={titleId} className="text-lg">
        Pay by bank transfer
      </h2>
      {isBooked ? (
        <p role="status">Your payment has arrived. We are booking it.</p>
      ) : data ? (
        <TransferInstructions {...data}>
          Send US dollars, and name the reference exactly: it tells us which purchase you pay. The money has
          to arrive before the deadline above. What arrives too late, or is too much, goes back to you.
        </TransferInstructions>
      ) : (
        <LoadingState
          isError={error !== null}
          refetch={refetch}
          failure="The account to pay to could not be loaded."
        />
      )}
    </section>
  );
}

/** The account of the market, the amount and the reference of a payment, with a note about it. */
export function TransferInstructions({
  children,
  holder,
  account,
  bankCode,
  bankName,
  reference,
  amount,
  received,
}: PaymentInstructions & { readonly children: ReactNode }) {
  const isIban = /^[A-Z]{2}/.test(account);
  const isRouting = bankCode !== null && /^\d+$/.test(bankCode);
  const lines = [
    ['Amount', dollarsText(amount), amount.toFixed(2)],
    ['Reference', reference, reference],
    ['Name', holder, holder],
    [isIban ? 'IBAN' : 'Account number', account, account.replaceAll(' ', '')],
    [isRouting ? 'Routing number' : 'BIC', bankCode, bankCode],
    ['Bank', bankName, bankName],
  ] as const;
  return (
    <>
      {received > 0 ? (
        <p role="status">
          {dollarsText(received)} has arrived. Please send the rest, with the same reference.
        </p>
      ) : null}
      <dl className="flex max-w-xl flex-col">
        {lines.map(([term, text, copied]) =>
          text === null ? null : (
            <div key={term} className="flex items-center gap-3 border-t border-line py-1 first:border-t-0">
              <dt className="w-20 shrink-0 text-sm text-muted sm:w-32">{term}</dt>
              <dd className="min-w-0 flex-1 font-semibold tabular-nums wrap-anywhere">{text}</dd>
              <dd className="-my-1 shrink-0">
                <CopyButton term={term} text={copied ?? text} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className="max-w-prose text-sm text-muted">{children}</p>
    </>
  );
}

function CopyButton({ term, text }: { readonly term: string; readonly text: string }) {
  const name = term === 'IBAN' || term === 'BIC' ? term : term.toLowerCase();
  const toasts = {
    success: `${term} copied.`,
    failure: `The ${name} could not be copied. Please type it in.`,
  };
  return (
    <IconButton name={`Copy the ${name}`} onClick={() => void copyText(text, toasts)}>
      <Copy aria-hidden className="size-5" />
    </IconButton>
  );
}
