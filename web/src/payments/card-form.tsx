import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { faultOf } from '../api/fault-of.js';
import { finishCard } from '../api/payments.js';
import { useTheme } from '../storage/theme.js';
import { Button } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { ErrorNotice, Spinner } from '../ui/states.js';
import { SubmitButton } from '../ui/submit-button.js';
import { useOneAtATime } from '../ui/use-one-at-a-time.js';
import { useDashboardUserId } from '../user/user.js';

interface CardFormProps {
  readonly publishableKey: string;
  /** The secret of the card's set-up at the provider. */
  readonly clientSecret: string;
  /** Called as it was when the form was submitted. */
  readonly onSaved: () => void;
  readonly onEnd: () => void;
}

/** Stripe's form for a card, in a frame of its own: the number of a card never reaches the market. */
export function CardForm({ publishableKey, clientSecret, onSaved, onEnd }: CardFormProps) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const { place, fields, hasFailed, loadAgain } = useCardFields(publishableKey, clientSecret);
  const oneAtATime = useOneAtATime();
  /** Stripe confirms a card once. Only the market's answer may be missing after that. */
  const isConfirmed = useRef(false);
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async (filledIn: CardFields) => {
      if (!isConfirmed.current) {
        await confirmCard(filledIn);
        isConfirmed.current = true;
      }
      await finishCard(client, userId);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields) {
      void oneAtATime(() => mutateAsync(fields).then(onSaved), undefined).catch(() => {});
    }
  };
  if (hasFailed) {
    return <ErrorNotice onRetry={loadAgain}>The form for cards could not be loaded.</ErrorNotice>;
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {fields ? null : <Spinner label="Loading the form for cards" />}
      <div ref={place} />
      <FaultText>{faultOf(error)}</FaultText>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onEnd}>BACK</Button>
        {fields ? (
          <SubmitButton isBusy={isPending} isReplacement>
            Save the card
          </SubmitButton>
        ) : null}
      </div>
    </form>
  );
}

/** Stripe's script, and its fields on the page. */
interface CardFields {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
}

/** Loads Stripe's script, and shows its fields in a place. `fields` is null until they can be filled in. */
function useCardFields(publishableKey: string, clientSecret: string) {
  const place = useRef<HTMLDivElement>(null);
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [fields, setFields] = useState<CardFields | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const theme = useTheme();
  const firstTheme = useRef(theme);
  useEffect(() => {
    if (!hasFailed) {
      loadStripe(publishableKey).then(setStripe, () => setHasFailed(true));
    }
  }, [publishableKey, hasFailed]);
  useEffect(() => {
    if (!stripe || !place.current) {
      return;
    }
    const elements = stripe.elements({ clientSecret, appearance: appearanceOf(firstTheme.current) });
    const form = elements.create('payment');
    form.on('ready', () => setFields({ stripe, elements }));
    form.on('loaderror', () => setHasFailed(true));
    form.mount(place.current);
    return () => {
      setFields(null);
      form.destroy();
    };
  }, [stripe, clientSecret]);
  useEffect(() => {
    fields?.elements.update({ appearance: appearanceOf(theme) });
  }, [fields, theme]);
  const loadAgain = () => {
    setStripe(null);
    setHasFailed(false);
  };
  return { place, fields, hasFailed, loadAgain };
}

function appearanceOf(theme: 'light' | 'dark') {
  return { theme: theme === 'dark' ? 'night' : 'stripe' } as const;
}

/** @throws with Stripe's sentence if the card cannot be saved */
async function confirmCard({ stripe, elements }: CardFields): Promise<void> {
  const { error } = await stripe.confirmSetup({ elements, redirect: 'if_required' });
  if (error && error.setup_intent?.status !== 'succeeded') {
    throw new Error(error.message ?? 'The card could not be saved.');
  }
}
