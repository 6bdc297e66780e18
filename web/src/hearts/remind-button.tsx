import { Bell, BellRing } from 'lucide-react';
import { Button } from '../ui/button.js';
import type { HeartedProduct } from './hearted-product.js';
import { useHeart } from './use-heart.js';

/** Notifies the user on a product's release day by watching the product. Visitors log in first. */
export function RemindButton({ product }: { readonly product: HeartedProduct }) {
  const { isWatched, press } = useHeart(product);
  const Icon = isWatched ? BellRing : Bell;
  return (
    <Button look={isWatched ? 'done' : 'plain'} onClick={press} className="w-full">
      <Icon aria-hidden className="size-4" />
      {isWatched ? 'Reminder set' : 'Remind me'}
      <span className="sr-only">
        {isWatched ? ' for ' : ' of '}
        {product.name}
      </span>
    </Button>
  );
}
