import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CardHeart } from '../src/hearts/card-heart.js';
import { RemindButton } from '../src/hearts/remind-button.js';
import { WatchPlace } from '../src/hearts/watch-place.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, server, startServer } from './support/open-page.js';

const RUNNER = { id: 7, name: 'Air Runner Low' };
const WATCHED = {
  ...RUNNER,
  thumbnail: '/drawings/7.svg',
  brand: null,
  lowestAsk: 240,
  lastSale: 0,
  change: null,
  highestBid: 200,
  releaseDate: null,
  size: null,
  alert: null,
};

/** The server's watches of the product. Watching and ending are answered and counted as a server would. */
function answerWatches(watches: readonly { readonly size: string | null; readonly alert: number | null }[]) {
  let current = [...watches];
  server.answer('hearts', () => ({ watches: current.map((watch) => ({ id: 7, ...watch })) }));
  server.answer('watches', () => ({ products: current.map((watch) => ({ ...WATCHED, ...watch })) }));
  server.answer('watch', ({ body: { size, alert = null } }) => {
    const watch = { size: size as string | null, alert: alert as number | null };
    current = [...current.filter((each) => each.size !== size), watch];
    return { alert: watch.alert, isMet: false };
  });
  server.answer('unwatch', ({ body: { size } }) => {
    current = current.filter((each) => each.size !== size);
    return 'You no longer watch this.';
  });
}

const isPressed = (name: string) => button(name).getAttribute('aria-pressed') === 'true';

beforeEach(() => {
  startServer();
  answerWatches([]);
});

