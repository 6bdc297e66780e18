import type { DeskDeal } from '@perkex/contract/desk.js';
import type { DeskPhoto } from '@perkex/contract/desk-photos.js';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deskDeal as anyDeal, CODE, deskOf } from './support/desk-deal.js';
import { drawPictures } from './support/drawn-pictures.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { openDeskDeal, startDesk } from './support/open-desk.js';
import { button, pass, SETTLED_MS, server } from './support/open-page.js';

const IMAGE = 'data:image/jpeg;base64,AAAA';

function photo(subject: DeskPhoto['subject'], id = '019ac1a2-0000-4000-8000-000000000001'): DeskPhoto {
  return { id, subject, member: 'ann', date: '2026-11-26T18:00:00.000Z', hash: 'ab'.repeat(32) };
}

/** A pair to check. */
const deskDeal = (changes: Partial<DeskDeal> = {}) =>
  anyDeal({
    deskSteps: ['pass', 'fail'],
    checklist: { id: 3, points: ['The size is right', 'Both shoes are new'] },
    ...changes,
  });

beforeEach(() => {
  startDesk('desk');
  server.answer('deskLabel', { canBuy: false, label: null });
  server.answer('deskPhoto', { image: IMAGE });
  drawPictures(IMAGE);
});

async function openDeal(deal: DeskDeal) {
  server.answer('deskDeal', deal);
  const page = openDeskDeal();
  await screen.findByRole('heading', { level: 1 });
  await pass(SETTLED_MS);
  return page.user;
}

const answer = (point: string, choice: 'Yes' | 'No') =>
  within(screen.getByRole('group', { name: point })).getByRole('radio', { name: choice });
const shoot = (name: RegExp) => screen.getByLabelText(name);
const jpeg = () => new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
const isPaused = (name: string) => button(name).getAttribute('aria-disabled') === 'true';

describe('a test pair', () => {
  it('is made by an admin, who says what must be found', async () => {
    server.answer('desk', deskOf('admin'));
    const user = await openDeal(deskDeal());
    await user.click(await screen.findByText('Use as a test pair'));
    await user.selectOptions(screen.getByLabelText('They must find'), 'Worn');
    server.answer('deskDeal', deskDeal({ expected: 'worn' }));
    server.answer('expectVerdict', deskDeal({ expected: 'worn' }));
    await user.click(button('Save'));
    await screen.findByText('Test pair: Worn');
    expect(server.requestsOf('expectVerdict').map(({ body }) => body)).toEqual([
      { uid: 'ada', code: CODE, expected: 'worn' },
    ]);
  });

  it('is nothing that other members know of', async () => {
    await openDeal(deskDeal());
    expect(screen.queryByText(/test pair/i)).toBeNull();
  });
});

