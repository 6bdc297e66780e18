import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits for a toast with this text. */
export async function expectToast(text: string | RegExp): Promise<void> {
  await screen.findByText(text, { selector: '.Toastify__toast, .Toastify__toast *' });
}

/** Waits until a field shows this error. */
export async function expectFault(label: string, text: string): Promise<void> {
  await waitFor(() => {
    const field = screen.getByLabelText(label);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(text);
  });
}

/** Waits until an element has the focus. */
export async function expectFocus(find: () => Element): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(find()));
}
