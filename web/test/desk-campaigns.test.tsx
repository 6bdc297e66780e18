import type { DeskCampaign } from '@perkex/contract/desk-campaigns.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { CampaignPage } from '../src/desk/campaigns/campaign-page.js';
import { CampaignsPage } from '../src/desk/campaigns/campaigns-page.js';
import { refusal } from './support/fake-server.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { button, server } from './support/open-page.js';

const ID = '019ac1a2-0000-7000-8000-000000000009';
const CAMPAIGN: DeskCampaign = {
  ...{
    campaign: ID,
    version: 1,
    kind: 'announcement',
    state: 'planned',
    picture: null,
    banner: null,
    featured: null,
  },
  fields: {
    title: '',
    text: 'We move',
    link: '',
    linkText: '',
    mood: 'night',
    picture: null,
    products: [],
  },
  startsAt: '2026-11-28T10:00:00.000Z',
  endsAt: '2026-11-29T10:00:00.000Z',
  lastEdit: { by: 'bob', at: '2026-11-27T10:00:00.000Z' },
};

beforeEach(() => {
  startDesk('admin');
});

const open = (id = ID) => openDesk(CampaignPage, `/desk/campaigns/${id}`, '/desk/campaigns/:campaign');
const sentence = () => screen.findByLabelText<HTMLInputElement>('Sentence');

it('an announcement is written with a period, previewed in both themes, and saved', async () => {
  server.answer('saveCampaign', CAMPAIGN);
  server.answer('deskCampaigns', { campaigns: [] });
  const { user } = open('new-announcement');
  await user.type(await sentence(), 'We move');
  expect(screen.getAllByText('We move')).toHaveLength(2);
  await user.click(button('Save'));
  expect(screen.getAllByText('Enter a date and a time')).toHaveLength(2);
  await user.type(screen.getByLabelText('Start, in your time'), '2026-11-28T10:00');
  await user.type(screen.getByLabelText('End, in your time'), '2026-11-29T10:00');
  await user.click(button('Save'));
  await expect.poll(() => server.requestsOf('saveCampaign').length).toBe(1);
  const { body } = server.requestsOf('saveCampaign')[0] ?? {};
  expect(body).toMatchObject({
    kind: 'announcement',
    version: 0,
    fields: { text: 'We move', products: [] },
    startsAt: new Date('2026-11-28T10:00').toISOString(),
  });
});

it('a member sees what another admin has saved in the meantime, and goes on with their own', async () => {
  server.answer('deskCampaigns', { campaigns: [CAMPAIGN] });
  const { user } = open();
  await user.type(await sentence(), ' soon');
  const theirs = { ...CAMPAIGN, version: 2, fields: { ...CAMPAIGN.fields, text: 'We have moved' } };
  server.answer('deskCampaigns', { campaigns: [theirs] });
  server.answer('saveCampaign', refusal('campaign-changed'));
  await user.click(button('Save'));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toMatch(/bob has changed this campaign.*“We have moved”/);
  await user.click(within(notice).getByRole('button', { name: 'Keep mine' }));
  expect((await sentence()).value).toBe('We move soon');
  server.answer('saveCampaign', { ...theirs, version: 3 });
  await user.click(button('Save'));
  await expect.poll(() => server.requestsOf('saveCampaign').at(-1)?.body.version).toBe(2);
});

it('the list names what is shown and planned, and says when it is empty or cannot be read', async () => {
  server.answer('deskCampaigns', { campaigns: [CAMPAIGN] });
  const openList = () => openDesk(CampaignsPage, '/desk/campaigns');
  openList();
  const link = await screen.findByRole('link', { name: /We move/ });
  expect([link.getAttribute('href'), link.textContent]).toEqual([
    `/desk/campaigns/${ID}`,
    expect.stringMatching(/Announcement.*by bob.*Planned/),
  ]);
  server.answer('deskCampaigns', { campaigns: [] });
  openList();
  await screen.findByText('Nothing is shown or planned.', {}, { timeout: 8_000 });
});
