import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { faultOf } from '../../api/fault-of.js';
import { findPairs } from '../../api/order-batches.js';
import { newOrderId } from '../../api/order-id.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { FaultText } from '../../ui/fault-text.js';
import { TextAreaField } from '../../ui/field.js';
import { FileDrop } from '../../ui/file-drop.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { useDashboardUserId } from '../../user/user.js';
import { MAX_PAIRS, parseTable } from './parse-table.js';
import { PlacePairs } from './place-pairs.js';
import { type Preview, previewOf } from './preview.js';
import type { OpenListing } from './use-listing.js';

/** Far more than 500 rows need. */
const MAX_FILE_BYTES = 1_000_000;
const EXAMPLE = 'DZ5485-612\t9\t240\t30\nGX1234\t10.5\t189';

interface ListPairsProps {
  readonly listing: OpenListing;
  readonly hasPayout: boolean;
}

/** A table is pasted or chosen, read, seen, and only then placed. */
export function ListPairs({ listing, hasPayout }: ListPairsProps) {
  const { text, preview, change, correct, clear } = listing;
  const userId = useDashboardUserId();
  const [fault, setFault] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (table: string): Promise<Preview> => {
      const parsed = parseTable(table);
      if ('fault' in parsed) {
        throw new Error(parsed.fault);
      }
      const { pairs, bad } = parsed;
      const wanted = pairs.map(({ product, size }) => ({ product, size }));
      const found = wanted.length === 0 ? [] : await findPairs(userId, wanted);
      return previewOf(pairs, found, bad, newOrderId);
    },
    onSuccess: (read) => change({ preview: read }),
    onError: (error) => setFault(faultOf(error)),
  });

  function read(table: string): void {
    setFault(null);
    mutate(table);
  }

  async function choose(file: File): Promise<void> {
    if (file.size > MAX_FILE_BYTES) {
      setFault(`${file.name} has more than 1 MB. List up to ${MAX_PAIRS} pairs at a time.`);
      return;
    }
    const content = await file.text();
    change({ text: content });
    read(content);
  }

  const field = useFocusAfterReturn(preview === null);
  if (preview !== null) {
    return (
      <PlacePairs
        listing={{ ...listing, preview }}
        onCorrect={correct}
        // The same table again would be other asks.
        onListMore={clear}
      />
    );
  }
  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        read(text);
      }}
    >
      {hasPayout ? null : (
        <p>
          <Link to={paths.settings} className="underline underline-offset-4">
            Set your payout
          </Link>{' '}
          before you sell.
        </p>
      )}
      <p className="text-muted">
        Paste rows from a spreadsheet, up to {MAX_PAIRS}: a style code or the number of a product page, a
        size, a price in dollars, and if you like the days until the ask expires (1, 3, 7, 14, 30, 60 or 90).
        Each row is one pair. A first row with the names of the columns may put them in another order.
      </p>
      <TextAreaField
        ref={field}
        label="Your table"
        rows={8}
        spellCheck={false}
        autoComplete="off"
        placeholder={EXAMPLE}
        className="min-h-48 w-full rounded-control border border-edge bg-paper px-3 py-2 font-mono text-base whitespace-pre text-ink placeholder:text-muted aria-invalid:border-error"
        value={text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <FaultText>{fault}</FaultText>
      <SubmitButton isBusy={isPending} className="self-start">
        Check the table
      </SubmitButton>
      <FileDrop
        label="CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        isBusy={isPending}
        hint="Or drop it here. Nothing is listed before you have seen what it says."
        onChoose={([file]) => void choose(file)}
      >
        Choose a CSV file
      </FileDrop>
    </form>
  );
}

/** Focuses the table again when the preview is closed. */
function useFocusAfterReturn(isShown: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (isShown && !wasShown.current) {
      field.current?.focus();
    }
    wasShown.current = isShown;
  }, [isShown]);
  return field;
}
