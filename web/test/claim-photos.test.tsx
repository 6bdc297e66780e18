import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DeskDealPage } from '../src/desk/desk-deal-page.js';
import { deal, DEAL_ID as ID, TRADE } from './support/deals.js';
import { CODE, deskDeal, deskOf } from './support/desk-deal.js';
import { drawPictures } from './support/drawn-pictures.js';
import { refusal } from './support/fake-server.js';
import { openDealPage } from './support/open-deal.js';
import { openPage, server, startServer } from './support/open-page.js';

const IMAGE = 'data:image/jpeg;base64,AAAA';
const PHOTO = { id: 'a1', date: '2026-11-26T10:00:00.000Z', hash: 'ab'.repeat(32) };

beforeEach(() => {
  startServer();
  server.answer('dealReport', { report: null });
  server.answer('claimPhoto', { image: IMAGE });
  drawPictures(IMAGE);
});

const claimed = () => [
  TRADE,
  { ...TRADE, version: 7, event: 'claim' as const, state: 'delivered' as const, by: 'buyer' as const },
];

async function openClaim() {
  const page = openDealPage(deal({ state: 'delivered', version: 7, steps: [], timeline: claimed() }));
  await screen.findByRole('heading', { name: 'Pictures of your claim' });
  return page.user;
}

const picture = (type = 'image/jpeg') => new File(['…'], 'hole.jpg', { type });
const field = () => screen.getByLabelText('Add a picture');

describe('the pictures of a claim', () => {
  it('are added by the buyer, and shown with their time', async () => {
    server.answer('claimPhotos', { photos: [], canAdd: true });
    const user = await openClaim();
    const sent = server.answerLater('addClaimPhoto', { photos: [PHOTO], canAdd: false });
    await user.upload(field(), picture());
    await screen.findByText('Sending…');
    sent.release();
    await screen.findByRole('button', { name: 'Enlarge: Picture of the claim' });
    expect(screen.queryByLabelText('Add a picture')).toBeNull();
    expect(server.requestsOf('addClaimPhoto').map(({ body }) => body)).toEqual([
      { uid: 'ada', deal: ID, id: expect.any(String), content: 'AAAA' },
    ]);
  });

  it('stay while the deal is read again during a picture, which then is among them', async () => {
    server.answer('claimPhotos', { photos: [], canAdd: true });
    const user = await openClaim();
    const sent = server.answerLater('addClaimPhoto', { photos: [PHOTO], canAdd: true });
    await user.upload(field(), picture());
    await screen.findByText('Sending…');
    server.answerLater('claimPhotos', { photos: [], canAdd: true });
    const reads = server.requestsOf('claimPhotos').length;
    server.answer('deal', deal({ state: 'delivered', version: 8, steps: [], timeline: claimed() }));
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(server.requestsOf('claimPhotos').length).toBeGreaterThan(reads));
    screen.getByText('Sending…');
    sent.release();
    await screen.findByRole('button', { name: 'Enlarge: Picture of the claim' });
    screen.getByLabelText('Add a picture');
  });

  it('are sent again under the same id, and a file that is not a picture is not sent', async () => {
    server.answer('claimPhotos', { photos: [], canAdd: true });
    const user = await openClaim();
    server.answer('addClaimPhoto', refusal('too-many-photos'));
    const file = picture();
    await user.upload(field(), file);
    await screen.findByText('You have reached the photo limit for this deal.');
    await user.upload(field(), file);
    await waitFor(() => expect(server.requestsOf('addClaimPhoto')).toHaveLength(2));
    await screen.findByText('You have reached the photo limit for this deal.');
    expect(new Set(server.requestsOf('addClaimPhoto').map(({ body }) => body.id)).size).toBe(1);
    await user.upload(field(), picture('image/png'));
    await screen.findByText('This browser cannot read that picture. Choose a JPEG or PNG.');
    expect(server.requestsOf('addClaimPhoto')).toHaveLength(2);
  });

  it('say so if a file is missing at the server, and can otherwise be loaded again', async () => {
    server.answer('claimPhotos', { photos: [PHOTO], canAdd: false });
    server.answer('claimPhoto', refusal('photo-missing'));
    await openClaim();
    await screen.findByText(/file of this photo is missing/);
    expect(screen.queryByRole('button', { name: 'Load again' })).toBeNull();
  });

  it('are shown to the desk', async () => {
    server.answer('desk', deskOf('desk'));
    server.answer('deskLabel', { canBuy: false, label: null });
    server.answer('deskClaimPhoto', { image: IMAGE });
    server.answer('deskDeal', deskDeal({ state: 'delivered', checklist: null, claimPhotos: [PHOTO] }));
    openPage(DeskDealPage, { at: `/desk/deals/${CODE}`, path: '/desk/deals/:code', userId: 'ada' });
    await screen.findByRole('heading', { name: 'Pictures of the claim' });
    await screen.findByRole('button', { name: 'Enlarge: Picture of the claim' });
  });
});
