import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { searchQuery } from '../src/api/search.js';
import { HeaderSearch } from '../src/header/header-search.js';
import { SellSearchPage } from '../src/product/sell-search-page.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, startServer } from './support/open-page.js';

const RUNNER = {
  id: 1,
  name: 'Air Runner Low',
  thumbnail: '/drawings/1.svg',
  nickname: 'Panda',
  styleCode: 'AR-1',
};
const WALKER = {
  id: 2,
  name: 'Air Walker High',
  thumbnail: '/drawings/2.svg',
  nickname: null,
  styleCode: null,
};
const NOTHING = { count: 0, isClose: false, products: [], popular: [] };

type Server = ReturnType<typeof startServer>;

/** Finds products by a part of their names. */
function answerSearches(server: Server, products = [RUNNER, WALKER]) {
  server.answer('search', ({ query }) => {
    const text = query.get('q')?.toLowerCase();
    if (text === undefined) {
      return { ...NOTHING, count: products.length, popular: ['Runner', 'Walker'] };
    }
    const found = products.filter(({ name }) => name.toLowerCase().includes(text));
    return { ...NOTHING, count: found.length, products: found };
  });
}

function failSearches(server: Server) {
  server.answer('search', refusal('busy'));
}

/** The notice in the place of the list. */
function failure(): HTMLElement {
  const [status, notice] = screen.getAllByText('The search could not be loaded.');
  expect(status?.role).toBe('status');
  return notice?.parentElement ?? expect.fail('no notice');
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search for sneaker' });

describe('the search in the header', () => {
  let server: Server;

  beforeEach(() => {
    server = startServer();
    answerSearches(server);
  });

  async function openSearch() {
    const page = openPage(() => <HeaderSearch target="product" />);
    await screen.findByPlaceholderText('Search for sneaker');
    return page;
  }

  it('is disabled while the products load', async () => {
    const loading = server.answerLater('search', NOTHING);
    openPage(() => <HeaderSearch target="product" />);
    expect(box().disabled).toBe(true);
    expect(box().placeholder).toBe('Please wait a minute for backend to load ;)');
    loading.release();
    await screen.findByPlaceholderText('Search for sneaker');
    expect(box().disabled).toBe(false);
  });

  it('suggests popular searches before the user types, and recent ones first', async () => {
    localStorage.setItem('recent-searches', 'Walker\nboots');
    const { user } = await openSearch();
    await user.click(box());
    await screen.findByRole('listbox', { name: 'Suggestions' });
    expect(options()).toEqual(['WalkerRecent', 'bootsRecent', 'RunnerPopular']);
    await user.click(button('Forget recent searches'));
    expect(options()).toEqual(['RunnerPopular', 'WalkerPopular']);
  });

  it('lists matches as one types, with nickname and style code', async () => {
    const { user } = await openSearch();
    await user.type(box(), 'RUNNER');
    await screen.findByRole('option', { name: /Air Runner Low/ });
    expect(options()).toEqual(['Air Runner LowPanda · AR-1', 'See the result']);
    expect(screen.getByRole('status').textContent).toBe('1 sneaker');
    expect(box().getAttribute('aria-expanded')).toBe('true');
  });

  it('says when nothing matches, or only a similar name', async () => {
    const { user } = await openSearch();
    await user.type(box(), 'xyz');
    expect(await screen.findAllByText('No sneakers found.')).not.toEqual([]);
    expect(options()).toEqual(['Browse all sneakers']);
    server.answer('search', { ...NOTHING, near: { text: 'runner', count: 7, products: [RUNNER] } });
    await user.clear(box());
    await user.type(box(), 'red runner');
    expect(await screen.findAllByText('No sneakers found. Close to it:')).not.toEqual([]);
    expect(options()).toEqual(['Air Runner LowPanda · AR-1', 'runner7 sneakers', 'Browse all sneakers']);
    server.answer('search', { ...NOTHING, count: 1, isClose: true, products: [RUNNER] });
    await user.clear(box());
    await user.type(box(), 'runer');
    await screen.findByRole('option', { name: /Air Runner Low/ });
    expect(screen.getByRole('status').textContent).toBe('No exact match. 1 sneaker with a similar name:');
  });

  it('chooses by the arrow keys, which wrap around, and opens by Enter', async () => {
    const { user } = await openSearch();
    await user.type(box(), 'air');
    await screen.findByRole('option', { name: /Air Runner Low/ });
    const selected = () => screen.queryByRole('option', { selected: true })?.textContent ?? null;
    expect(selected()).toBeNull();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(selected()).toBe('Air Walker High');
    expect(box().getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    );
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(selected()).toBeNull();
    await user.keyboard('{ArrowUp}');
    expect(selected()).toBe('See all 2 results');
    await user.keyboard('{ArrowUp}{Enter}');
    await expectPage('/product/2');
    expect(localStorage.getItem('recent-searches')).toBe('air');
  });

  it('leads by Enter alone to the only match', async () => {
    const { user } = await openSearch();
    await user.type(box(), 'walker{Enter}');
    await expectPage('/product/2');
  });

  it('leads by Enter alone to the page of all results if there are several', async () => {
    const { user } = await openSearch();
    await user.type(box(), 'air{Enter}');
    await expectPage('/browse?q=air');
  });

  it('leads there once, however often Enter is pressed before the response', async () => {
    const { user } = await openSearch();
    const pushes = vi.spyOn(history, 'pushState');
    const slow = server.answerLater('search', { ...NOTHING, count: 2, products: [RUNNER, WALKER] });
    await user.type(box(), 'air{Enter}{Enter}');
    slow.release();
    await expectPage('/browse?q=air');
    await pass(50);
    expect(pushes).toHaveBeenCalledTimes(1);
  });

  it('leads by a press to the page of all results, or to those of a recent search', async () => {
    const { user } = await openSearch();
    await user.type(box(), 'air');
    await user.click(await screen.findByRole('option', { name: 'See all 2 results' }));
    await expectPage('/browse?q=air');
    cleanup();
    const { user: next } = await openSearch();
    await next.click(box());
    await next.click(await screen.findByRole('option', { name: /^air\s*Recent$/ }));
    await expectPage('/browse?q=air');
  });

  it('is emptied by Escape, which also closes its list', async () => {
    const { user } = await openSearch();
    await user.type(box(), 'air');
    await screen.findByRole('listbox');
    await user.keyboard('{Escape}');
    expect(box().value).toBe('');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('closes its list when the focus or a press goes elsewhere', async () => {
    const { user } = openPage(() => (
      <>
        <HeaderSearch target="product" />
        <button type="button">Elsewhere</button>
      </>
    ));
    await screen.findByPlaceholderText('Search for sneaker');
    await user.type(box(), 'air');
    await screen.findByRole('listbox');
    await user.click(button('Elsewhere'));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box().value).toBe('air');
  });

  it('shows the matches of the latest text, whichever response comes last', async () => {
    const { user } = await openSearch();
    const slow = server.answerLater('search', { ...NOTHING, count: 1, products: [RUNNER] });
    await user.type(box(), 'run');
    answerSearches(server);
    await user.clear(box());
    await user.type(box(), 'walk');
    await screen.findByRole('option', { name: /Air Walker High/ });
    slow.release();
    await pass(50);
    expect(options()).toEqual(['Air Walker High', 'See the result']);
  });

  it('says that the matches could not be read, and lists them when they are read again', async () => {
    const { user } = await openSearch();
    await user.type(box(), 'air');
    await screen.findByRole('option', { name: /Air Runner Low/ });
    failSearches(server);
    await user.type(box(), ' r');
    await pass(2_000);
    expect(within(failure()).getByText('The search could not be loaded.')).toBeDefined();
    expect(options()).toEqual([]);
    await pass(5_000);
    expect(options()).toEqual([]);
    answerSearches(server);
    await user.click(within(failure()).getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(box());
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(screen.queryByText('The search could not be loaded.')).toBeNull();
  });

  it('leads by Enter to the page of all results if the matches cannot be read', async () => {
    const { user } = await openSearch();
    failSearches(server);
    await user.type(box(), 'walker{Enter}');
    await expectPage('/browse?q=walker');
  });

  it('is emptied by a navigation', async () => {
    const { user } = openPage(() => <HeaderSearch target="product" />, {
      at: '/product/9',
      path: '/product/:id',
    });
    await screen.findByPlaceholderText('Search for sneaker');
    await user.type(box(), 'air');
    await user.click(await screen.findByRole('option', { name: /Air Runner Low/ }));
    expect(window.location.pathname).toBe('/product/1');
    expect(box().value).toBe('');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

describe('the search for a product to sell', () => {
  async function openSell(at = '/sell') {
    const server = startServer();
    answerSearches(server);
    server.answer('trending', []);
    server.answer('highestBids', []);
    const page = openPage(SellSearchPage, { at, path: '/sell' });
    page.client.setQueryData(searchQuery('').queryKey, NOTHING);
    await screen.findByPlaceholderText('Search for sneaker');
    return { ...page, server };
  }

  it('lists the matches on the page, and leads to selling', async () => {
    const { user } = await openSell();
    screen.getByRole('heading', { name: 'Choose a product' });
    screen.getByText("Find the product you're looking for");
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.type(box(), '   ');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.type(box(), 'walk');
    await user.click(await screen.findByRole('option', { name: /Air Walker High/ }));
    await expectPage('/sell/2');
  });

  it('leads to the match of the text entered last, whichever response comes last', async () => {
    const { user, server } = await openSell();
    const slow = server.answerLater('search', { ...NOTHING, count: 1, products: [RUNNER] });
    await user.type(box(), 'run{Enter}');
    answerSearches(server);
    await user.clear(box());
    await user.type(box(), 'walk{Enter}');
    await expectPage('/sell/2');
    slow.release();
    await pass(50);
    await expectPage('/sell/2');
  });

  it('shows the results of a text in the address', async () => {
    await openSell('/sell?q=runner');
    await screen.findByRole('option', { name: /Air Runner Low/ });
    expect(box().value).toBe('runner');
  });

  it('says that the matches could not be read, also after Enter, and lists them when they are read again', async () => {
    const { user, server } = await openSell();
    failSearches(server);
    await user.type(box(), 'walk{Enter}');
    await pass(2_000);
    expect(within(failure()).getByText('The search could not be loaded.')).toBeDefined();
    await user.type(box(), '{Enter}');
    expect(window.location.pathname).toBe('/sell');
    expect(within(failure()).getByText('The search could not be loaded.')).toBeDefined();
    answerSearches(server);
    await user.click(within(failure()).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('option', { name: /Air Walker High/ });
  });

  it('leads by Enter to the first of the listed matches without another request', async () => {
    const { user, server } = await openSell();
    await user.type(box(), 'air');
    await screen.findByRole('option', { name: /Air Runner Low/ });
    failSearches(server);
    await user.keyboard('{Enter}');
    await expectPage('/sell/1');
  });

  it('loads more matches on request, and again after a failure', async () => {
    const { user, server } = await openSell();
    server.answer('search', ({ query }) => ({
      ...NOTHING,
      count: 2,
      products: query.get('page') === '2' ? [WALKER] : [RUNNER],
    }));
    await user.type(box(), 'air');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    await within(list).findByRole('option', { name: 'Show more' });
    expect(screen.getByRole('status').textContent).toBe('2 sneakers, 1 of them listed');
    server.answer('search', lostConnection());
    await user.click(within(list).getByRole('option', { name: 'Show more' }));
    await pass(2_000);
    await within(list).findByRole('option', { name: 'More could not be loaded. Try again' });
    server.answer('search', { ...NOTHING, count: 2, products: [WALKER] });
    await user.keyboard('{ArrowUp}');
    await user.click(within(list).getByRole('option', { name: 'More could not be loaded. Try again' }));
    await within(list).findByRole('option', { name: /Air Walker High/ });
    expect(options()).toEqual(['Air Runner LowPanda · AR-1', 'Air Walker High']);
  });
});
