import type { DeskDeal } from '@perkex/contract/desk.js';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ParcelsPage } from '../src/desk/parcels/parcels-page.js';
import { CODE, deskDeal } from './support/desk-deal.js';
import { refusal } from './support/fake-server.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { server } from './support/open-page.js';

const NUMBER = '1Z999AA10123456784';

const DEAL = deskDeal({
  state: 'verified',
  version: 6,
  sendTo: ['Bert Buyerson', 'Buyers Lane 1'],
  deskSteps: ['send'],
});

beforeEach(() => {
  startDesk('desk');
  server.answer('deskLabel', { canBuy: false, label: null });
});

async function openParcels(deal: DeskDeal = DEAL) {
  server.answer('deskDeal', deal);
  const page = openDesk(ParcelsPage, '/desk/parcels');
  const scan = async (text: string) => page.user.keyboard(`${text}{Enter}`);
  await field('Packing slip');
  return { ...page, scan };
}

/** The field of this name, which has the focus: a scanner only types. */
async function field(name: string): Promise<void> {
  const found = await screen.findByLabelText(name);
  await waitFor(() => expect(document.activeElement).toBe(found));
}

const sent = () => server.requestsOf('takeDeskStep').map(({ body }) => body);

describe('sending by scan', () => {
  it('takes the slip, then the label, then the next pair, without a press of anything else', async () => {
    const { scan } = await openParcels();
    await scan(CODE.replaceAll('-', ''));
    await field('Carrier’s label');
    screen.getByText('Buyers Lane 1');
    server.answer('takeDeskStep', { ...DEAL, state: 'sent', version: 7, deskSteps: [], sendTo: null });
    await scan(NUMBER);
    await field('Packing slip');
    screen.getByText('Sent: Air Runner Low, size 9.');
    screen.getByRole('link', { name: CODE });
    expect(sent()).toEqual([
      {
        uid: 'ada',
        code: CODE,
        version: 6,
        step: 'send',
        parcel: { carrier: 'ups', trackingNumber: NUMBER },
      },
    ]);
  });

  it('says what is wrong with a scan, and sends nothing', async () => {
    const { scan } = await openParcels();
    await scan(NUMBER);
    await screen.findByText('This is not the code of a deal. Scan the packing slip first.');
    await scan(CODE);
    await field('Carrier’s label');
    await scan('986578788855');
    await screen.findByText('This is not a tracking number of UPS. An example is 1Z999AA10123456784.');
    expect(sent()).toEqual([]);
  });

  it('names the pair that is not to be sent', async () => {
    const { scan } = await openParcels({ ...DEAL, state: 'sent', deskSteps: [], sendTo: null });
    await scan(CODE);
    await screen.findByText('This pair cannot be sent now.');
    await field('Packing slip');
  });

  it('shows why a parcel was refused, and keeps the pair', async () => {
    const { scan } = await openParcels();
    await scan(CODE);
    await field('Carrier’s label');
    server.answer('takeDeskStep', refusal('step-refused'));
    await scan(NUMBER);
    await screen.findByRole('alert');
    await field('Carrier’s label');
  });

  it('answers a slip that is scanned while a parcel is being saved, and keeps its failure', async () => {
    const { scan } = await openParcels();
    await scan(CODE);
    await field('Carrier’s label');
    let refuse = () => {};
    server.answer(
      'takeDeskStep',
      () => new Promise((_, reject) => (refuse = () => reject(refusal('step-refused')))),
    );
    await scan(NUMBER);
    await waitFor(() => expect(sent()).toHaveLength(1));
    await scan(CODE);
    await screen.findByText('The last parcel is still being saved.');
    refuse();
    await screen.findByText(/^This step is not possible/);
    expect(sent()).toHaveLength(1);
  });
});
