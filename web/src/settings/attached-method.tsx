import type { PaymentSetup } from '@perkex/contract/payment-setup.js';
import type { TestCard } from '@perkex/contract/test-cards.js';
import { useQuery } from '@tanstack/react-query';
import { haveDealsStarted } from '../api/deals.js';
import { paymentSetupQuery } from '../api/payments.js';
import { CardSetup } from '../payments/card-setup.js';
import { PayoutSetup } from '../payments/payout-setup.js';
import { RemovePayouts } from '../payments/remove-payouts.js';
import { showActionSuccess } from '../ui/toast.js';
import { useDashboardUserId } from '../user/user.js';
import { PayoutAccount } from './payout-account.js';

/** Shows if money can move with the user's payment or payout, on markets with payments. */
export function AttachedMethod({ kind }: { readonly kind: 'payment' | 'payout' }) {
  const userId = useDashboardUserId();
  const { data } = useQuery({
    ...paymentSetupQuery(userId),
    enabled: userId !== '' && haveDealsStarted(),
    refetchOnMount: 'always',
  });
  if (data?.provider === 'bank') {
    return kind === 'payment' ? (
      <p className="mt-3 text-sm text-muted">{PAID_BY_TRANSFER}</p>
    ) : (
      <PayoutAccount account={data.bankAccount} />
    );
  }
  return data === undefined || data.provider === null ? null : (
    <div className="mt-3 flex flex-col gap-3">
      <p className="text-sm text-muted">{kind === 'payment' ? cardWords(data) : accountWords(data)}</p>
      {data.publishableKey === null ? null : kind === 'payment' ? (
        <CardSetup
          publishableKey={data.publishableKey}
          label={data.hasCard ? 'Change the card' : 'Add a card'}
          onSaved={() => showActionSuccess('Your card is saved.')}
        />
      ) : data.payouts === 'ready' ? (
        <RemovePayouts />
      ) : (
        <PayoutSetup payouts={data.payouts} />
      )}
    </div>
  );
}

const PAID_BY_TRANSFER =
  'Here you pay by bank transfer, whichever method is chosen. The page of each purchase has the account and the reference.';

const TEST_CARDS: Readonly<Record<TestCard, string>> = {
  works: 'A test card that works is attached.',
  declined: 'A test card that is declined is attached.',
  'asks-bank': 'A test card whose bank asks you is attached.',
};

function cardWords({ provider, hasCard, testCard }: PaymentSetup): string {
  if (testCard !== null) {
    return TEST_CARDS[testCard];
  }
  if (provider === 'play') {
    return 'No test card is attached yet. You get one that works with your first trade.';
  }
  return hasCard ? 'A card is attached.' : 'No card is attached, so your purchases cannot be paid yet.';
}

const ACCOUNTS: Readonly<Record<PaymentSetup['payouts'], string>> = {
  none: 'No account is attached, so PerkeX cannot pay you yet.',
  incomplete: 'Your account is not complete, so PerkeX cannot pay you yet.',
  ready: 'An account is attached. PerkeX can pay you.',
};

function accountWords({ provider, payouts }: PaymentSetup): string {
  if (provider !== 'play') {
    return ACCOUNTS[payouts];
  }
  return payouts === 'ready'
    ? 'A test account is attached. PerkeX can pay you play money.'
    : 'No test account is attached yet. You get one with your first trade.';
}
