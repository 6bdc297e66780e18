import { showActionSuccess, showActionWarning } from '../../ui/toast.js';

/** Copies a text and shows a toast: some browsers do not let a page do so. */
export async function copyText(text: string, toasts: { success: string; failure: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showActionSuccess(toasts.success);
  } catch {
    showActionWarning(toasts.failure);
  }
}
