import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { faultOf } from '../api/fault-of.js';
import { prepareCard } from '../api/payments.js';
import { PausableButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { Spinner } from '../ui/states.js';
import { useDashboardUserId } from '../user/user.js';

const CardForm = lazy(async () => ({ default: (await import('./card-form.js')).CardForm }));

interface CardSetupProps {
  readonly publishableKey: string;
  /** The text of the button. */
  readonly label: string;
  /** Called as it was when the card was submitted. */
  readonly onSaved: () => void;
}

/** A button that opens the provider's form for a card. */
export function CardSetup({ publishableKey, label, onSaved }: CardSetupProps) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const [clientSecret, setClientSecret] = useState<string | null>(null);
  const { mutateAsync, isPending, error } = useMutation({ mutationFn: () => prepareCard(client, userId) });
  const start = () => {
    mutateAsync()
      .then((secret) => (secret === null ? onSaved() : setClientSecret(secret)))
      .catch(() => {});
  };
  if (clientSecret !== null) {
    return (
      <Suspense fallback={<Spinner />}>
        <CardForm
          publishableKey={publishableKey}
          clientSecret={clientSecret}
          onSaved={() => {
            setClientSecret(null);
            onSaved();
          }}
          onEnd={() => setClientSecret(null)}
        />
      </Suspense>
    );
  }
  return (
    <>
      <FaultText>{faultOf(error)}</FaultText>
      <PausableButton isPaused={isPending} className="self-start" onClick={start}>
        {label}
      </PausableButton>
    </>
  );
}
