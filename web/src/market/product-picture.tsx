import { useState } from 'react';

interface ProductPictureProps {
  readonly src: string;
  /** Empty where the name stands next to it. */
  readonly alt?: string;
  readonly className?: string;
  /** For the picture that a page is about: it comes first. */
  readonly isFirst?: boolean;
  /** For pictures on the first screen: they do not wait for the layout. */
  readonly isEager?: boolean;
}

/**
 * A product's picture in a place of fixed shape, so that nothing moves when it comes. One that never comes leaves its
 * ground.
 */
export function ProductPicture({
  src,
  alt = '',
  className = '',
  isFirst = false,
  isEager = isFirst,
}: ProductPictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  return (
    <img
      src={src}
      alt={alt}
      width={320}
      height={200}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setBrokenSrc(src)}
      className={`aspect-[8/5] w-full object-contain ${brokenSrc === src ? 'invisible' : ''} ${className}`}
    />
  );
}
