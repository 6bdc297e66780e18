import { startMaintenance } from '@perkex/server/process/maintenance.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPaymentBench, type PaymentBench } from '../../server/test/payments/payment-bench.js';
import { createTestDatabase } from '../../server/test/test-database.js';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { buildDeal } from './support/deals.js';
import { useShop } from './support/shop.js';
import { playStripe } from './support/stripe-form.js';

/** Stripe's side: a stand-in with a database of its own. */
let bench: PaymentBench;
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
  bench = await openPaymentBench('stripe', database, { startMs: Date.now() });
});

afterAll(async () => {
  await bench.close();
  await database.close();
});

const shop = useShop({
  hasDeals: true,
  servers: 1,
  payments: {
    provider: 'stripe',
    stripe: {
      secretKey: 'sk_test_bench',
      publishableKey: 'pk_test_bench',
      webhookSecret: 'whsec_bench',
      get address() {
        return bench.standIn.address;
      },
    },
  },
});

const DECLINED = {
  error: { message: 'Your card was declined.', setup_intent: { status: 'requires_action' } },
};
const SAVED = { setupIntent: { status: 'succeeded' } };

/** Stripe's hosts for a person. With `declinesFirst`, the first card is declined. */
async function meetsStripe({ page }: Person, { declinesFirst = false } = {}): Promise<void> {
  let declines = declinesFirst;
  await playStripe(page, async (setupRef, publishableKey) => {
    expect(publishableKey).toBe('pk_test_bench');
    if (declines) {
      declines = false;
      return DECLINED;
    }
    await bench.completeSetup(setupRef, 'pm_card_visa');
    return SAVED;
  });
}

async function typesCard({ page }: Person): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await frame.getByLabel('Card number').fill('4242 4242 4242 4242');
}

describe('with Stripe', () => {
  it('a card is saved in the frame of its form, also after one that was declined', async () => {
    const { person } = await shop.trader();
    await meetsStripe(person, { declinesFirst: true });
    await person.opens('/dashboard/settings');
    await person.sees('No card is attached, so your purchases cannot be paid yet.');
    await person.presses('Add a card');
    await typesCard(person);
    expect(await faultsOf(person)).toEqual([]);
    await person.presses('Save the card');
    await person.sees('Your card was declined.');
    await person.presses('Save the card');
    await person.seesToast('Your card is saved.');
    await person.sees('A card is attached.');
    await person.button('Change the card').waitFor();
  });

  it('the account for payouts is completed on its pages, and ready on return', async () => {
    const { person, account } = await shop.trader();
    await shop.app.database.pool.query('update identity_users set email_verified = true where id = $1', [
      account.uid,
    ]);
    await person.page.route('https://shop.example/**', async (route) => {
      await bench.completeAccount(route.request().url().split('/').at(-1) ?? '');
      await route.fulfill({
        contentType: 'text/html',
        body: `<a href="${shop.url}/dashboard/settings">Return to PerkeX</a>`,
      });
    });
    await person.opens('/dashboard/settings');
    await person.sees('No account is attached, so PerkeX cannot pay you yet.');
    await person.presses('Set up payouts');
    await person.follows('Return to PerkeX');
    await person.sees('An account is attached. PerkeX can pay you.');
  });

  it('a purchase without a card is paid as soon as there is one', async () => {
    const seller = await shop.account();
    const { person, account: buyer } = await shop.trader();
    await meetsStripe(person);
    shop.app.jobs.start();
    onTestFinished(startMaintenance(shop.app.payments.maintenance, { error: console.error }));
    await buildDeal(shop, await shop.product(), { seller, buyer });
    await person.opens('/dashboard/buying');
    await person.page.getByRole('tab', { name: 'In Progress' }).click();
    await person.page.getByRole('list', { name: 'In progress' }).getByRole('link').click();
    await person.seesHeading('Pay again');
    await person.sees('You have no saved card.');
    await person.presses('Add a card');
    await typesCard(person);
    await person.presses('Save the card');
    await person.seesHeading('Paid');
  });
});
