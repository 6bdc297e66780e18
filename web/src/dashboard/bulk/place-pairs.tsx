import { counted } from '@perkex/core/counted.js';
import { centsToDollars } from '@perkex/core/money.js';
import { useEffect, useRef } from 'react';
import {
  type BatchCommand,
  type CommandAnswer,
  isPassing,
  isUnconfirmed,
  sentenceOfAnswer,
} from '../../api/order-batches.js';
import { Button, SettlingButton } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { Spinner } from '../../ui/states.js';
import { FarPrices } from './far-prices.js';
import { PairTable } from './pair-table.js';
import type { ListedPair, Preview } from './preview.js';
import type { OpenListing } from './use-listing.js';

interface PlacePairsProps {
  readonly listing: OpenListing & { readonly preview: Preview };
  /** Called to correct the table. */
  readonly onCorrect: () => void;
  /** Called for another table, once this one is placed. */
  readonly onListMore: () => void;
}

/** The pairs that a table would list, a sentence for each other row, and once placed the answers. */
export function PlacePairs({ listing, onCorrect, onListMore }: PlacePairsProps) {
  const { preview, confirmed, answers, isInDoubt, isPlacing, fault, change, place } = listing;
  const { pairs, bad } = preview;
  const heading = useRef<HTMLHeadingElement>(null);
  const doubted = pairs.filter((pair, index) => isDoubted(pair, answers?.[index]));

  /** @param sure the asks whose prices the seller confirms now */
  function send(sure: readonly ListedPair[]): void {
    const all = new Set([...confirmed, ...sure.map(({ id }) => id)]);
    change({ confirmed: all });
    place(
      pairs.map((pair) => askOf(pair, all.has(pair.id))),
      { onSuccess: () => heading.current?.focus() },
    );
  }
  useEffect(() => heading.current?.focus(), []);

  // The first time, all of the table is confirmed.
  const mayPlace =
    isInDoubt || answers === null ? pairs.length > 0 && doubted.length === 0 : answers.some(isPassing);
  return (
    <section aria-labelledby="bulk-preview" className="flex flex-col gap-4">
      <h2 ref={heading} id="bulk-preview" tabIndex={-1} className="text-2xl outline-none focus:shadow-none">
        {answers === null ? 'Preview' : 'Result'}
      </h2>
      <p role="status" className="max-w-prose">
        {statusText(listing)}
      </p>
      <FaultText>{fault}</FaultText>
      {answers === null ? <Mistakes bad={bad.map(({ sentence }) => sentence)} /> : null}
      {answers === null ? null : <Mistakes bad={refusals(pairs, answers)} />}
      {doubted.length > 0 && !isPlacing ? (
        <FarPrices
          key={answers === null ? 'preview' : 'result'}
          prices={doubted.map(({ priceCents, line }) => ({ priceCents, place: `row ${line}` }))}
          onConfirm={() => send(doubted)}
        >
          {answers === null
            ? placeLabel(preview, null)
            : `Place ${counted(doubted.length, 'ask')} all the same`}
        </FarPrices>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {isInDoubt ? null : (
          <Button onClick={answers === null ? onCorrect : onListMore} disabled={isPlacing}>
            {answers === null ? 'Correct the table' : 'List more'}
          </Button>
        )}
        {mayPlace ? (
          <SettlingButton look="ask" subject="place" isPaused={isPlacing} onClick={() => send([])}>
            {isInDoubt ? 'Send again' : placeLabel(preview, answers)}
          </SettlingButton>
        ) : null}
      </div>
      {isPlacing ? <Spinner label="Placing your asks" /> : null}
      {pairs.length > 0 ? <PairTable pairs={pairs} answers={answers} /> : null}
    </section>
  );
}

/** More sentences than this scroll, so that the buttons below stay near. */
const MAX_SHOWN_MISTAKES = 8;

function Mistakes({ bad }: { readonly bad: readonly string[] }) {
  const isLong = bad.length > MAX_SHOWN_MISTAKES;
  return bad.length === 0 ? null : (
    <ul
      aria-label="Rows with mistakes"
      tabIndex={isLong ? 0 : undefined}
      className={`flex max-w-prose flex-col gap-1 text-error ${isLong ? 'max-h-72 overflow-y-auto rounded-control border border-line p-3' : ''}`}
    >
      {bad.map((sentence) => (
        <li key={sentence} className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

/** True for a price that the seller has to confirm: before it is sent by the preview, and then by the server. */
function isDoubted({ farBelowCents }: ListedPair, answer: CommandAnswer | undefined): boolean {
  return answer === undefined ? farBelowCents !== null : isUnconfirmed(answer);
}

function askOf({ id, found, size, priceCents, expiresIn }: ListedPair, isConfirmed: boolean): BatchCommand {
  const price = centsToDollars(priceCents);
  return {
    ...{ call: 'ask', id, name: found.name, size, price, confirmedPrice: isConfirmed ? price : null },
    ...(expiresIn !== null && { expiresIn }),
  };
}

function refusals(pairs: readonly ListedPair[], answers: readonly CommandAnswer[]): string[] {
  return answers.flatMap((answer, index) =>
    'problem' in answer ? [`Row ${pairs[index]?.line}: ${sentenceOfAnswer(answer)}`] : [],
  );
}

function placeLabel({ pairs, bad }: Preview, answers: readonly CommandAnswer[] | null): string {
  if (answers !== null) {
    return 'Send again';
  }
  return bad.length > 0 ? `Place the good ones (${pairs.length})` : `Place ${counted(pairs.length, 'ask')}`;
}

function statusText({ preview, answers, isInDoubt, isPlacing }: PlacePairsProps['listing']): string {
  if (isInDoubt) {
    return 'No answer arrived. Some of these asks may be placed. Send them again: each is placed once.';
  }
  if (answers !== null) {
    return resultText(answers);
  }
  return isPlacing ? previewText(preview) : `${previewText(preview)} Nothing is placed yet.`;
}

function previewText({ pairs, bad }: Preview): string {
  const selling = pairs.filter(({ sellsAtCents }) => sellsAtCents !== null).length;
  const sells = selling === 0 ? '' : ` ${counted(selling, 'of them sells', 'of them sell')} at once.`;
  const good =
    pairs.length === 0 ? 'No row can be listed.' : `${counted(pairs.length, 'row')} can be listed.${sells}`;
  const wrong = bad.length === 0 ? '' : ` ${counted(bad.length, 'row')} cannot.`;
  return `${good}${wrong}`;
}

function resultText(answers: readonly CommandAnswer[]): string {
  const refused = answers.filter((answer) => 'problem' in answer).length;
  const done = answers.length - refused;
  const rest = refused === 0 ? '' : ` ${counted(refused, 'ask was', 'asks were')} not.`;
  return `${counted(done, 'ask was', 'asks were')} placed or sold.${rest}`;
}
