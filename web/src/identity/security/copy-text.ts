import { showActionSuccess, showActionWarning } from '../../ui/toast.js';

/** Copies a text, and says whether it could: not every browser lets a page do so. */
export async function copyText(text: string, said: { success: string; fault: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showActionSuccess(said.success);
  } catch {
    showActionWarning(said.fault);
  }
}
