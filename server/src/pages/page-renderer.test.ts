import type { RenderPage } from '@perkex/contract/rendered-page.js';
import { expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../clock/system-clock.js';
import type { Page } from './page.js';
import { pageRenderer } from './page-renderer.js';

const unrendered = (address: string) => ({ address, firstScreen: null, below: {} }) as unknown as Page;
const LOGIN = unrendered('/login');

it('renders a placeholder once for a crowd, and again after a failure', async () => {
  const logged: unknown[] = [];
  let renderings = 0;
  const failOnce: RenderPage = async ({ address }) => {
    renderings += 1;
    if (renderings === 1) {
      throw new Error('The thread ended.');
    }
    return { html: `<p>${address}</p>`, queries: '[]' };
  };
  const render = pageRenderer(failOnce, SYSTEM_CLOCK, { error: (line: unknown) => logged.push(line) });
  const crowd = async () =>
    new Set((await Promise.all([1, 2, 3].map(() => render(LOGIN)))).map(({ html }) => html));
  expect(await crowd()).toEqual(new Set(['']));
  expect(logged).toContainEqual({ err: new Error('The thread ended.'), address: '/placeholder' });
  expect(await crowd()).toEqual(new Set(['<p>/placeholder</p>']));
  expect(await crowd()).toEqual(new Set(['<p>/placeholder</p>']));
  expect(renderings).toBe(2);
});

it('renders the placeholder that resembles the page', async () => {
  const echo: RenderPage = async ({ address }) => ({ html: address, queries: '[]' });
  const render = pageRenderer(echo, SYSTEM_CLOCK, { error: () => {} });
  const placeholderOf = async (page: Page) => (await render(page)).html;
  expect(await placeholderOf(unrendered('/buy/7?size=9'))).toBe('/placeholder/trade');
  expect(await placeholderOf(unrendered('/sell/7'))).toBe('/placeholder/trade');
  expect(await placeholderOf({ ...unrendered('/sell/7'), isUnread: true })).toBe('/placeholder/unread');
  expect(await placeholderOf(unrendered('/dashboard/buying'))).toBe('/dashboard/placeholder');
});
