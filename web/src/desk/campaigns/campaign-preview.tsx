import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DeskCampaign } from '../../api/desk-campaigns.js';
import { cardsQuery } from '../../api/products.js';
import {
  BANNER_PLACE_CLASS,
  BannerGround,
  BannerPicture,
  BannerText,
  bannerClass,
} from '../../campaigns/banner-parts.js';
import { ProductCard } from '../../products/product-card.js';
import { Carousel } from '../../ui/carousel.js';
import type { CampaignContent, Picture } from './use-campaign-form.js';

interface CampaignPreviewProps {
  readonly kind: DeskCampaign['kind'];
  readonly content: CampaignContent;
}

/** The campaign as visitors will see it, in both themes. Its links do nothing here. */
export function CampaignPreview({ kind, content }: CampaignPreviewProps) {
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-4">
      <h2 id="preview" className="text-2xl">
        Preview
      </h2>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className="flex flex-col gap-2">
          <h3 className="text-base">{theme === 'light' ? 'Light' : 'Dark'}</h3>
          <div
            inert
            data-preview={theme}
            className="on-stage overflow-hidden rounded-card border border-line bg-paper text-ink"
          >
            <Shown kind={kind} content={content} />
          </div>
        </div>
      ))}
    </section>
  );
}

function Shown({ kind, content }: CampaignPreviewProps): ReactNode {
  switch (kind) {
    case 'banner':
      return <ShownBanner content={content} />;
    case 'featured':
      return <ShownProducts content={content} />;
    case 'announcement':
      return (
        <div className="announcement">
          <p>{content.text || 'Your sentence'}</p>
          <span aria-hidden className="flex size-11 items-center justify-center text-xl">
            ×
          </span>
        </div>
      );
  }
}

function ShownBanner({
  content: { title, text, linkText, mood, picture },
}: {
  readonly content: CampaignContent;
}) {
  const shown = picture && shownPicture(picture);
  return (
    <div className={bannerClass(mood)}>
      <BannerGround mood={mood} isFirst={false} />
      <BannerText
        mood={mood}
        headline={title || 'Your title'}
        sentence={text || 'Your sentence'}
        linkText={linkText || 'Your link'}
        linkTo="/"
      />
      <div className={BANNER_PLACE_CLASS}>
        {shown ? <BannerPicture picture={shown} isFirst={false} /> : null}
      </div>
    </div>
  );
}

function shownPicture({ src, width, height, placeholder }: Picture) {
  return src === null
    ? null
    : { src, width: width ?? 0, height: height ?? 0, placeholder: placeholder ?? '' };
}

function ShownProducts({ content: { title, products } }: { readonly content: CampaignContent }) {
  const { data = [] } = useQuery(cardsQuery(products.map(({ id }) => id)));
  return (
    <div className="p-4">
      {data.length === 0 ? (
        <p className="text-muted">Choose products to see them here.</p>
      ) : (
        <Carousel title={title || 'Your title'}>
          {data.map((product) => (
            <ProductCard key={product.id} product={product} />
          ))}
        </Carousel>
      )}
    </div>
  );
}
