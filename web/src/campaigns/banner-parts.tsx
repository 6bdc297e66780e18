import { type BannerMood, groundOf } from '@perkex/contract/banner-moods.js';
import type { CampaignBanner } from '@perkex/contract/campaigns.js';
import { PICTURE_SIZES } from '@perkex/contract/pictures.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';

/** The classes of each mood: background and text, and the button. */
const MOODS: Readonly<Record<BannerMood, readonly [ground: string, button: string]>> = {
  night: ['bg-stage text-day', 'bg-volt text-night'],
  volt: ['bg-volt text-night', 'bg-night text-day'],
  bid: ['bg-moss text-day', 'bg-day text-night'],
  box: ['bg-box text-ink', 'bg-ink text-paper'],
};

/** The classes of a banner, around its parts. */
export function bannerClass(mood: BannerMood): string {
  return `relative flex min-w-0 flex-col-reverse md:flex-row ${MOODS[mood][0]}`;
}

/** The classes of the place for a product or a picture, beside the text. */
export const BANNER_PLACE_CLASS = 'relative h-70 md:h-80 md:flex-1 lg:h-105';

/** The background, for small screens and for others. */
export function BannerGround({ mood, isFirst }: { readonly mood: BannerMood; readonly isFirst: boolean }) {
  const number = groundOf(mood);
  return (
    <picture>
      <source media="(max-width: 767px)" srcSet={`/banners/${number}-mobile.svg`} width={390} height={480} />
      <img
        src={`/banners/${number}-desktop.svg`}
        alt=""
        width={1280}
        height={420}
        loading={isFirst ? 'eager' : 'lazy'}
        draggable={false}
        className="absolute inset-0 size-full object-cover"
      />
    </picture>
  );
}

interface BannerTextProps {
  readonly mood: BannerMood;
  readonly headline: string;
  readonly sentence: string;
  readonly linkText: string;
  readonly linkTo: string;
}

export function BannerText({ mood, headline, sentence, linkText, linkTo }: BannerTextProps) {
  return (
    <div className="relative flex flex-col justify-center px-5 pt-4 pb-5 md:w-[42%] md:p-8 md:pr-2 lg:pl-12">
      <h2 className="text-2xl max-[22.5rem]:text-xl md:text-3xl lg:text-5xl">{headline}</h2>
      <p className="mt-1.5 text-sm text-balance md:mt-3 md:text-base lg:mt-4 lg:text-lg">{sentence}</p>
      <p className="mt-3.5 lg:mt-6">
        <Link
          to={linkTo}
          className={`inline-flex min-h-11 items-center rounded-control px-5 font-semibold hover:opacity-90 active:opacity-75 ${MOODS[mood][1]}`}
        >
          {linkText}
        </Link>
      </p>
    </div>
  );
}

interface BannerPictureProps {
  readonly picture: NonNullable<CampaignBanner['picture']>;
  readonly isFirst: boolean;
}

/** The picture of a campaign. */
export function BannerPicture({ picture, isFirst }: BannerPictureProps) {
  return (
    <span className="on-stage absolute inset-0 flex items-center justify-center px-5 py-4 md:p-6 lg:p-8">
      <ProductPicture
        src={picture.src}
        sizes={PICTURE_SIZES.slide}
        placeholder={picture.placeholder}
        isFirst={isFirst}
        className="h-full rounded-control object-cover!"
      />
    </span>
  );
}