describe('the heart of a card', () => {
  async function openHeart() {
    const page = openPage(() => <CardHeart product={RUNNER} />, {
      at: '/browse',
      userId: 'ada',
    });
    await waitFor(() => expect(server.requestsOf('hearts')).toHaveLength(1));
    return page;
  }

  it('leads a visitor to the login, with the address to come back to', async () => {
    const { user } = openPage(() => <CardHeart product={RUNNER} />, { at: '/browse?q=air' });
    await user.click(button('Watch Air Runner Low'));
    await expectPage('/login');
    expect(window.history.state.usr).toEqual({ watch: '/browse?q=air', what: RUNNER.name, heart: RUNNER });
  });

  it('is filled at once, before the server has answered', async () => {
    const answer = server.answerLater('watch', { alert: null, isMet: false });
    const { user } = await openHeart();
    expect(isPressed('Watch Air Runner Low')).toBe(false);
    await user.click(button('Watch Air Runner Low'));
    expect(isPressed('Watch Air Runner Low')).toBe(true);
    answer.release();
  });

  it('is empty again if the server refuses, with the reason', async () => {
    const { user } = await openHeart();
    server.answer('watch', refusal('too-many-watches'));
    await user.click(button('Watch Air Runner Low'));
    expect((await screen.findByRole('alert')).textContent).toContain('Your watchlist is full (500).');
    expect(isPressed('Watch Air Runner Low')).toBe(false);
  });

  it('counts once if the first response is lost', async () => {
    const { user } = await openHeart();
    server.answer('watch', () => {
      server.answer('hearts', { watches: [{ id: 7, size: null, alert: null }] });
      if (server.requestsOf('watch').length === 1) {
        throw lostConnection();
      }
      return { alert: null, isMet: false };
    });
    await user.click(button('Watch Air Runner Low'));
    await pass(1_000);
    expect(server.requestsOf('watch')).toHaveLength(2);
    expect(isPressed('Watch Air Runner Low')).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('ends the watches of all sizes, and the next press has them back with their alerts', async () => {
    answerWatches([
      { size: '9', alert: 150 },
      { size: '10', alert: null },
    ]);
    const { user } = await openHeart();
    await waitFor(() => expect(isPressed('Watch Air Runner Low')).toBe(true));
    await user.click(button('Watch Air Runner Low'));
    expect(isPressed('Watch Air Runner Low')).toBe(false);
    expect((await screen.findByRole('alert')).textContent).toContain('The alert is off, too.');
    expect(server.requestsOf('unwatch').map(({ body }) => body.size)).toEqual(['9', '10']);
    await user.click(button('Watch Air Runner Low'));
    await waitFor(() => expect(server.requestsOf('watch')).toHaveLength(2));
    expect(server.requestsOf('watch').map(({ body }) => [body.size, body.alert])).toEqual([
      ['9', 150],
      ['10', null],
    ]);
  });

  it('shows a reminder with its product', async () => {
    const { user } = openPage(() => <RemindButton product={RUNNER} />, { userId: 'ada' });
    await waitFor(() => expect(server.requestsOf('hearts')).toHaveLength(1));
    await user.click(button('Remind me of Air Runner Low'));
    await screen.findByRole('button', { name: 'Reminder set for Air Runner Low' });
  });
});

describe('the heart of a product', () => {
  const Heart = () => <WatchPlace product={RUNNER} size="9" />;

  async function openHeart() {
    const page = openPage(Heart, { at: '/product/7', path: '/product/:id', userId: 'ada' });
    await waitFor(() => expect(server.requestsOf('watches')).toHaveLength(1));
    return page;
  }

  const alertField = () =>
    screen.getByRole<HTMLInputElement>('textbox', { name: 'Alert me when an ask is at or below' });

  it('leads a visitor to the login', async () => {
    const { user } = openPage(Heart, { at: '/product/7', path: '/product/:id' });
    await user.click(button('Watch size 9'));
    await expectPage('/login');
    expect(window.history.state.usr).toMatchObject({ what: 'Air Runner Low, size 9' });
  });

  it('watches the size and opens its settings, which take the focus', async () => {
    const { user } = await openHeart();
    await user.click(button('Watch size 9'));
    const panel = await screen.findByRole('region', { name: 'You watch size 9' });
    expect(document.activeElement).toBe(panel);
    expect(button('Watching size 9').getAttribute('aria-expanded')).toBe('true');
    expect(server.requestsOf('watch')[0]?.body).toMatchObject({ productId: 7, size: '9' });
  });

  it('opens the settings of a watch without setting it again, and ends it there', async () => {
    answerWatches([{ size: '9', alert: null }]);
    const { user } = await openHeart();
    await user.click(await screen.findByRole('button', { name: 'Watching size 9' }));
    expect(server.requestsOf('watch')).toEqual([]);
    await user.click(button('Stop watching'));
    await screen.findByRole('button', { name: 'Watch size 9' });
    expect(screen.queryByRole('region', { name: 'You watch size 9' })).toBeNull();
    expect(server.requestsOf('unwatch')).toHaveLength(1);
  });

  describe('with an alert', () => {
    async function openAlert(alert: number | null = null) {
      answerWatches([{ size: '9', alert }]);
      const page = await openHeart();
      await page.user.click(await screen.findByRole('button', { name: 'Watching size 9' }));
      return page;
    }

    it('saves it by Enter, and says so', async () => {
      const { user } = await openAlert();
      await user.type(alertField(), '180{Enter}');
      await screen.findByText("We'll alert you when there is an ask at 180$ or less.");
      expect(server.requestsOf('watch')[0]?.body).toMatchObject({ size: '9', alert: 180 });
    });

    it('says if there already is such an ask', async () => {
      const { user } = await openAlert();
      server.answer('watch', { alert: 300, isMet: true });
      await user.type(alertField(), '300{Enter}');
      await screen.findByText("There is an ask at 300$ or less now. We'll alert you to the next one.");
    });

    it('discards it by Escape, which leaves the settings open', async () => {
      const { user } = await openAlert(150);
      await user.type(alertField(), '9');
      expect(alertField().value).toBe('1509');
      await user.keyboard('{Escape}');
      expect(alertField().value).toBe('150');
      screen.getByRole('region', { name: 'You watch size 9' });
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('region', { name: 'You watch size 9' })).toBeNull();
      expect(server.requestsOf('watch')).toEqual([]);
    });

    it('turns it off when it is emptied and left', async () => {
      const { user } = await openAlert(150);
      await user.clear(alertField());
      await user.tab();
      await screen.findByText('The alert is off.');
      expect(server.requestsOf('watch')[0]?.body).toMatchObject({ alert: null });
    });

    it('saves it when the settings are closed by a press elsewhere', async () => {
      const { user } = await openAlert();
      await user.type(alertField(), '170');
      await user.click(document.body);
      await waitFor(() => expect(server.requestsOf('watch')).toHaveLength(1));
      expect(server.requestsOf('watch')[0]?.body).toMatchObject({ alert: 170 });
    });

    it('ends the watch for good, though a typed price is saved on the way to the button', async () => {
      const { user } = await openAlert();
      const saving = server.answerLater('watch', { alert: 170, isMet: false });
      await user.type(alertField(), '170');
      await user.click(button('Stop watching'));
      saving.release();
      await pass(1_000);
      expect(server.requestsOf('unwatch')).toHaveLength(1);
      button('Watch size 9');
    });
  });
});

describe('the hearts of many cards', () => {
  const others = [RUNNER, { id: 8, name: 'Air Walker High' }, { id: 9, name: 'Air Sprinter Mid' }];
  const Cards = () => others.map((product) => <CardHeart key={product.id} product={product} />);

  it.each([
    ['once for a user', 'ada', 1],
    ['not at all for a visitor', '', 0],
  ])('read the watchlist %s', async (_who, userId, reads) => {
    openPage(Cards, { userId });
    await waitFor(() => expect(server.requestsOf('hearts')).toHaveLength(reads));
    await pass(1_000);
    expect(screen.getAllByRole('button', { name: /^Watch / })).toHaveLength(3);
    expect(server.requestsOf('hearts')).toHaveLength(reads);
    expect(server.requestsOf('watches')).toEqual([]);
  });

  it('are empty again after a lost connection, which is explained, and can be pressed again', async () => {
    const { user } = openPage(Cards, { userId: 'ada' });
    await waitFor(() => expect(server.requestsOf('hearts')).toHaveLength(1));
    server.answer('watch', lostConnection());
    await user.click(button('Watch Air Runner Low'));
    expect(isPressed('Watch Air Runner Low')).toBe(true);
    expect((await screen.findByRole('alert')).textContent).toContain('The connection to PerkeX is lost');
    expect(isPressed('Watch Air Runner Low')).toBe(false);
    answerWatches([]);
    await user.click(button('Watch Air Runner Low'));
    await pass(100);
    expect(isPressed('Watch Air Runner Low')).toBe(true);
  });
});
