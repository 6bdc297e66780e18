import type { CallAnswer } from '@perkex/contract/calls.js';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { AliasesPage } from '../src/desk/catalogue/aliases-page.js';
import { refusal } from './support/fake-server.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { button, pass, SETTLED_MS, server } from './support/open-page.js';

const ALIASES = [
  { alias: 'aj1', meaning: 'air jordan 1' },
  { alias: 'foam runner', meaning: 'foam rnnr' },
];
const NOTHING = { readAs: 'clog', count: 0, isClose: false, products: [] };
const FOAM: CallAnswer<'previewAlias'>['now'] = {
  readAs: 'foam rnnr',
  count: 12,
  isClose: false,
  products: [
    { id: 7, name: 'Foam RNNR Sand', thumbnail: '/drawings/7.svg', nickname: null, styleCode: null },
  ],
};

beforeEach(() => {
  startDesk('admin');
  server.answer('deskAliases', { count: 2, aliases: ALIASES });
  server.answer('previewAlias', { now: NOTHING, tried: FOAM });
});

const PATH = '/desk/catalogue/aliases';
const open = () => openDesk(AliasesPage, PATH);

it('an alias is tried before it is saved', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText('People type'), 'clog');
  await user.click(button('Save'));
  screen.getByText('Fill this in');
  expect(server.requestsOf('saveAlias')).toEqual([]);
  await user.type(screen.getByLabelText('It means'), 'foam rnnr');
  const tried = within(await screen.findByRole('region', { name: 'With this alias' }));
  await tried.findByText('Read as “foam rnnr”: 12 sneakers');
  tried.getByText('Foam RNNR Sand');
  within(screen.getByRole('region', { name: 'Now' })).getByText('Read as “clog”: no sneakers');
  await user.type(screen.getByLabelText('Try a search'), 'clog sand');
  await waitFor(() =>
    expect(String(server.requestsOf('previewAlias').at(-1)?.query)).toBe(
      'text=clog+sand&alias=clog&meaning=foam+rnnr',
    ),
  );
  server.answer('saveAlias', { alias: 'clog', meaning: 'foam rnnr' });
  await user.click(button('Save'));
  await screen.findByText('“clog” now means “foam rnnr”.');
  expect(server.requestsOf('saveAlias').map(({ body }) => body)).toEqual([
    { uid: 'ada', alias: 'clog', meaning: 'foam rnnr', before: null },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('People type').value).toBe('');
});

it('another meaning is refused if another admin was faster', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change aj1' }));
  screen.getByRole('heading', { name: 'Change “aj1”' });
  const meaning = screen.getByLabelText<HTMLInputElement>('It means');
  expect(meaning.value).toBe('air jordan 1');
  await user.type(meaning, ' low');
  server.answer('saveAlias', refusal('alias-changed'));
  await user.click(button('Save'));
  await screen.findByText('This alias was changed in the meantime. Nothing was saved.');
  expect(server.requestsOf('saveAlias').at(-1)?.body).toMatchObject({
    alias: 'aj1',
    meaning: 'air jordan 1 low',
    before: 'air jordan 1',
  });
  await user.click(button('Cancel'));
  screen.getByRole('heading', { name: 'New alias' });
});

it('an alias is removed after a question that says what it finds', async () => {
  server.answer('previewAlias', { now: FOAM, tried: NOTHING });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove foam runner' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/It finds 12 sneakers now, and without the alias no sneakers\./);
  server.answer('removeAlias', 'The alias is removed.');
  await pass(SETTLED_MS);
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await screen.findByText('The alias is removed.');
  expect(server.requestsOf('removeAlias').map(({ body }) => body)).toEqual([
    { uid: 'ada', alias: 'foam runner', before: 'foam rnnr' },
  ]);
});

it('aliases are found by a text, and a failed list is read again', async () => {
  server.answer('deskAliases', refusal('busy'));
  const { user } = open();
  await screen.findByText('The aliases could not be loaded.');
  server.answer('deskAliases', { count: 1, aliases: [ALIASES[0] as (typeof ALIASES)[0]] });
  await user.click(button('Try again'));
  await screen.findByText('1 alias');
  await user.type(screen.getByLabelText('Find an alias'), 'jordan');
  await waitFor(() => expect(server.requestsOf('deskAliases').at(-1)?.query.get('q')).toBe('jordan'));
});
