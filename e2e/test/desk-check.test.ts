import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { expect, it } from 'vitest';
import { plainPicture } from '../../server/test/picture-server.js';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { buildDeal, pay } from './support/deals.js';
import { arriveAsMember } from './support/members.js';
import { useShop } from './support/shop.js';

const shop = useShop({ hasDeals: true, secondReviews: { limitCents: 500_00 } });

/** A pair that its seller has shipped. @returns the code on its slip */
async function shippedPair(): Promise<string> {
  const product = await shop.product();
  const [seller, buyer] = [await shop.account(), await shop.account()];
  const happens = await buildDeal(shop, product, { seller, buyer });
  await pay(happens);
  const { rows } = await shop.app.database.pool.query<{ id: string; version: number }>(
    'select id, version from deals where product_id = $1',
    [product.id],
  );
  const [{ id, version } = { id: '', version: 0 }] = rows;
  const step = { type: 'ship', carrier: 'ups', trackingNumber: CARRIER_FACTS.ups.example };
  await seller.post('/deals/step', { deal: id, id: crypto.randomUUID(), version, step });
  return dealCode({ productId: product.id, id });
}

/** Counts presses on the screen. A scanner types. */
async function countPresses({ page }: Person): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { presses: 0 });
    document.addEventListener('pointerdown', () => Object.assign(window, { presses: presses() + 1 }), true);
    const presses = () => (window as unknown as { presses: number }).presses;
  });
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses);
}

async function scans(person: Person, code: string): Promise<void> {
  const field = person.page.getByLabel('Code of a deal');
  await field.fill(code);
  await field.press('Enter');
}

async function answersAll({ page }: Person): Promise<void> {
  const points = page.getByRole('list', { name: 'Checklist' }).getByRole('group');
  for (const point of await points.all()) {
    await point.getByText('Yes', { exact: true }).click();
  }
}

const photo = async () => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: await plainPicture({ width: 2000, height: 800 }).png().toBuffer(),
});

it('a pair is received and passed on a phone with at most 12 presses, by two members who know nothing of each other', async () => {
  const code = await shippedPair();
  const ann = await arriveAsMember(shop, 'ann', 'desk', { viewport: PHONE, hasTouch: true });
  await ann.opens('/desk');
  const presses = await countPresses(ann);
  await scans(ann, code);
  await ann.seesHeading('On its way to us');
  await ann.presses('Receive the pair');
  await ann.seesHeading('Here, to be verified');
  await ann.presses('Reserve');
  await ann.page.getByText(/^You have reserved this pair until/).waitFor();
  await answersAll(ann);
  await ann.presses('Pass');
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Pass' }).click();
  await ann.sees('Your verdict is recorded. It takes effect once the check of this pair has ended.');
  expect(await presses()).toBeLessThanOrEqual(12);
  expect(await faultsOf(ann)).toEqual([]);

  const bob = await arriveAsMember(shop, 'bob', 'desk');
  await bob.opens('/desk');
  await scans(bob, code);
  await bob.seesHeading('Here, to be verified');
  expect(await bob.page.getByRole('heading', { name: 'Verdicts' }).count()).toBe(0);
  await answersAll(bob);
  await bob.presses('Pass');
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Pass' }).click();
  await bob.seesHeading('Verified, to be sent');

  await bob.follows('Desk');
  await bob.follows('Send by scan');
  const fieldIs = (name: string) => bob.page.locator(':focus').and(bob.page.getByLabel(name)).waitFor();
  await fieldIs('Packing slip');
  await bob.page.keyboard.type(`${code}\n`);
  await fieldIs('Carrier’s label');
  bob.expectsComplaint(/status of 422/);
  await bob.page.keyboard.type(`${CARRIER_FACTS.ups.example}\n`);
  await bob.sees(/^This is the number of the parcel in which the pair came\./);
  await fieldIs('Carrier’s label');
  await bob.page.keyboard.type('1Z999AA10123456785\n');
  await fieldIs('Packing slip');
  await bob.page.getByText(/^Sent: /).waitFor();
});

it('a photo that was taken without a connection waits in the browser, and arrives later with its hash', async () => {
  const code = await shippedPair();
  const kim = await arriveAsMember(shop, 'kim', 'desk', { viewport: PHONE });
  const { page } = kim;
  await kim.opens(`/desk/deals/${code}`);
  kim.expectsComplaint(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await page.route('**/api/desk/photos', (route) => route.abort());
  await page.getByLabel('Parcel', { exact: true }).setInputFiles(await photo());
  await kim.sees('Waiting for the connection');
  const image = page.getByRole('img', { name: 'Parcel' });
  expect(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1600);
  expect(await faultsOf(kim)).toEqual([]);
  await page.reload();
  await kim.sees('Waiting for the connection');
  const sent = page.waitForRequest('**/api/desk/photos');
  await page.unroute('**/api/desk/photos');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  expect((await sent).postDataJSON()).toMatchObject({ subject: 'parcel' });
  await page.getByText(/^SHA-256 [0-9a-f]{12}…$/).waitFor();
  expect(await page.getByText('Waiting for the connection').count()).toBe(0);
  await page.getByRole('button', { name: 'Enlarge: Parcel' }).click();
  const { rows } = await shop.app.database.pool.query<{ hash: string }>(
    `select hash from deal_photos where member = 'kim'`,
  );
  await page.getByRole('dialog').getByText(`SHA-256 ${rows[0]?.hash}`).waitFor();
  await page.reload();
  await page.getByText(/^SHA-256 [0-9a-f]{12}…$/).waitFor();
  expect(await page.getByText('Waiting for the connection').count()).toBe(0);
});
