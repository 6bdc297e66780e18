import { counted } from '@perkex/core/counted.js';
import { sellerFees } from '@perkex/core/fees.js';
import { amountText } from '@perkex/core/market/price-text.js';
import { formatPrice } from '@perkex/core/money.js';
import type { SellerLevel } from '@perkex/core/seller-levels.js';
import { type CommandAnswer, sentenceOfAnswer } from '../../api/order-batches.js';
import { GrowingList } from '../../lists/growing-list.js';
import { Item } from '../../lists/item.js';
import { OrderTable, PriceCell } from '../../lists/order-table.js';
import { useSellerLevel } from '../../products/seller-level.js';
import type { ListedPair } from './preview.js';

interface PairTableProps {
  readonly pairs: readonly ListedPair[];
  /** One for each pair that was sent; null before. */
  readonly answers: readonly CommandAnswer[] | null;
}

/** The pairs of a table with their prices, what the seller gets, and what happens at once or has happened. */
export function PairTable({ pairs, answers }: PairTableProps) {
  const level = useSellerLevel();
  const rows = pairs.map((pair, index) => ({ pair, answer: answers?.[index] ?? null }));
  return (
    <GrowingList rows={rows}>
      {(shown) => (
        <OrderTable
          name="Pairs"
          columns={['Item', 'Ask Price', 'You Get', answers === null ? 'Highest Bid' : 'Result']}
          hasCards
        >
          {shown.map(({ pair, answer }) => (
            <PairRow key={pair.id} pair={pair} answer={answer} hasAnswers={answers !== null} level={level} />
          ))}
        </OrderTable>
      )}
    </GrowingList>
  );
}

interface PairRowProps {
  readonly pair: ListedPair;
  readonly answer: CommandAnswer | null;
  readonly hasAnswers: boolean;
  /** The seller's own. */
  readonly level: SellerLevel;
}

function PairRow({ pair, answer, hasAnswers, level }: PairRowProps) {
  const { found, size, line, priceCents, expiresIn, sellsAtCents } = pair;
  const { name, brand, thumbnail, highestBid } = found;
  const noteText = hasAnswers ? null : noteOf(pair);
  return (
    <tr className="border-b border-line max-lg:grid max-lg:grid-cols-3 max-lg:gap-3 max-lg:py-4">
      <th scope="row" className="text-left font-normal max-lg:col-span-3 lg:py-2">
        <Item row={{ productId: found.id, name, brand, thumbnail, size }} isWide>
          <span>Row {line}</span>
          <span>{expiresIn === null ? 'No end' : counted(expiresIn, 'day')}</span>
        </Item>
        {noteText === null ? null : (
          <p className={`mt-1 text-sm lg:pl-19 ${pair.farBelowCents === null ? 'text-ask' : 'text-error'}`}>
            {noteText}
          </p>
        )}
        {answer === null ? null : (
          <p className={`mt-1 text-sm wrap-anywhere lg:pl-19 ${'problem' in answer ? 'text-error' : ''}`}>
            {sentenceOfAnswer(answer)}
          </p>
        )}
      </th>
      <PriceCell column="Ask Price">{formatPrice(priceCents)}</PriceCell>
      <PriceCell column="You Get">
        {amountText(sellerFees(sellsAtCents ?? priceCents, level).totalCents)}
      </PriceCell>
      <PriceCell column={hasAnswers ? 'Result' : 'Highest Bid'}>
        {hasAnswers ? resultOf(answer) : highestBid === 0 ? '--' : `${highestBid}$`}
      </PriceCell>
    </tr>
  );
}

function resultOf(answer: CommandAnswer | null): string {
  if (answer === null) {
    return 'Not sent';
  }
  return 'answer' in answer ? 'Done' : 'Refused';
}

function noteOf({ sellsAtCents, isBehindAnother, farBelowCents }: ListedPair): string | null {
  const far = farBelowCents === null ? [] : [`Far below the market: ${formatPrice(farBelowCents)}.`];
  if (sellsAtCents === null) {
    return far[0] ?? null;
  }
  const sale = isBehindAnother
    ? 'May sell at once, if there is another bid.'
    : `Sells at once for ${formatPrice(sellsAtCents)}.`;
  return [sale, ...far].join(' ');
}
