import type { SaleRow } from '@perkex/contract/user-data.js';
import { amountText, signedAmountText } from '@perkex/core/market/price-text.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { Printer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { haveDealsStarted } from '../api/deals.js';
import { SaleTime } from '../products/local-sale-time.js';
import { ProductPicture } from '../products/product-picture.js';
import { ShownSize } from '../sizing/shown-size.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { receiptLines } from './receipt-lines.js';

interface ReceiptDialogProps {
  /** The side of the user's order: 'ask' for sales. */
  readonly side: Side;
  readonly row: SaleRow;
  readonly onClose: () => void;
}

/** The receipt of a trade, line by line. It is the only content when printed. */
export function ReceiptDialog({ side, row, onClose }: ReceiptDialogProps) {
  const { lines, totalCents } = receiptLines(side, row);
  const closeButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title={side === 'ask' ? 'Your sale' : 'Your purchase'}
      onCancel={onClose}
      firstFocus={closeButton}
    >
      <div className="flex items-center gap-4">
        <div className="w-24 shrink-0 rounded-control bg-card p-2">
          <ProductPicture src={row.thumbnail} />
        </div>
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{row.name}</p>
          <p className="text-sm text-muted">
            Size {row.size} <ShownSize shoe={row} size={row.size} className="ml-1 text-sm" />
          </p>
        </div>
      </div>
      <dl className="border-t border-line pt-3 text-sm">
        <Line name={side === 'ask' ? 'Sold' : 'Bought'}>
          <SaleTime date={row.date} />
        </Line>
        <Line name="Order">
          <span className="wrap-anywhere">{row.id}</span>
        </Line>
      </dl>
      <dl className="border-y border-line py-3">
        {lines.map(({ name, amountCents }, place) => (
          <Line key={name} name={name}>
            <span className="whitespace-nowrap tabular-nums">
              {place === 0 ? amountText(amountCents) : signedAmountText(amountCents)}
            </span>
          </Line>
        ))}
        <div className="flex items-baseline justify-between gap-4 pt-2">
          <dt className="font-semibold">Total</dt>
          <dd className="text-3xl/tight font-bold tabular-nums">{amountText(totalCents)}</dd>
        </div>
      </dl>
      <p className="text-sm text-muted">
        The trade is made at this price.{' '}
        {row.deal !== null
          ? 'Its details show what has been paid, and where the pair is.'
          : haveDealsStarted()
            ? 'PerkeX did not handle payment or shipping then.'
            : 'PerkeX does not handle payment or shipping yet, so nothing has been charged, paid out or sent.'}
      </p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button ref={closeButton} look="strong" className="min-w-28" onClick={onClose}>
          Close
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          Print
        </Button>
      </div>
    </Dialog>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}
