import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ProductViews } from '../src/product/product-views.js';
import { ZoomDialog } from '../src/product/zoom-dialog.js';
import { button, openPage, startServer } from './support/open-page.js';

const DRAWN = { name: 'Air Runner Low', thumbnail: '/drawings/7.svg', pictures: [] };
const VIEWS = [
  { name: 'Side', src: '/drawings/7.svg', alt: 'Air Runner Low, from the side' },
  { name: 'Top', src: '/drawings/7/top.svg', alt: 'Air Runner Low, from above' },
] as const;

describe('the pictures of a product', () => {
  it('show a drawn sneaker from four sides, each with a thumbnail', () => {
    startServer();
    openPage(() => <ProductViews {...DRAWN} />);
    const thumbs = within(screen.getByRole('group', { name: 'Views' })).getAllByRole('button');
    expect(thumbs.map((thumb) => thumb.getAttribute('aria-label'))).toEqual(['Front', 'Side', 'Top', 'Heel']);
    expect(screen.getByRole('button', { pressed: true })).toBe(button('Front'));
    screen.getByRole('link', { name: 'Enlarge Air Runner Low, from the front' });
  });

  it('have no thumbnails if there is only one', () => {
    startServer();
    openPage(() => <ProductViews {...DRAWN} thumbnail="/elsewhere.jpg" />);
    expect(screen.queryByRole('group', { name: 'Views' })).toBeNull();
    expect(screen.getAllByRole('img')).toHaveLength(1);
  });

  it('turn by the arrow keys, around the ends, and keep the focus on the thumbnail shown', async () => {
    startServer();
    const { user } = openPage(() => <ProductViews {...DRAWN} />);
    button('Front').focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(button('Heel'));
  });

  it('enlarge in a dialog by a press, and leave other presses to the browser', async () => {
    startServer();
    const { user } = openPage(() => <ProductViews {...DRAWN} />);
    const picture = screen.getByRole('link', { name: 'Enlarge Air Runner Low, from the front' });
    picture.addEventListener('click', (event) => event.preventDefault());
    await user.keyboard('{Control>}');
    await user.click(picture);
    await user.keyboard('{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(picture);
    const dialog = await screen.findByRole('dialog', { name: 'Air Runner Low' });
    within(dialog).getByText(/Front · 1 of 4/);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(picture);
  });
});

describe('the enlarged picture', () => {
  function openZoom(views: readonly [(typeof VIEWS)[number], ...(typeof VIEWS)[number][]] = VIEWS) {
    startServer();
    const onClose = vi.fn();
    const page = openPage(() => (
      <ZoomDialog title="Air Runner Low" views={views} first={0} onClose={onClose} />
    ));
    const state = () => screen.getByText(/%/).parentElement?.textContent;
    return { ...page, onClose, state };
  }

  it('turns by buttons and keys, around the ends', async () => {
    const { user, state } = openZoom();
    expect(state()).toBe('Side · 1 of 2, 100%');
    await user.click(button('Next view'));
    expect(state()).toBe('Top · 2 of 2, 100%');
    screen.getByRole('img', { name: 'Air Runner Low, from above' });
    await user.keyboard('{ArrowRight}');
    expect(state()).toBe('Side · 1 of 2, 100%');
    await user.keyboard('{ArrowLeft}');
    expect(state()).toBe('Top · 2 of 2, 100%');
  });

  it('grows by button and key, becomes whole by 0, and at each turn', async () => {
    const { user, state } = openZoom();
    expect(button('Zoom out').getAttribute('aria-disabled')).toBe('true');
    await user.click(button('Zoom in'));
    expect(state()).toContain('150%');
    expect(button('Zoom out').getAttribute('aria-disabled')).toBe('false');
    await user.keyboard('+');
    expect(state()).toContain('225%');
    await user.keyboard('-');
    expect(state()).toContain('150%');
    await user.keyboard('0');
    expect(state()).toContain('100%');
    await user.keyboard('+{ArrowRight}');
    expect(state()).toBe('Top · 2 of 2, 100%');
  });

  it('closes at the picture last shown, by its button and by Escape', async () => {
    const { user, onClose } = openZoom();
    await user.click(button('Next view'));
    await user.click(button('Close'));
    expect(onClose).toHaveBeenLastCalledWith(1);
    await user.keyboard('{ArrowRight}{Escape}');
    expect(onClose).toHaveBeenLastCalledWith(0);
  });

  it('has no buttons to turn if there is only one', () => {
    const { state } = openZoom([VIEWS[0]]);
    expect(state()).toBe('Side, 100%');
    expect(screen.queryByRole('button', { name: 'Next view' })).toBeNull();
  });
});
