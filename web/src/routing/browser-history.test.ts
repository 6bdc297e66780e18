import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BrowserHistory } from './browser-history.js';
import type { Location } from './location.js';

/** The part of a window that a history needs. Like a browser, it reports a move by the user only afterwards. */
class FakeWindow {
  entries = [{ url: new URL('https://perkex.test/'), state: null as unknown }];
  at = 0;
  private onPop = () => {};

  readonly history = {
    go: (delta: number) => {
      if (this.entries[this.at + delta]) {
        this.at += delta;
        this.onPop();
      }
    },
    pushState: (state: unknown, _title: string, url: string) => {
      this.entries = [...this.entries.slice(0, this.at + 1), this.entry(url, state)];
      this.at += 1;
    },
    replaceState: (state: unknown, _title: string, url = this.location.href) => {
      this.entries[this.at] = this.entry(url, state);
    },
  };

  get location(): URL {
    return this.entries[this.at]?.url as URL;
  }

  addEventListener(_name: 'popstate', listener: () => void): void {
    this.onPop = listener;
  }

  /** The user types another hash into the address bar. */
  typeHash(hash: string): void {
    this.history.pushState(null, '', hash);
    this.onPop();
  }

  open(): BrowserHistory {
    Object.defineProperty(this.history, 'state', {
      get: () => this.entries[this.at]?.state,
      configurable: true,
    });
    return new BrowserHistory(this as unknown as Window);
  }

  private entry(url: string, state: unknown) {
    return { url: new URL(url, this.entries[this.at]?.url), state };
  }
}

let window: FakeWindow;
let history: BrowserHistory;
const moves: string[] = [];
const place = () => `${window.location.pathname}${window.location.search}${window.location.hash}`;

beforeEach(() => {
  window = new FakeWindow();
  history = window.open();
  moves.length = 0;
  history.listen(() => moves.push(`${history.movement} ${history.location.pathname}`));
});

describe('a history', () => {
  it('pushes, replaces and goes back, each with its state', () => {
    history.navigate('/product/1?size=9', { state: { from: 'home' } });
    expect([place(), history.location.search, history.location.state]).toEqual([
      '/product/1?size=9',
      '?size=9',
      { from: 'home' },
    ]);
    history.navigate('/product/1', { replace: true });
    expect([place(), history.location.state, window.entries.length]).toEqual(['/product/1', null, 2]);
    const { key } = history.location;
    history.navigate(-1);
    expect([place(), history.location.pathname]).toEqual(['/', '/']);
    history.navigate(1);
    expect(history.location.key).toBe(key);
    expect(moves).toEqual(['push /product/1', 'replace /product/1', 'pop /', 'pop /product/1']);
  });

  it('navigates when its function is called without its object', () => {
    const { navigate } = history;
    navigate('/market?period=7d');
    expect(place()).toBe('/market?period=7d');
  });

  it.each([
    ['/brands/café au lait', '/brands/caf%C3%A9%20au%20lait'],
    ['/brands/50%', '/brands/50%'],
    ['/a/../help?q=%zz#%', '/help?q=%zz#%'],
    ['//elsewhere.test/help', '/help'],
    ['/.//elsewhere.test/help', '//elsewhere.test/help'],
  ])('writes %s as browsers do, and stays in PerkeX', (address, written) => {
    history.navigate(address);
    const { pathname, search, hash } = history.location;
    expect([place(), pathname + search + hash]).toEqual([written, written]);
    expect(window.location.host).toBe('perkex.test');
  });

  it('accepts a state that is not its own', () => {
    window.history.replaceState({ usr: 'text', key: 'k' }, '');
    expect(window.open().location).toMatchObject({ pathname: '/', state: null, key: 'k' });
  });

  it('knows its position again after a reload', () => {
    history.navigate('/market', { state: { a: 1 } });
    const again = window.open();
    expect(again.location).toEqual(history.location);
  });

  it('follows a hash that the user has typed', () => {
    window.typeHash('#main');
    expect([history.location.hash, moves]).toEqual(['#main', ['pop /']]);
    history.navigate(-1);
    expect(history.location.hash).toBe('');
  });
});

describe('a guard', () => {
  let leave: (() => void) | null;
  let take: () => void;

  beforeEach(() => {
    leave = null;
    history.navigate('/dashboard/security');
    moves.length = 0;
    take = history.guardBy({
      isWanted: ({ pathname }: Location) => pathname !== '/dashboard/security',
      onLeaving: (goOn) => {
        leave = goOn;
      },
    });
  });

  it('asks before a link leads away, and lets the user leave', () => {
    history.navigate('/market');
    expect([place(), moves]).toEqual(['/dashboard/security', []]);
    leave?.();
    expect([place(), moves]).toEqual(['/market', ['push /market']]);
  });

  it('asks before Back leads away, and stays on the page', () => {
    history.navigate(-1);
    expect([place(), history.location.pathname, moves]).toEqual([
      '/dashboard/security',
      '/dashboard/security',
      [],
    ]);
    leave?.();
    expect([place(), moves]).toEqual(['/', ['pop /']]);
  });

  it('does not ask about unguarded moves, or after it is removed', () => {
    history.navigate('/dashboard/security?tab=1');
    expect(leave).toBeNull();
    take();
    history.navigate('/market');
    expect([leave, history.movement]).toEqual([null, 'push']);
    expect(place()).toBe('/market');
  });

  it('asks again after the user has stayed', () => {
    const asked = vi.fn();
    history.guardBy({ isWanted: () => true, onLeaving: asked });
    history.navigate(-1);
    history.navigate(-1);
    history.navigate('/market');
    expect(asked).toHaveBeenCalledTimes(3);
    expect(place()).toBe('/dashboard/security');
  });
});
