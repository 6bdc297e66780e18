import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BottomBar } from '../src/header/bottom-bar.js';
import { openPage, startServer } from './support/open-page.js';

const links = () =>
  within(screen.getByRole('navigation', { name: 'Sections' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);

describe('the bar at the bottom of a phone', () => {
  it('leads visitors to all sections, and marks the current one', () => {
    startServer();
    openPage(BottomBar, { at: '/browse?q=dunk' });
    expect(links()).toEqual([
      ['Home', '/', null],
      ['Browse', '/browse', 'page'],
      ['Market', '/market', null],
      ['Sell', '/sell', null],
      ['You', '/login', null],
    ]);
  });

  it('leads users to their dashboard', () => {
    startServer();
    openPage(BottomBar, { at: '/dashboard/buying', userId: 'ada' });
    expect(links().at(-1)).toEqual(['You', '/dashboard/profile', 'page']);
  });

  it.each(['/product/7', '/buy/7', '/sell/7', '/login', '/register', '/forgot-password'])(
    'leaves the bottom to the buttons of %s',
    (at) => {
      startServer();
      openPage(BottomBar, { at, path: at });
      expect(screen.queryByRole('navigation')).toBeNull();
    },
  );
});
