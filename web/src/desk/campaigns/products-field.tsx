import { searchText } from '@perkex/core/finding/search-text.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { publishedQuery } from '../../api/desk-catalogue.js';
import { ProductPicture } from '../../products/product-picture.js';
import { Button, IconButton } from '../../ui/button.js';
import { FaultLine } from '../../ui/fault-line.js';
import { TextField } from '../../ui/field.js';
import { Spinner } from '../../ui/states.js';
import { movedBy } from '../moved-by.js';
import type { ChosenProduct } from './use-campaign-form.js';

const MAX_PRODUCTS = 12;
const MAX_FOUND = 6;

interface ProductsFieldProps {
  readonly products: readonly ChosenProduct[];
  readonly error: string | undefined;
  readonly onChange: (products: readonly ChosenProduct[]) => void;
}

/** The featured products in their order, and a search for more. */
export function ProductsField({ products, error, onChange }: ProductsFieldProps) {
  const [typed, setTyped] = useState('');
  const text = searchText(typed);
  const move = (index: number, by: 1 | -1) => onChange(movedBy(products, index, by));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm font-semibold">Products, in their order</p>
      {error === undefined ? null : <FaultLine>{error}</FaultLine>}
      {products.length === 0 ? (
        <p className="text-muted">None yet.</p>
      ) : (
        <ol aria-label="Featured products" className="divide-y divide-line border-y border-line">
          {products.map((product, index) => (
            <li key={product.id} className="flex items-center gap-2 py-1.5">
              <Name product={product} />
              <IconButton
                name={`Move ${product.name} up`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUp aria-hidden className="size-5" />
              </IconButton>
              <IconButton
                name={`Move ${product.name} down`}
                disabled={index === products.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown aria-hidden className="size-5" />
              </IconButton>
              <IconButton
                name={`Remove ${product.name}`}
                onClick={() => onChange(products.filter(({ id }) => id !== product.id))}
              >
                <Trash2 aria-hidden className="size-5" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {products.length >= MAX_PRODUCTS ? (
        <p className="text-muted">A row has at most {MAX_PRODUCTS} products.</p>
      ) : (
        <>
          <TextField
            label="Add a product: name or style code"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              // The field is inside the form of the campaign, which it must not save.
              if (event.key === 'Enter') {
                event.preventDefault();
              }
            }}
          />
          {text === '' ? null : (
            <Found
              text={text}
              chosen={products.map(({ id }) => id)}
              onAdd={(product) => onChange([...products, product])}
            />
          )}
        </>
      )}
    </div>
  );
}

interface FoundProps {
  readonly text: string;
  readonly chosen: readonly number[];
  readonly onAdd: (product: ChosenProduct) => void;
}

function Found({ text, chosen, onAdd }: FoundProps) {
  const { data, isError } = useInfiniteQuery(publishedQuery(text));
  if (!data) {
    return isError ? <p role="alert">The products could not be searched.</p> : <Spinner />;
  }
  const found = (data.pages[0]?.products ?? []).filter(({ id }) => !chosen.includes(id)).slice(0, MAX_FOUND);
  if (found.length === 0) {
    return <p className="text-muted">No other product matches.</p>;
  }
  return (
    <ul aria-label="Found products" className="divide-y divide-line border-y border-line">
      {found.map(({ id, name, thumbnail }) => (
        <li key={id} className="flex items-center gap-2 py-1.5">
          <Name product={{ id, name, thumbnail }} />
          <Button aria-label={`Add ${name}`} onClick={() => onAdd({ id, name, thumbnail })}>
            Add
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Name({ product: { name, thumbnail } }: { readonly product: ChosenProduct }) {
  return (
    <>
      <span className="w-14 shrink-0 rounded-control bg-card p-1">
        <ProductPicture src={thumbnail} />
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
    </>
  );
}
