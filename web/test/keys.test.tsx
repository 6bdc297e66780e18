import type { AgentCall } from '@perkex/contract/agent-calls.js';
import type { OwnKey } from '@perkex/contract/keys.js';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { KeysPage } from '../src/settings/keys/keys-page.js';
import { UNVERIFIED_SECURITY } from './support/data.js';
import { refusal } from './support/fake-server.js';
import { button, openPage, startServer } from './support/open-page.js';
import { expectFocus, expectToast } from './support/shown.js';

const KEYS = '/dashboard/settings/keys';
const TEXT = 'pkx_live_0123456789abcdefghijklmnopqrstuvwxyzAB';
const KEY: OwnKey = {
  key: '0198c0de-0000-7000-8000-000000000000',
  name: 'Bot',
  scopes: ['read', 'trade'],
  maxOrder: 300,
  maxDay: 1_000,
  placedToday: 240,
  side: 'bid',
  products: [{ id: 7, name: 'Runner' }],
  addresses: ['203.0.113.0/24'],
  madeAt: '2026-11-20T12:00:00.000Z',
  expiresAt: null,
  isExpired: false,
  lastUsedAt: '2026-11-21T12:00:00.000Z',
};

const CALL: AgentCall = {
  id: '0198c0de-0000-7000-8000-000000000001',
  keyName: 'Bot',
  tool: 'place_order',
  product: { id: 7, name: 'Runner' },
  input: '{"act":"bid","product":7,"price":240}',
  outcome: 'done',
  at: '2026-11-21T12:00:00.000Z',
};

/** The page of a user with these keys, on a server that makes and revokes them. */
async function openKeys(initial: readonly OwnKey[] = [KEY], agentCalls: readonly AgentCall[] = []) {
  const server = startServer();
  server.answer('agentCalls', { calls: [...agentCalls], next: null });
  let keys = [...initial];
  server.answer('keys', () => ({ keys }));
  server.answer('makeKey', () => {
    keys = [KEY, ...keys];
    return { text: TEXT, key: KEY };
  });
  server.answer('changeKey', 'Your key is changed.');
  server.answer('revokeKey', ({ body }) => {
    keys = keys.filter(({ key }) => key !== body.key);
    return 'Your key is revoked.';
  });
  server.answer('security', UNVERIFIED_SECURITY);
  const page = openPage(KeysPage, { at: KEYS, userId: 'ada' });
  await screen.findByRole('region', { name: 'YOUR KEYS' });
  return { ...page, server };
}

describe('the keys of a user', () => {
  it('are listed with their scopes, limits and last use', async () => {
    await openKeys();
    const row = screen.getByRole('listitem').textContent;
    expect(row).toContain(
      'Read, Trade: at most 300$ an order; at most 1000$ a day, 240$ of it today; bids only; only Runner; only from 203.0.113.0/24',
    );
    expect(row).toMatch(/Made 2\d Nov 2026, last used 2\d Nov 2026, \d\d:\d\d, does not expire/);
  });

  it('may be none', async () => {
    await openKeys([]);
    expect(screen.getByText('You have no keys. No program can act for you.')).toBeDefined();
  });

  it('have a log of what agents did with them', async () => {
    await openKeys(undefined, [
      CALL,
      { ...CALL, id: 'b', outcome: 'key-limit' },
      { ...CALL, id: 'c', tool: 'get_market', product: null, input: '{}', outcome: null },
      { ...CALL, id: 'd', tool: 'search_products', product: null, input: '{"text":"runn' },
    ]);
    const log = await screen.findByRole('region', { name: 'WHAT AGENTS DID' });
    const [placed, refused, read, cut] = within(log).getAllByRole('listitem');
    expect(placed?.textContent).toMatch(
      /^Place orderDone2\d Nov 2026, \d\d:\d\d, by “Bot”Runneract: bid, price: 240$/,
    );
    expect(refused?.textContent).toContain('Refused: key limit');
    expect(cut?.textContent).toContain('{"text":"runn');
    expect(read?.textContent).toMatch(/^Get marketNo answer recorded.*“Bot”$/);
  });

  it('of the past say so', async () => {
    await openKeys([{ ...KEY, expiresAt: '2026-11-22T12:00:00.000Z', isExpired: true, lastUsedAt: null }]);
    expect(screen.getByRole('listitem').textContent).toMatch(/BotExpired.*never used, expired 2\d Nov 2026/);
  });

  it('that cannot be loaded can be loaded again', async () => {
    const server = startServer();
    server.answer('agentCalls', { calls: [], next: null });
    server.answer('keys', refusal('internal-error'));
    const { user } = openPage(KeysPage, { at: KEYS, userId: 'ada' });
    await screen.findByText('Your keys could not be loaded.');
    server.answer('keys', { keys: [] });
    await user.click(button('Try again'));
    await screen.findByText('You have no keys. No program can act for you.');
  });
});

