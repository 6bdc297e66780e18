import type { useRowStep } from './use-row-step.js';
import { useFactorAction } from './use-verified-action.js';

interface ConfirmationOptions {
  readonly row: Pick<ReturnType<typeof useRowStep>, 'end' | 'leave'>;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
  readonly success: string;
}

/** Turns a factor on with a first code, and closes its form; recovery codes, if there are any, get the focus. */
export function useConfirmation(
  name: 'confirmApp' | 'confirmPhone',
  { row, onRecoveryCodes, success }: ConfirmationOptions,
) {
  return useFactorAction(name, {
    onDone({ recoveryCodes }) {
      if (recoveryCodes.length > 0) {
        onRecoveryCodes(recoveryCodes);
        row.leave();
      } else {
        row.end();
      }
    },
    success,
  });
}
