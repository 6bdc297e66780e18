import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSettled } from '../src/ui/use-settled.js';
import { pass, SETTLED_MS } from './support/open-page.js';

it('a control whose earlier subject is back settles again', async () => {
  const { result, rerender } = renderHook(({ subject }) => useSettled(subject), {
    initialProps: { subject: 'two rows' },
  });
  await pass(SETTLED_MS);
  expect(result.current).toBe(true);
  rerender({ subject: 'one row' });
  expect(result.current).toBe(false);
  await act(async () => {});
  rerender({ subject: 'two rows' });
  expect(result.current).toBe(false);
  await pass(SETTLED_MS);
  expect(result.current).toBe(true);
});
