import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dismissToasts, showLastingWarning, showSuccess, showWarning } from '../src/ui/toast.js';
import { pass } from './support/open-page.js';

/** The texts of the toasts, newest first, without those that are leaving: happy-dom never ends their animation. */
const texts = () =>
  screen
    .queryAllByRole('alert')
    .filter((toast) => toast.dataset.in !== 'false')
    .map(({ textContent }) => textContent);

async function shows(...wanted: string[]): Promise<void> {
  await waitFor(() => expect(texts()).toEqual(wanted));
}

/** The animation of removed toasts ends. */
async function removesOld(): Promise<void> {
  for (const toast of document.querySelectorAll('[data-in="false"]')) {
    fireEvent.animationEnd(toast);
  }
  await pass(100);
}

describe('toasts', () => {
  async function warnsFiveTimes(): Promise<void> {
    for (let turn = 1; turn <= 5; turn += 1) {
      showWarning(`Refusal ${turn}.`);
    }
    await shows('Refusal 3.', 'Refusal 2.', 'Refusal 1.');
  }

  it('are at most three at a time; the next one waits', async () => {
    await warnsFiveTimes();
    const first = screen.getByText('Refusal 3.').closest<HTMLElement>('.Toastify__toast');
    fireEvent.click(within(first as HTMLElement).getByRole('button', { name: 'close' }));
    await removesOld();
    await shows('Refusal 4.', 'Refusal 2.', 'Refusal 1.');
  });

  it('are below the header alone once the bars above it have scrolled away', async () => {
    showSuccess('Saved.');
    await shows('Saved.');
    const place = document.querySelector('[popover]');
    const scrollsTo = (y: number) => {
      Object.assign(window, { scrollY: y });
      window.dispatchEvent(new Event('scroll'));
      return place?.hasAttribute('data-scrolled');
    };
    expect([scrollsTo(400), scrollsTo(0)]).toEqual([true, false]);
  });

  it('do not repeat a visible message', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      showWarning('The same refusal.');
      await shows('The same refusal.');
    }
    await pass(1_000);
    await shows('The same refusal.');
  });

  it('of refusals are removed by a success, including waiting ones, but not one that lasts', async () => {
    showLastingWarning({
      key: 'order',
      text: 'Not placed.',
      note: 'A bid',
      button: 'Try again',
      onPress() {},
    });
    showWarning('Refusal 1.');
    showWarning('Refusal 2.');
    showWarning('Refusal 3.');
    await waitFor(() => expect(texts()).toHaveLength(3));
    showSuccess('Successfully logged in!');
    await waitFor(() => expect(screen.queryAllByText(/^Refusal/).length).toBeGreaterThan(0));
    await removesOld();
    await waitFor(() => expect(texts()).toHaveLength(2));
    expect(texts()).toEqual([expect.stringMatching(/^Successfully/), expect.stringMatching(/^Not placed/)]);
  });

  it('are removed when the user changes, including waiting ones', async () => {
    await warnsFiveTimes();
    await act(async () => dismissToasts());
    await removesOld();
    await shows();
    await pass(1_000);
    await shows();
  });
});
