import { TEST_CARDS, type TestCard } from '@perkex/contract/test-cards.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { faultOf } from '../api/fault-of.js';
import { saveTestCard } from '../api/payments.js';
import { Button } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { SubmitButton } from '../ui/submit-button.js';
import { useOneAtATime } from '../ui/use-one-at-a-time.js';
import { useDashboardUserId } from '../user/user.js';
import { CardSaved, useCardSaved } from './card-saved.js';
import type { DealActionProps } from './deal-action.js';
import { toCollect } from './deal-amounts.js';
import { dollarsText } from './dollars-text.js';

/** The test cards in words. */
const CARDS: Readonly<Record<TestCard, { readonly name: string; readonly effect: string }>> = {
  works: { name: 'A card that works', effect: 'The payment arrives at once.' },
  declined: { name: 'A card that is declined', effect: 'The bank refuses the payment.' },
  'asks-bank': { name: 'A card whose bank asks you', effect: 'You confirm the payment on its page.' },
};

/**
 * Pays with another test card of play money. A payment that waits for the bank comes first, so cards are hidden then.
 */
export function TestCards({ deal, onTaken }: DealActionProps) {
  const [isOpen, setIsOpen] = useState(deal.payment === 'failed');
  const { isSaved, onSaved } = useCardSaved({ deal, onTaken });
  if (isSaved) {
    return <CardSaved />;
  }
  return isOpen ? (
    <TestCardForm total={toCollect(deal)} onSaved={onSaved} />
  ) : (
    <Button className="sm:self-start" onClick={() => setIsOpen(true)}>
      Pay with another card
    </Button>
  );
}

interface TestCardFormProps {
  readonly total: number;
  /** Called as it was when the form was submitted. */
  readonly onSaved: () => void;
}

/** Saves a test card, which the buyer chooses by what it does. The server then pays with it. */
function TestCardForm({ total, onSaved }: TestCardFormProps) {
  const name = useId();
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const [chosen, setChosen] = useState<TestCard>('works');
  const oneAtATime = useOneAtATime();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (card: TestCard) => saveTestCard(client, userId, card),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void oneAtATime(() => mutateAsync(chosen).then(onSaved), undefined).catch(() => {});
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-2 font-semibold">Test card</legend>
        <div className="flex flex-col gap-2">
          {TEST_CARDS.map((card) => (
            <label
              key={card}
              className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-edge px-3 py-2 hover:bg-card has-checked:border-ink has-checked:bg-card"
            >
              <input
                type="radio"
                name={name}
                checked={card === chosen}
                onChange={() => setChosen(card)}
                className="size-5 shrink-0 accent-ink"
              />
              <span className="min-w-0">
                {CARDS[card].name}
                <span className="block text-sm text-muted">{CARDS[card].effect}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <FaultText>{faultOf(error)}</FaultText>
      <SubmitButton isBusy={isPending} isReplacement className="sm:self-start">
        Pay {dollarsText(total)}
      </SubmitButton>
    </form>
  );
}
