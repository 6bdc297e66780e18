import { searchText } from '@perkex/core/finding/search-text.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchQuery } from '../api/search.js';
import { ProductPicture } from '../products/product-picture.js';
import { SearchBox } from '../products/search-box.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { type ChosenProduct, PairForm } from './pair-form.js';

/** More matches would be hard to choose from. */
const MAX_MATCHES = 6;

interface AddPairDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Adds a pair that was bought elsewhere: first the sneaker, then the details. */
export function AddPairDialog({ userId, onClose }: AddPairDialogProps) {
  const [product, setProduct] = useState<ChosenProduct | null>(null);
  return (
    <Dialog title="Add a pair" onCancel={onClose}>
      {product === null ? (
        <ProductChoice onChoose={setProduct} onCancel={onClose} />
      ) : (
        <PairForm userId={userId} product={product} onBack={() => setProduct(null)} onAdded={onClose} />
      )}
    </Dialog>
  );
}

interface ProductChoiceProps {
  readonly onChoose: (product: ChosenProduct) => void;
  readonly onCancel: () => void;
}

function ProductChoice({ onChoose, onCancel }: ProductChoiceProps) {
  const [text, setText] = useState('');
  const wanted = searchText(text);
  const { data: start } = useQuery(searchQuery(''));
  const { data: found } = useQuery({ ...searchQuery(wanted), enabled: wanted !== '' });
  const matches = wanted === '' ? [] : (found?.products ?? []).slice(0, MAX_MATCHES);
  return (
    <div className="flex flex-col gap-4">
      <div className="relative">
        <SearchBox
          isWaiting={start === undefined}
          aria-label="Which sneaker?"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <p role="status" className="text-sm text-muted empty:sr-only">
        {wanted !== '' && found?.count === 0 ? 'No sneakers found.' : ''}
      </p>
      {matches.length === 0 ? null : (
        <ul>
          {matches.map(({ id, name, thumbnail }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChoose({ id, name, thumbnail })}
                className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 py-1 text-left hover:bg-card"
              >
                <span className="w-16 shrink-0 rounded-control bg-card p-1">
                  <ProductPicture src={thumbnail} />
                </span>
                <span className="min-w-0 text-[0.9375rem]/5 wrap-anywhere">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
