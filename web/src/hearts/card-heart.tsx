import { Heart } from 'lucide-react';
import { IconButton } from '../ui/button.js';
import type { HeartedProduct } from './hearted-product.js';
import { useHeart } from './use-heart.js';

/** The heart in the corner of a product's card. */
export function CardHeart({ product }: { readonly product: HeartedProduct }) {
  const { isWatched, press } = useHeart(product);
  const name = `Watch ${product.name}`;
  return (
    <IconButton
      name={name}
      title={isWatched ? 'Stop watching' : name}
      aria-pressed={isWatched}
      onClick={press}
      className="absolute top-0 right-0 text-muted hover:bg-transparent hover:text-ink aria-pressed:text-ink noscript:hidden"
    >
      <Heart aria-hidden className="size-5" fill={isWatched ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
