import { showSuccess, showWarning } from '../../ui/toast.js';

/** Shows a toast with the outcome of a task (section 8). @returns true if it succeeded */
export async function toastOutcome(task: Promise<string>): Promise<boolean> {
  try {
    showSuccess(await task);
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}

/** Shows a toast with the reason of a failure. */
export function toastError(error: unknown): void {
  showWarning(messageOf(error));
}

/** The sentence for an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
