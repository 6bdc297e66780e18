import { capitalised } from '@perkex/core/capitalised.js';
import { KINDS } from '@perkex/core/finding/kinds.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { type DeskPicture, publishedQuery } from '../../api/desk-catalogue.js';
import { SelectField, TextAreaField, TextField } from '../../ui/field.js';
import { PicturesField } from './pictures-field.js';
import { type ContentPart, LABELS, type ProductContent } from './product-content.js';
import { RUN_NAMES } from './size-runs.js';
import { SizesField } from './sizes-field.js';

/** The parts of a published product that cannot change. */
export interface FixedParts {
  readonly name: boolean;
  readonly sizes: readonly string[];
  readonly tradesFrom: boolean;
}

export const NOTHING_FIXED: FixedParts = { name: false, sizes: [], tradesFrom: false };

interface ProductFormProps {
  readonly content: ProductContent;
  readonly errors: Readonly<Partial<Record<ContentPart, string>>>;
  readonly fixed: FixedParts;
  readonly onChange: (change: (content: ProductContent) => ProductContent) => void;
  readonly onSubmit: () => void;
  /** The buttons. */
  readonly children: ReactNode;
}

/** The fields and pictures of a product. */
export function ProductForm({ content, errors, fixed, onChange, onSubmit, children }: ProductFormProps) {
  const { fields, pictures } = content;
  const { brands, models } = useKnownNames();
  const listId = useId();
  const set = (field: Exclude<ContentPart, 'pictures'>, value: string) =>
    onChange((before) => ({ ...before, fields: { ...before.fields, [field]: value } }));
  const setPictures = (change: (before: readonly DeskPicture[]) => readonly DeskPicture[]) =>
    onChange((before) => ({ ...before, pictures: change(before.pictures) }));
  const control = (field: Exclude<ContentPart, 'pictures'>) => ({
    label: LABELS[field],
    value: fields[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set(field, target.value),
  });
  return (
    <form
      noValidate
      className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <div className="flex flex-col gap-1.5">
          <TextField {...control('name')} readOnly={fixed.name} />
          {fixed.name ? <Hint>It cannot change, because orders refer to it.</Hint> : null}
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...control('brand')} list={`${listId}-brands`} />
          <TextField {...control('model')} list={`${listId}-models`} />
          <TextField {...control('nickname')} />
          <TextField {...control('styleCode')} />
          <TextField {...control('colourway')} />
          <TextField {...control('retailPrice')} inputMode="decimal" />
          <TextField {...control('releaseDate')} type="date" />
          <div className="flex flex-col gap-1.5">
            <TextField {...control('tradesFrom')} type="date" readOnly={fixed.tradesFrom} />
            <Hint>
              {fixed.tradesFrom
                ? 'It is already traded, so this cannot change.'
                : 'Before this day (UTC), it is only shown. Empty: at once.'}
            </Hint>
          </div>
        </div>
        <Names id={`${listId}-brands`} names={brands} />
        <Names id={`${listId}-models`} names={models} />
        <SelectField {...control('kind')}>
          <option value="">From its name and sizes</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {capitalised(RUN_NAMES[kind])}
            </option>
          ))}
        </SelectField>
        <SizesField
          value={fields.sizes}
          kind={fields.kind}
          fixed={fixed.sizes}
          error={errors.sizes}
          onChange={(sizes) => set('sizes', sizes)}
        />
        <TextAreaField {...control('description')} rows={5} />
      </div>
      <PicturesField pictures={pictures} error={errors.pictures} onChange={setPictures} />
      <div className="flex flex-wrap gap-3 lg:col-span-2">{children}</div>
    </form>
  );
}

function Hint({ children }: { readonly children: string }) {
  return <p className="text-sm text-muted">{children}</p>;
}

function Names({ id, names }: { readonly id: string; readonly names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/** The brands and models of the catalogue, as suggestions: each should be written in one way only. */
function useKnownNames() {
  const { data } = useInfiniteQuery(publishedQuery(''));
  const facets = data?.pages[0]?.facets;
  const names = (values: readonly { readonly name: string }[] = []) => values.map(({ name }) => name);
  return { brands: names(facets?.brand), models: names(facets?.model) };
}
