import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import type { OrderList } from './accepted-order.js';

const INVITATIONS: Readonly<Record<OrderList, { text: string; link: string; path: string }>> = {
  bids: {
    text: 'No open bids. Name your price for a pair, and it is yours once a seller agrees.',
    link: 'Find a pair',
    path: paths.browse(),
  },
  purchases: {
    text: 'No purchases yet. The pairs that you buy are listed here, with a receipt each.',
    link: 'Find a pair',
    path: paths.browse(),
  },
  asks: {
    text: 'No open asks. Name your price for a pair of yours, and wait for a buyer.',
    link: 'Sell a pair',
    path: paths.sellSearch,
  },
  sales: {
    text: 'No sales yet. The pairs that you sell are listed here, with a receipt each.',
    link: 'Sell a pair',
    path: paths.sellSearch,
  },
};

/** Replaces an empty list (section 2), and links to a way to fill it. */
export function EmptyList({ list }: { list: OrderList }) {
  const { text, link, path } = INVITATIONS[list];
  return (
    <div className="flex flex-col items-start gap-3 py-6">
      <p className="text-muted">--</p>
      <p className="max-w-prose">{text}</p>
      <Link to={path} className={buttonClass()}>
        {link}
      </Link>
    </div>
  );
}
