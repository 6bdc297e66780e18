import { expect, it } from 'vitest';
import { plainPicture } from '../../server/test/picture-server.js';
import type { Person } from '../src/person.js';
import { arriveAsMember } from './support/members.js';
import { useShop } from './support/shop.js';

const NAME = 'Court Runner Mid';
const shop = useShop({ hasDeals: true });

async function findsIt(visitor: Person): Promise<void> {
  const search = async () => (await visitor.page.request.get(`${shop.url}/api/search?q=CRM-1`)).text();
  await expect.poll(search, { timeout: 30_000 }).toContain(NAME);
  await visitor.opens('/browse?brand=court');
  await visitor.follows(new RegExp(NAME));
  await visitor.seesHeading(NAME);
  await visitor.sees('CRM-1');
}

it('a draft is previewed and published, visitors find it, a stale save changes nothing, and hidden it is no longer traded', async () => {
  const ann = await arriveAsMember(shop, 'ann', 'admin');
  const bob = await arriveAsMember(shop, 'bob', 'admin', { viewport: { width: 390, height: 844 } });
  const visitor = await shop.visitor();

  await ann.opens('/desk');
  await ann.follows('Catalogue');
  await ann.follows('New product');
  await ann.types('Name', NAME);
  await ann.types('Brand', 'Court');
  await ann.types('Style code', 'CRM-1');
  await ann.types('Retail price in $', '12O');
  await ann.presses('9');
  await ann.presses('8.5');
  await ann.page.getByLabel('Pictures of the product').setInputFiles({
    name: 'side.jpg',
    mimeType: 'image/jpeg',
    buffer: await plainPicture({ width: 640, height: 400, background: '#c22' }).jpeg().toBuffer(),
  });
  await ann.page.getByRole('img', { name: 'Picture 1, shown first' }).waitFor();
  await ann.presses('Save draft');
  await ann.sees(/is not a retail price/);
  await ann.types('Retail price in $', '120');
  await ann.presses('Save draft');
  await ann.sees(/It can be published\.$/);
  const draft = ann.place;
  await ann.follows('Preview');
  await ann.seesHeading(NAME);
  await ann.sees('CRM-1');

  await bob.opens(draft);
  await bob.seesHeading(NAME);
  await bob.types('Nickname', 'Red');
  await ann.follows('Back to the draft');
  await ann.types('Colourway', 'Red/White');
  await ann.presses('Save draft');
  await ann.sees(/It can be published\.$/);
  bob.expectsComplaint(/status of 409/);
  await bob.presses('Save draft');
  await bob.seesHeading('ann has changed this product');
  await bob.sees(/none → Red\/White$/);
  await bob.presses('Add my changes to theirs');
  await bob.presses('Save draft');
  await bob.sees(/It can be published\.$/);
  await bob.presses('Publish');
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await bob.sees(/^Published\. Last edited by bob,/);
  await findsIt(visitor);
  await visitor.sees('Red/White');

  await ann.opens(bob.place);
  await ann.seesHeading(NAME);
  await ann.presses('Hide');
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
  await ann.sees(/^By ann,/);
  await visitor.opens(visitor.place);
  await visitor.sees('No longer traded');
});

it('a catalogue file is imported as its preview has shown it, and undone', async () => {
  const name = (await shop.product()).name;
  const ann = await arriveAsMember(shop, 'cat', 'admin');
  await ann.opens('/desk/catalogue/import');
  const file = `Name,Brand,Retail Price,Release Date,Sizes\n${name},Filed,150,,8 9\nFile Runner,Filed,,,9\n`;
  await ann.page.getByLabel('Catalogue file').setInputFiles({
    name: 'spring.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  });
  await ann.sees('retail price: none → 150');
  await ann.presses('Import');
  await ann.sees('1 new, 1 changed');
  await ann.presses('Undo spring.csv');
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await ann.sees('1 product has its earlier values again. 1 is hidden.');
  await ann.sees('1 new, 1 changed. Undone by cat');
});
