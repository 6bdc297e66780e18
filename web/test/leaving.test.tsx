import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApplicationRouter, shownOf } from '../src/routing/application-router.js';
import { browserHistory } from '../src/routing/history.js';
import { lazyPage, type Route } from '../src/routing/route.js';

const START = () => <h1>The start</h1>;

afterEach(() => vi.restoreAllMocks());

/** Follows a link to a page whose code is loading. @returns lets the load fail, and the full loads so far */
async function goesToPageThatLoads() {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  let fail = () => {};
  const code = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('Load request cancelled'));
  });
  browserHistory.navigate('/');
  const routes: Route[] = [
    { path: '/next', parts: [lazyPage(() => code)] },
    { path: null, parts: [{ Component: START }] },
  ];
  render(
    <ApplicationRouter
      history={browserHistory}
      routes={routes}
      first={shownOf(browserHistory, routes, null)}
    />,
  );
  await act(async () => browserHistory.navigate('/next'));
  return { fail: () => act(async () => fail()), reload };
}

it('loads a page in full whose code fails', async () => {
  const { fail, reload } = await goesToPageThatLoads();
  await fail();
  expect(reload).toHaveBeenCalledOnce();
});

it('lets a user leave whose browser then cancels the code of the next page, as Safari does', async () => {
  const { fail, reload } = await goesToPageThatLoads();
  window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await fail();
  expect(reload).not.toHaveBeenCalled();
  screen.getByRole('heading', { name: 'The start' });
});