describe('the check of a pair', () => {
  it('passes once every point is in order, after a question', async () => {
    const user = await openDeal(deskDeal());
    expect(isPaused('Pass')).toBe(true);
    await user.click(answer('The size is right', 'Yes'));
    await user.click(answer('Both shoes are new', 'No'));
    screen.getByText('A point is not in order, so the pair cannot pass.');
    expect(isPaused('Pass')).toBe(true);
    await user.click(answer('Both shoes are new', 'Yes'));
    await user.click(button('Pass'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pass?' }));
    dialog.getByText('Air Runner Low, size 9');
    await pass(SETTLED_MS);
    const after = deskDeal({
      state: 'verified',
      version: 5,
      deskSteps: ['send'],
      checklist: null,
      sendTo: ['Bert'],
    });
    server.answer('deskDeal', after);
    server.answer('giveVerdict', after);
    await user.click(dialog.getByRole('button', { name: 'Pass' }));
    const heading = await screen.findByRole('heading', { name: 'Verified, to be sent' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(server.requestsOf('giveVerdict').map(({ body }) => body)).toEqual([
      {
        uid: 'ada',
        code: CODE,
        version: 4,
        verdict: 'pass',
        checklist: 3,
        answers: [true, true],
        reasons: [],
      },
    ]);
  });

  it('fails with a reason, and once the photos that it requires are stored', async () => {
    const user = await openDeal(deskDeal());
    await user.click(answer('The size is right', 'Yes'));
    await user.click(answer('Both shoes are new', 'No'));
    await user.click(button('Fail…'));
    screen.getByText('Choose a reason.');
    await user.click(screen.getByRole('checkbox', { name: 'Damaged' }));
    screen.getByText('Take the required photos.');
    const sent = server.answerLater('addPhoto', photo('defect'));
    await user.upload(shoot(/^Defect \(required\)$/), jpeg());
    await screen.findByText('Sending…');
    screen.getByText('The required photos are still on their way.');
    await pass(SETTLED_MS);
    expect(isPaused('Fail')).toBe(true);
    server.answer('deskDeal', deskDeal({ photos: [photo('defect')] }));
    sent.release();
    await screen.findByText(/^SHA-256 abababababab/);
    await waitFor(() => expect(isPaused('Fail')).toBe(false));
    await user.click(button('Fail'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fail?' }));
    await pass(SETTLED_MS);
    const after = deskDeal({
      deskSteps: [],
      checklist: null,
      photos: [photo('defect')],
      reviews: [OWN_REVIEW],
    });
    server.answer('deskDeal', after);
    server.answer('giveVerdict', after);
    await user.click(dialog.getByRole('button', { name: 'Fail' }));
    await screen.findByText(
      'Your verdict is recorded. It takes effect once the check of this pair has ended.',
    );
    expect(server.requestsOf('giveVerdict')[0]?.body).toMatchObject({
      verdict: 'fail',
      answers: [true, false],
      reasons: ['damaged'],
    });
  });

  it('says why a verdict was refused', async () => {
    const user = await openDeal(deskDeal({ checklist: { id: 3, points: ['All is well'] } }));
    server.answer('giveVerdict', refusal('checklist-changed'));
    await user.click(answer('All is well', 'Yes'));
    await user.click(button('Pass'));
    const dialog = within(await screen.findByRole('dialog'));
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Pass' }));
    await screen.findByText('The checklist has changed in the meantime. Please check again.');
  });
});

const OWN_REVIEW: DeskDeal['reviews'][number] = {
  member: 'ann',
  verdict: 'fail',
  reasons: ['damaged'],
  points: [{ point: 'Both shoes are new', isInOrder: false }],
  date: '2026-11-26T18:00:00.000Z',
};

describe('a reservation', () => {
  it('is made by a press, and one of another member may be taken over', async () => {
    const until = '2026-11-26T18:30:00.000Z';
    const user = await openDeal(deskDeal());
    screen.getByText('This pair is not reserved.');
    const ofBob = deskDeal({ reservation: { member: 'bob', until, takenFrom: null } });
    server.answer('deskDeal', ofBob);
    server.answer('reservePair', ofBob);
    await user.click(button('Reserve'));
    await screen.findByText(/^bob has reserved this pair until/);
    await pass(SETTLED_MS);
    const own = deskDeal({ reservation: { member: 'ann', until, takenFrom: 'bob' } });
    server.answer('deskDeal', own);
    server.answer('reservePair', own);
    await user.click(button('Take over'));
    await screen.findByText(/^You have reserved this pair until .*, taken over from bob\.$/);
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
  });
});

describe('a photo', () => {
  it('waits for the connection, and is sent again under the same id', async () => {
    const user = await openDeal(deskDeal());
    server.answer('addPhoto', lostConnection());
    await user.upload(shoot(/^Box$/), jpeg());
    await screen.findByText('Waiting for the connection');
    server.answer('addPhoto', photo('box'));
    server.answer('deskDeal', deskDeal({ photos: [photo('box')] }));
    window.dispatchEvent(new Event('online'));
    await screen.findByText(/^SHA-256/);
    expect(screen.queryByText('Waiting for the connection')).toBeNull();
    const ids = server.requestsOf('addPhoto').map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    expect(ids.length).toBeGreaterThan(1);
    expect(server.requestsOf('addPhoto')[0]?.body).toMatchObject({ subject: 'box', content: 'AAAA' });
  });

  it('that is refused can be discarded, and a file that is none is named', async () => {
    const user = await openDeal(deskDeal({ state: 'shipped', checklist: null, deskSteps: ['receive'] }));
    server.answer('addPhoto', refusal('unreadable-photo'));
    await user.upload(shoot(/^Parcel$/), jpeg());
    await screen.findByText('This file is not a photo.');
    await user.click(button('Discard'));
    expect(screen.queryByText('This file is not a photo.')).toBeNull();
    await user.upload(shoot(/^Parcel$/), new File(['x'], 'x.png', { type: 'image/png' }));
    await screen.findByText('This browser cannot read the photo. Take it as JPEG.');
  });

  it('of a pair with all photos of other members is still taken by the one who decides', async () => {
    server.answer('desk', { ...deskOf('admin'), name: 'carl' });
    const id = (index: number) => `019ac1a2-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const photos = Array.from({ length: 20 }, (_, index) => ({
      ...photo('box', id(index)),
      member: index % 2 === 0 ? 'ann' : 'bob',
    }));
    const user = await openDeal(deskDeal({ state: 'objectable', photos }));
    await user.click(answer('The size is right', 'Yes'));
    await user.click(answer('Both shoes are new', 'No'));
    await user.click(button('Fail…'));
    await user.click(screen.getByRole('checkbox', { name: 'Damaged' }));
    screen.getByText('Take the required photos.');
    screen.getByLabelText(/^Defect \(required\)$/);
  });

  it('says that this browser keeps none, until they are stored', async () => {
    const user = await openDeal(deskDeal());
    server.answerLater('addPhoto', photo('box'));
    await user.upload(shoot(/^Box$/), jpeg());
    await screen.findByText(/^This browser keeps no photos/);
  });
});

it.each([
  [[], /A finance member who has not reviewed the pair decides.* After 10 working days .* waived\.$/],
  [['waive-penalty', 'uphold-penalty'], null],
] as const)('a deal with an appeal says who decides, unless its reader may: %j', async (steps, text) => {
  const appealed = { state: 'rejected', penalty: 'appealed', checklist: null } as const;
  await openDeal(deskDeal({ ...appealed, deskSteps: [], financeSteps: [...steps] }));
  await (text ? screen.findByText(text) : screen.findByRole('button', { name: 'Waive the penalty' }));
  expect(screen.queryAllByText(/who has not reviewed the pair/)).toHaveLength(text ? 1 : 0);
});
