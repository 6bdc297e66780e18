import { Heart } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { IconButton } from '../ui/button.js';
import { sizeText } from './size-text.js';

interface HeartButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> {
  /** Null for all sizes. */
  readonly size: string | null;
  readonly isWatched?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A heart, filled if the product is watched. */
export function HeartButton({ size, isWatched = false, ...rest }: HeartButtonProps) {
  const name = `${isWatched ? 'Watching' : 'Watch'} ${sizeText(size)}`;
  return (
    <IconButton name={name} {...rest}>
      <Heart aria-hidden fill={isWatched ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
