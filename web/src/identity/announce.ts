import { showSuccess, showWarning } from '../ui/toast.js';

/** Says how a task of the session ended (section 8). @returns whether it went well */
export async function announce(task: Promise<string>): Promise<boolean> {
  try {
    showSuccess(await task);
    return true;
  } catch (error) {
    announceFault(error);
    return false;
  }
}

/** Says why a task of the session failed. */
export function announceFault(error: unknown): void {
  showWarning(messageOf(error));
}

/** What such a failure is told as. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
