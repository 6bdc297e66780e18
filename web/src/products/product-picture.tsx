import { PICTURE_SIZES, sourcesOf } from '@perkex/contract/pictures.js';
import { useState } from 'react';

interface ProductPictureProps {
  readonly src: string;
  /** Empty if the name is next to it. */
  readonly alt?: string;
  readonly className?: string;
  /** The width, in the syntax of `sizes`. */
  readonly sizes?: string;
  /** A blurred preview of a few pixels until the picture loads, as a `data:` URL. */
  readonly placeholder?: string | undefined;
  /** True for the main picture of a page, which is loaded first. */
  readonly isFirst?: boolean;
  /** True for pictures that are visible without scrolling. They load without waiting for the layout. */
  readonly isEager?: boolean;
}

/**
 * A product's picture in a fixed shape, so that nothing moves when it loads. A broken one leaves only its background.
 */
export function ProductPicture({
  src,
  alt = '',
  className = '',
  sizes = PICTURE_SIZES.row,
  placeholder,
  isFirst = false,
  isEager = isFirst,
}: ProductPictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const sources = sourcesOf(src);
  const image = (
    <img
      src={src}
      {...(sources && { srcSet: sources.jpg, sizes })}
      alt={alt}
      width={320}
      height={200}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setBrokenSrc(src)}
      style={placeholder ? { backgroundImage: `url(${placeholder})` } : undefined}
      className={`aspect-[8/5] w-full object-contain ${sources ? 'photo' : ''} ${brokenSrc === src ? 'invisible' : ''} ${className}`}
    />
  );
  return sources ? (
    <picture className="contents">
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
      {image}
    </picture>
  ) : (
    image
  );
}
