import { BANNER_MOODS, type BannerMood } from '@perkex/contract/banner-moods.js';
import type { DeskCampaign } from '../../api/desk-campaigns.js';
import { SelectField, TextField } from '../../ui/field.js';
import { PictureField } from './picture-field.js';
import { ProductsField } from './products-field.js';
import type { CampaignContent } from './use-campaign-form.js';

const MOOD_WORDS: Readonly<Record<BannerMood, string>> = {
  night: 'Black',
  volt: 'Yellow-green',
  bid: 'Green',
  box: 'Cardboard',
};

interface CampaignFieldsProps {
  readonly kind: DeskCampaign['kind'];
  readonly content: CampaignContent;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  readonly onChange: (part: Partial<CampaignContent>) => void;
}

type TextPart = 'title' | 'text' | 'link' | 'linkText' | 'startsAt' | 'endsAt';

/** The fields that a campaign of this kind has, and its period. */
export function CampaignFieldsOf({ kind, content, errors, onChange }: CampaignFieldsProps) {
  const control = (part: TextPart, label: string) => ({
    label,
    value: content[part],
    error: errors[part],
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ [part]: target.value }),
  });
  return (
    <>
      {kind === 'announcement' ? null : <TextField {...control('title', 'Title')} maxLength={40} />}
      {kind === 'featured' ? null : <TextField {...control('text', 'Sentence')} maxLength={120} />}
      {kind === 'banner' ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...control('linkText', 'Link text')} maxLength={24} />
          <TextField
            {...control('link', 'Page path, such as /browse')}
            maxLength={200}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      ) : null}
      {kind === 'banner' ? (
        <>
          <div className="max-w-60">
            <SelectField
              label="Colour"
              value={content.mood}
              onChange={({ target }) =>
                onChange({ mood: BANNER_MOODS.find((mood) => mood === target.value) ?? 'night' })
              }
            >
              {BANNER_MOODS.map((mood) => (
                <option key={mood} value={mood}>
                  {MOOD_WORDS[mood]}
                </option>
              ))}
            </SelectField>
          </div>
          <PictureField
            picture={content.picture}
            error={errors.picture}
            onChange={(picture) => onChange({ picture })}
          />
        </>
      ) : null}
      {kind === 'featured' ? (
        <ProductsField
          products={content.products}
          error={errors.products}
          onChange={(products) => onChange({ products })}
        />
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...control('startsAt', 'Start, in your time')} type="datetime-local" />
        <TextField {...control('endsAt', 'End, in your time')} type="datetime-local" />
      </div>
    </>
  );
}
