import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Banner } from '../src/home/banner.js';
import type { BannerSlide } from '../src/home/banner-slides.js';
import { openPage, pass } from './support/open-page.js';

/** Longer than a slide is shown. */
const A_SLIDE_MS = 7_500;

const slide = (headline: string): BannerSlide => ({
  key: headline,
  headline,
  sentence: 'A sentence.',
  linkText: `Open ${headline}`,
  linkTo: '/market',
  mood: 'night',
  pair: null,
});

const moves = vi.fn();

beforeEach(() => {
  moves.mockClear();
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(moves);
  openPage(() => <Banner slides={[slide('One'), slide('Two')]} />);
});

const banner = () => screen.getByRole('region', { name: 'Welcome' });
const enter = () => fireEvent.pointerEnter(banner(), { pointerType: 'mouse' });
const leave = () => fireEvent.pointerLeave(banner(), { pointerType: 'mouse' });

it('the banner holds still under the mouse', async () => {
  enter();
  await pass(A_SLIDE_MS);
  expect(moves).not.toHaveBeenCalled();
  leave();
  await pass(A_SLIDE_MS);
  expect(moves).toHaveBeenCalledTimes(1);
});

it('the banner holds still while it has the focus, also when the mouse leaves it', async () => {
  const link = screen.getByRole('link', { name: /Open One/ });
  act(() => link.focus());
  enter();
  leave();
  await pass(A_SLIDE_MS);
  expect(moves).not.toHaveBeenCalled();
  enter();
  act(() => link.blur());
  await pass(A_SLIDE_MS);
  expect(moves).not.toHaveBeenCalled();
  leave();
  await pass(A_SLIDE_MS);
  expect(moves).toHaveBeenCalledTimes(1);
});
