import { expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../clock/system-clock.js';
import type { Page } from './page.js';
import { pageRenderer } from './page-renderer.js';
import type { RenderThread } from './render-thread.js';

const unrendered = (address: string) => ({ address, firstScreen: null, below: {} }) as unknown as Page;
const LOGIN = unrendered('/login');
const rendered = (html: string) => ({ html: Buffer.from(html), data: Buffer.from('[]') });
const textOf = ({ html }: { readonly html: Uint8Array }) => Buffer.from(html).toString();

it('renders a placeholder once for a crowd, and again after a failure', async () => {
  const logged: unknown[] = [];
  let renderings = 0;
  const failOnce: RenderThread['render'] = async ({ address }) => {
    renderings += 1;
    if (renderings === 1) {
      throw new Error('The thread ended.');
    }
    return rendered(`<p>${address}</p>`);
  };
  const render = pageRenderer(failOnce, SYSTEM_CLOCK, { error: (line: unknown) => logged.push(line) });
  const crowd = async () => new Set((await Promise.all([1, 2, 3].map(() => render(LOGIN)))).map(textOf));
  expect(await crowd()).toEqual(new Set(['']));
  expect(logged).toContainEqual({ err: new Error('The thread ended.'), address: '/placeholder' });
  expect(await crowd()).toEqual(new Set(['<p>/placeholder</p>']));
  expect(await crowd()).toEqual(new Set(['<p>/placeholder</p>']));
  expect(renderings).toBe(2);
});

it('renders the placeholder that resembles the page', async () => {
  const echo: RenderThread['render'] = async ({ address }) => rendered(address);
  const render = pageRenderer(echo, SYSTEM_CLOCK, { error: () => {} });
  const placeholderOf = async (page: Page) => textOf(await render(page));
  expect(await placeholderOf(unrendered('/buy/7?size=9'))).toBe('/placeholder/trade');
  expect(await placeholderOf(unrendered('/sell/7'))).toBe('/placeholder/trade');
  expect(await placeholderOf({ ...unrendered('/sell/7'), isUnread: true })).toBe('/placeholder/unread');
  expect(await placeholderOf(unrendered('/dashboard/buying'))).toBe('/dashboard/placeholder');
});
