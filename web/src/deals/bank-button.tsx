import { useMutation, useQueryClient } from '@tanstack/react-query';
import { faultOf } from '../api/fault-of.js';
import { refetchTagged } from '../api/query-tags.js';
import { SettlingButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';

interface BankButtonProps {
  /** The payment that the button is for. */
  readonly subject: string;
  /** Reads the address of the page. */
  readonly readAddress: () => Promise<string>;
}

/** Leads to the page of the bank that wants its user to confirm a payment. From there they return to this page. */
export function BankButton({ subject, readAddress }: BankButtonProps) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: readAddress,
    onSuccess: (url) => window.location.assign(url),
    // The payment may have ended in the meantime.
    onError: () => void refetchTagged(client, ['own orders']),
  });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        On its page you accept the payment or refuse it. Then you come back here.
      </p>
      <FaultText>{faultOf(error)}</FaultText>
      <SettlingButton
        look="strong"
        subject={subject}
        isPaused={isPending}
        className="sm:self-start"
        onClick={() => mutate()}
      >
        Go to your bank
      </SettlingButton>
    </div>
  );
}
