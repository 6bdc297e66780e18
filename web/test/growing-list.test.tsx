import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { GrowingList } from '../src/lists/growing-list.js';
import { button, openPage } from './support/open-page.js';

const ROWS = Array.from({ length: 60 }, (_, index) => `Row ${index + 1}`);

async function showsAll(contentOf: (row: string) => ReactNode): Promise<void> {
  const { user } = openPage(() => (
    <GrowingList rows={ROWS}>
      {(shown) => (
        <ul>
          {shown.map((row) => (
            <li key={row}>{contentOf(row)}</li>
          ))}
        </ul>
      )}
    </GrowingList>
  ));
  await user.click(button('Show 10 more'));
  expect(screen.getAllByRole('listitem')).toHaveLength(60);
}

describe('a list whose last rows have just been shown', () => {
  it('has the focus on the link of the first of them', async () => {
    await showsAll((row) => <a href="/">{row}</a>);
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Row 51' }));
  });

  it('has the focus on that row if it has no link', async () => {
    await showsAll((row) => row);
    expect(document.activeElement?.textContent).toBe('Row 51');
  });
});
