import { useState } from 'react';

interface ProductPictureProps {
  readonly src: string;
  /** Empty if the name is next to it. */
  readonly alt?: string;
  readonly className?: string;
  /** For the main picture of a page, which is loaded first. */
  readonly isFirst?: boolean;
  /** For pictures that are visible without scrolling: they load without waiting for the layout. */
  readonly isEager?: boolean;
}

/**
 * A product's picture in a fixed shape, so that nothing moves when it loads. A broken one leaves only its background.
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
