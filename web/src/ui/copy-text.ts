import { showActionSuccess, showActionWarning } from './toast.js';

/** Copies a text and shows a toast with the outcome, because some browsers do not allow copying. */
export async function copyText(text: string, toasts: { success: string; failure: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showActionSuccess(toasts.success);
  } catch {
    showActionWarning(toasts.failure);
  }
}
