import type { Browse } from '@perkex/contract/finding.js';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { BrowsePage } from '../src/browse/browse-page.js';
import { browserHistory } from '../src/routing/history.js';
import { expectPage, openPage, pass, server, startServer } from './support/open-page.js';

beforeEach(() => {
  startServer();
});

const value = (of: string, name = of, count = 1) => ({ value: of, name, count });

const PRICES = { lowestAsk: 120, lastSale: 0, change: null };
const AIR_BRED = { id: 1, name: 'Air Bred', thumbnail: '/drawings/1.svg', ...PRICES };

function browseAnswer(changes: Partial<Browse> = {}): Browse {
  return {
    count: 1,
    page: 1,
    pages: 1,
    products: [AIR_BRED],
    facets: {
      brand: [value('jordan', 'Jordan')],
      model: [value('court-low', 'Court Low')],
      kind: [value('women', 'Women')],
      size: [value('10')],
      colour: [value('brown', 'Brown')],
      year: [value('2019')],
    },
    prices: { lowest: 100, highest: 300 },
    belowRetail: 1,
    unknown: [],
    loosen: [],
    isClose: false,
    ...changes,
  };
}

async function openBrowse(search = '', answer: Partial<Browse> = {}) {
  server.answer('browse', browseAnswer(answer));
  const page = openPage(BrowsePage, { at: `/browse${search}` });
  await screen.findByRole('checkbox', { name: /^Jordan\b/ });
  return page;
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const chips = () =>
  within(screen.getByRole('list', { name: 'Chosen' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

async function expectAddress(search: string): Promise<void> {
  await waitFor(() => expect(window.location.search).toBe(search));
}

/** The products that match must have been read. */
async function expectRead(query: string): Promise<void> {
  await waitFor(() =>
    expect(server.requestsOf('browse').map((each) => each.query.toString())).toContain(query),
  );
}

describe('the filters of all sneakers', () => {
  it('include every facet: a press adds its value to the address, and its chip removes it', async () => {
    const { user } = await openBrowse();
    for (const [name, search, chip] of [
      [/^Jordan\b/, '?brand=jordan', 'Jordan'],
      [/^Court Low\b/, '?model=court-low', 'Court Low'],
      [/^Women\b/, '?kind=women', 'Women'],
      [/^10\b/, '?size=10', 'Size 10'],
      [/^Brown\b/, '?colour=brown', 'Brown'],
      [/^2019\b/, '?year=2019', '2019'],
      [/^Below retail\b/, '?below-retail=1', 'Below retail'],
    ] as const) {
      const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
      await user.click(box);
      expect(box.checked, chip).toBe(true);
      await expectAddress(search);
      await expectRead(search.slice(1));
      await user.click(await screen.findByText(chip, { selector: 'li a span' }));
      await expectAddress('');
      expect(box.checked, chip).toBe(false);
    }
    await screen.findByText('1 sneaker', { selector: '[role=status]' });
  });

  it('include a price range, and refuse one that is upside down', async () => {
    const { user } = await openBrowse();
    await user.type(field('To'), '200{Enter}');
    await expectAddress('?to=200');
    await expectRead('to=200');
    await user.type(field('From'), '250{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('The lower price is above the higher one.');
    expect(window.location.search).toBe('?to=200');
  });

  describe('with a price range that is upside down', () => {
    async function typeUpsideDown() {
      const page = await openBrowse('?to=200');
      await page.user.type(field('From'), '250{Enter}');
      expect(alert()).not.toBe('');
      return page;
    }
    const alert = () => screen.getByRole('alert').textContent;

    it('apply both prices once the other one is changed', async () => {
      const { user } = await typeUpsideDown();
      await user.clear(field('To'));
      await user.type(field('To'), '400{Enter}');
      await expectAddress('?from=250&to=400');
      expect([field('From').value, field('To').value, alert()]).toEqual(['250', '400', '']);
    });

    it('show no error once the price is removed', async () => {
      const { user } = await typeUpsideDown();
      await user.clear(field('From'));
      await user.keyboard('{Enter}');
      expect(alert()).toBe('');
      expect(window.location.search).toBe('?to=200');
    });

    it('show the range that applies once it is chosen elsewhere', async () => {
      await typeUpsideDown();
      act(() => browserHistory.navigate('/browse?to=300'));
      await waitFor(() => expect(field('To').value).toBe('300'));
      expect([field('From').value, alert()]).toEqual(['', '']);
    });
  });

  it('that do not exist are named and can be removed, alone or with all others', async () => {
    const { user } = await openBrowse('?brand=xyz&year=2019', {
      unknown: [{ facet: 'brand', value: 'xyz' }],
    });
    expect(chips()).toEqual(['Remove “xyz”: no such brand', 'Remove 2019', 'Clear all']);
    await user.click(screen.getByRole('link', { name: 'Remove “xyz”: no such brand' }));
    await expectAddress('?year=2019');
    await user.click(screen.getByRole('link', { name: 'Clear all' }));
    await expectAddress('');
  });

  it('are at most thirty, which the page says, and of the unknown ones it shows five', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `nothing-${index}`);
    const { user } = await openBrowse(`?${names.map((name) => `model=${name}`).join('&')}`, {
      unknown: names.map((name) => ({ facet: 'model' as const, value: name })),
    });
    const notice = 'At most 30 filters can be used at once. The others were left out.';
    screen.getByText(notice);
    expect(chips().filter((chip) => chip?.includes('no such model'))).toHaveLength(5);
    await user.click(screen.getByRole('link', { name: 'Clear all' }));
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  });

  it('that exclude everything are offered for removal, one by one', async () => {
    const { user } = await openBrowse('?brand=jordan&year=2021', {
      count: 0,
      products: [],
      loosen: [{ choice: 'brand', count: 2 }],
    });
    screen.getByRole('heading', { name: 'No sneakers match these filters' });
    const help = screen.getByRole('link', { name: 'How searching and browsing work' });
    expect(help.getAttribute('href')).toBe('/help/finding');
    await user.click(screen.getByRole('link', { name: /^Any brand\s*2 sneakers$/ }));
    await expectAddress('?year=2021');
  });

  it('have near matches and popular models in place of a text without matches', async () => {
    const near = { text: 'bred', count: 7, products: [AIR_BRED] };
    await openBrowse('?q=bred+xyz', {
      count: 0,
      products: [],
      loosen: [{ choice: 'q', count: 90 }],
      near,
      popular: { models: ['Air Jordan 4'], products: [] },
    });
    screen.getByRole('heading', { name: 'No sneakers found' });
    const close = within(screen.getByRole('region', { name: 'Close to your search: “bred”' }));
    close.getByText('Air Bred');
    expect(close.getByRole('link', { name: 'See all 7 sneakers' }).getAttribute('href')).toBe(
      '/browse?q=bred',
    );
    const model = screen.getByRole('link', { name: 'Air Jordan 4' });
    expect(model.getAttribute('href')).toBe('/browse?q=Air%20Jordan%204');
    expect(screen.getByRole('link', { name: 'See all sneakers' }).getAttribute('href')).toBe('/browse');
    expect(screen.queryByText(/Remove one filter/)).toBeNull();
  });

  it('have best sellers in their place if no text is near', async () => {
    await openBrowse('?q=xyz', {
      count: 0,
      products: [],
      popular: { models: [], products: [AIR_BRED] },
    });
    within(screen.getByRole('region', { name: 'Popular now' })).getByText('Air Bred');
  });

  it('include a text, whose similar names are announced as such', async () => {
    await openBrowse('?q=jordn+bredd', { isClose: true });
    screen.getByRole('heading', { name: 'Results for “jordn bredd”' });
    screen.getByText('No exact match. Similar names:');
    screen.getByText('Air Bred');
  });
});

describe('a press that ends the typing of a price', () => {
  type User = Awaited<ReturnType<typeof openBrowse>>['user'];

  /** Presses with a mouse. As in a browser, the click follows the release before React renders a transition. */
  async function press(user: User, target: HTMLElement) {
    await user.pointer({ keys: '[MouseLeft>]', target });
    // Nothing may move before the release.
    await pass(100);
    expect(window.location.search).not.toContain('to=');
    act(() => {
      fireEvent.pointerUp(target);
      fireEvent.mouseUp(target);
      fireEvent.click(target);
    });
  }

  it('on the button of the filters applies that price, too', async () => {
    const { user } = await openBrowse();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await user.type(await sheet.findByRole('textbox', { name: 'To' }), '150');
    await press(user, sheet.getByRole('button', { name: 'Show 1 sneaker' }));
    await expectAddress('?to=150');
  });

  it('on a link leads to its page, from which Back leads to the products of that price', async () => {
    const { user } = await openBrowse();
    await user.type(field('To'), '200');
    await press(user, screen.getByRole('link', { name: /Air Bred/ }));
    await pass(100);
    await expectPage('/product/1');
    act(() => browserHistory.navigate(-1));
    await expectAddress('?to=200');
  });

  it('on the chip of another filter removes that filter, and applies the price', async () => {
    const { user } = await openBrowse('?brand=jordan');
    await user.type(field('To'), '200');
    await press(user, screen.getByRole('link', { name: 'Remove Jordan' }));
    await pass(100);
    await expectAddress('?to=200');
  });

  it('on a checkbox ticks it, and applies the price', async () => {
    const { user } = await openBrowse();
    await user.type(field('To'), '200');
    await press(user, screen.getByRole('checkbox', { name: /^Women\b/ }));
    await pass(100);
    await expectAddress('?kind=women&to=200');
  });

  it('applies the price though no click follows, as after a drag', async () => {
    const { user } = await openBrowse();
    await user.type(field('To'), '200');
    const heading = screen.getByRole('heading', { name: 'All sneakers' });
    await user.pointer({ keys: '[MouseLeft>]', target: heading });
    fireEvent.pointerCancel(heading);
    await expectAddress('?to=200');
  });
});

describe('the pages of all sneakers', () => {
  const links = () =>
    within(screen.getByRole('navigation', { name: 'Pages' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);

  it('are linked with their neighbours', async () => {
    await openBrowse('?brand=jordan&page=2', { page: 2, pages: 3, count: 110 });
    expect(links()).toEqual([
      ['Previous', '/browse?brand=jordan'],
      ['1', '/browse?brand=jordan'],
      ['2', '/browse?brand=jordan&page=2'],
      ['3', '/browse?brand=jordan&page=3'],
      ['Next', '/browse?brand=jordan&page=3'],
    ]);
  });

  it('end with the last one, from which an address beyond it leads back', async () => {
    const { user } = await openBrowse('?page=99', { page: 3, pages: 3, count: 110 });
    screen.getByText(/There is no page 99\. This is the last one, page 3\./);
    await user.click(screen.getByRole('link', { name: 'Go to the first page' }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });
});