describe('making a key', () => {
  it('checks the form, and shows the key once, to copy', async () => {
    const { server, user } = await openKeys([]);
    await user.click(button('Make a key'));
    await waitFor(() => expect(button('Make the key').disabled).toBe(false));
    await user.click(screen.getByLabelText('Read'));
    await user.type(screen.getByLabelText('Dollars an order'), '0.5');
    await user.type(screen.getByLabelText('Products'), 'https://shop.example/product/7?size=9, shoe');
    await user.type(screen.getByLabelText('Network addresses'), '203.0.113.0/24 home');
    await user.click(button('Make the key'));
    for (const error of [
      'Enter a name.',
      'Choose what the key may do.',
      'Enter whole dollars, from 1 to 1000000.',
      '"shoe" is not a product. Enter its number, or the address of its page.',
      '"home" is not an address. Enter one such as 203.0.113.7 or 203.0.113.0/24.',
    ]) {
      expect(screen.getByText(error)).toBeDefined();
    }
    expect(server.requestsOf('makeKey')).toEqual([]);
    await expectFocus(() => screen.getByLabelText('Name'));

    const types = async (label: string, text: string) => {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    };
    await types('Name', 'Bot');
    await user.click(screen.getByLabelText('Trade'));
    await types('Dollars an order', '300$');
    await types('Products', 'https://shop.example/product/7?size=9, 8');
    await types('Network addresses', '203.0.113.0/24');
    await user.selectOptions(screen.getByLabelText('Side'), 'Bids only');
    await user.click(button('Make the key'));
    await screen.findByText(TEXT);
    expect(server.requestsOf('makeKey').map(({ body }) => body)).toEqual([
      {
        uid: 'ada',
        name: 'Bot',
        scopes: ['trade'],
        maxOrder: 300,
        maxDay: null,
        side: 'bid',
        products: [7, 8],
        addresses: ['203.0.113.0/24'],
        days: 90,
      },
    ]);
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text));
    await user.click(button('Copy'));
    await expectToast('Key copied.');
    expect(written).toEqual([TEXT]);
    await waitFor(() => expect(button('I HAVE SAVED IT').disabled).toBe(false));
    await user.click(button('I HAVE SAVED IT'));
    expect(screen.queryByText(TEXT)).toBeNull();
    expect(screen.getByRole('listitem').textContent).toContain('Bot');
  });

  it('asks for a verification first, and says what was refused', async () => {
    const { server, user } = await openKeys([]);
    let isProved = false;
    server.answer('makeKey', () => {
      throw refusal(isProved ? 'too-many-keys' : 'proof-needed');
    });
    server.answer('prove', () => {
      isProved = true;
      return { status: true };
    });
    await user.click(button('Make a key'));
    await user.type(screen.getByLabelText('Name'), 'Bot');
    await waitFor(() => expect(button('Make the key').disabled).toBe(false));
    await user.click(button('Make the key'));
    const dialog = await screen.findByRole('dialog');
    await user.type(await within(dialog).findByLabelText(/password/i), 'a long password');
    await user.click(within(dialog).getByRole('button', { name: 'CONFIRM' }));
    await screen.findByText('You have reached the limit of API keys. Revoke one first.');
  });
});

describe('a key', () => {
  it('is changed, without its expiry', async () => {
    const { server, user } = await openKeys();
    await user.click(button('Change Bot'));
    expect(screen.queryByLabelText('Expires')).toBeNull();
    await user.clear(screen.getByLabelText('Dollars a day'));
    await waitFor(() => expect(button('Save').disabled).toBe(false));
    await user.click(button('Save'));
    await expectToast('Your key is changed.');
    const { key, name, scopes, maxOrder, side, addresses } = KEY;
    expect(server.requestsOf('changeKey').map(({ body }) => body)).toEqual([
      { uid: 'ada', key, name, scopes, maxOrder, maxDay: null, side, products: [7], addresses },
    ]);
  });

  it('is revoked after a question', async () => {
    const { server, user } = await openKeys();
    await user.click(button('Revoke Bot'));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke the key?' });
    const revoke = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Revoke' });
    await waitFor(() => expect(revoke.disabled).toBe(false));
    await user.click(revoke);
    await expectToast('The key “Bot” is revoked.');
    await screen.findByText('You have no keys. No program can act for you.');
    expect(server.requestsOf('revokeKey')).toHaveLength(1);
  });
});
