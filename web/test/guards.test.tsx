import { PAGES, type PageRecord } from '@perkex/contract/pages.js';
import { patternsOf } from '@perkex/contract/path-of.js';
import { screen } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { LoginGuard, VisitorGuard } from '../src/identity/session/guards.js';
import { expectPage, openPage, startServer } from './support/open-page.js';

function patternsOfLayout(wanted: PageRecord['layout']): string[] {
  const pages: readonly PageRecord[] = Object.values(PAGES);
  return pages.filter(({ layout }) => layout === wanted).flatMap(({ path }) => patternsOf(path));
}

const DASHBOARD = patternsOfLayout('dashboard');

/** Opens a page behind its guard. */
function open(
  Guard: ComponentType<{ children?: ReactNode }>,
  pattern: string,
  { uid = 'ada', userId = '' } = {},
): void {
  const Page = () => (
    <Guard>
      <h1>For you</h1>
    </Guard>
  );
  startServer();
  openPage(Page, { at: pattern.replace(':uid', uid), path: pattern, userId });
}

describe('a page of the dashboard (section 2)', () => {
  it('exists with and without the id of the user in its address', () => {
    expect(DASHBOARD).toEqual(
      expect.arrayContaining(['/dashboard/settings/shipping', '/dashboard/:uid/settings/shipping']),
    );
  });

  it.each(DASHBOARD)('redirects visitors to Home: %s', async (pattern) => {
    open(LoginGuard, pattern);
    await expectPage('/');
  });

  it.each(DASHBOARD)('is shown to its user: %s', async (pattern) => {
    open(LoginGuard, pattern, { userId: 'ada' });
    await screen.findByRole('heading', { name: 'For you' });
    expect(window.location.pathname).toBe(pattern.replace(':uid', 'ada'));
  });

  it.each(DASHBOARD.filter((pattern) => pattern.includes(':uid')))(
    'of another user redirects to the own one: %s',
    async (pattern) => {
      open(LoginGuard, pattern, { uid: 'other', userId: 'ada' });
      await screen.findByRole('heading', { name: 'For you' });
      expect(window.location.pathname).toBe(pattern.replace(':uid', 'ada'));
    },
  );
});

describe('a page for visitors (section 2)', () => {
  it.each(patternsOfLayout('visitor'))('is shown to them: %s', async (pattern) => {
    open(VisitorGuard, pattern);
    await screen.findByRole('heading', { name: 'For you' });
  });

  it.each(patternsOfLayout('visitor'))('redirects users to Home: %s', async (pattern) => {
    open(VisitorGuard, pattern, { userId: 'ada' });
    await expectPage('/');
  });
});
