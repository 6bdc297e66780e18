import { EXPECTED_VERDICTS, type ExpectedVerdict } from '@perkex/core/verification/second-review.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type DeskDeal, expectVerdict } from '../../api/desk.js';
import { faultOf } from '../../api/fault-of.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { FaultText } from '../../ui/fault-text.js';
import { SelectField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { expectedText } from './expected-text.js';

/** For admins: makes the pair a test of the members who check it (after-the-trade, "The desk"). */
export function TestPair({ deal: { code, expected } }: { readonly deal: DeskDeal }) {
  const client = useQueryClient();
  const userId = useUserId();
  const [chosen, setChosen] = useState<ExpectedVerdict>(expected ?? 'pass');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => expectVerdict(client, userId, code, chosen),
  });

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!isPending) {
      mutate();
    }
  }

  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">
        {expected === null ? 'Use as a test pair' : `Test pair: ${expectedText(expected)}`}
      </summary>
      <form className="flex flex-col gap-4 pt-2" onSubmit={save} noValidate>
        <p className="max-w-prose text-muted">
          Check the pair yourself first, and say what two members must find. They do not know that it is a
          test. You cannot be one of the two reviewers. If both disagree with you, an admin decides.
        </p>
        <SelectField
          label="They must find"
          value={chosen}
          onChange={({ target }) =>
            setChosen(EXPECTED_VERDICTS.find((each) => each === target.value) ?? chosen)
          }
        >
          {EXPECTED_VERDICTS.map((each) => (
            <option key={each} value={each}>
              {expectedText(each)}
            </option>
          ))}
        </SelectField>
        <FaultText>{faultOf(error)}</FaultText>
        <SubmitButton isBusy={isPending}>Save</SubmitButton>
      </form>
    </details>
  );
}
