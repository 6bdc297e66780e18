import { EARLIEST_DAY } from '@perkex/core/collection/pairs.js';
import { dayAt } from '@perkex/core/figures/days.js';
import { searchText } from '@perkex/core/finding/search-text.js';
import { centsToDollars, MAX_PRICE_CENTS } from '@perkex/core/money.js';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ConnectionError, unlessSignedOut } from '../api/call.js';
import { addPair, collectionQuery } from '../api/collection.js';
import { newOrderId } from '../api/order-id.js';
import { productQuery } from '../api/products.js';
import { searchQuery } from '../api/search.js';
import { ProductPicture } from '../products/product-picture.js';
import { SearchBox } from '../products/search-box.js';
import { useSizing } from '../sizing/use-sizing.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SelectField, TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { showActionSuccess } from '../ui/toast.js';

/** More matches would be hard to choose from. */
const MAX_MATCHES = 6;
const HIGHEST_DOLLARS = centsToDollars(MAX_PRICE_CENTS);

interface ChosenProduct {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
}

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
      <p role="status" className="text-sm text-muted empty:hidden">
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

interface PairFormProps {
  readonly userId: string;
  readonly product: ChosenProduct;
  readonly onBack: () => void;
  readonly onAdded: () => void;
}

type Faults = Partial<Record<'size' | 'price' | 'date', string>>;

function PairForm({ userId, product, onBack, onAdded }: PairFormProps) {
  const client = useQueryClient();
  const { data } = useQuery(productQuery(String(product.id)));
  const shownSize = useSizing(({ sizing }) => sizing?.shownSize);
  const today = dayAt(Date.now());
  const [size, setSize] = useState('');
  const [price, setPrice] = useState('');
  const [date, setDate] = useState(today);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  // One id per form, so that a pair that is sent twice counts once.
  const [id] = useState(() => idOfPair(client, userId, product.id));
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      addPair(client, userId, { id, productId: product.id, size, price: Number(price), date }),
    onSuccess(sentence) {
      showActionSuccess(sentence);
      onAdded();
    },
    onError: unlessSignedOut((error) => {
      setRefusal(error.message);
      if (error instanceof ConnectionError) {
        idsInDoubt.set(`${userId} ${product.id}`, id);
      }
    }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf({ size, price, date, today });
    setFaults(found);
    setRefusal(null);
    if (Object.keys(found).length === 0 && !isPending) {
      mutate();
    }
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <span className="w-20 shrink-0 rounded-control bg-card p-1.5">
          <ProductPicture src={product.thumbnail} />
        </span>
        <p className="min-w-0 font-semibold wrap-anywhere">{product.name}</p>
      </div>
      <SelectField
        label="Size"
        value={size}
        error={faults.size}
        onChange={({ target }) => setSize(target.value)}
      >
        <option value="">Choose one</option>
        {data?.sizes.map((each) => (
          <option key={each} value={each}>
            {optionText(each, (data && shownSize?.(data, each)) ?? null)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Bought for, in whole dollars"
        inputMode="numeric"
        autoComplete="off"
        value={price}
        error={faults.price}
        onChange={({ target }) => setPrice(target.value.replace(/[^0-9]/g, ''))}
      />
      <TextField
        label="Bought on"
        type="date"
        max={today}
        value={date}
        error={faults.date}
        onChange={({ target }) => setDate(target.value)}
      />
      {refusal === null ? null : (
        <p role="alert" className="text-error">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isPending}>Add the pair</SubmitButton>
        <Button onClick={onBack}>Another sneaker</Button>
      </div>
    </form>
  );
}

/** The ids of pairs that may have been added, by user and product. Added again, such a pair counts once. */
const idsInDoubt = new Map<string, string>();

/** The id of the next pair of a product: a new one, unless the last one may have been added and does not show. */
function idOfPair(client: QueryClient, userId: string, productId: number): string {
  const inDoubt = idsInDoubt.get(`${userId} ${productId}`);
  const pairs = client.getQueryData(collectionQuery(userId).queryKey)?.pairs ?? [];
  return inDoubt === undefined || pairs.some(({ id }) => id === inDoubt) ? newOrderId() : inDoubt;
}

/** @param shown the size in the user's system; null if that is the same */
function optionText(size: string, shown: string | null): string {
  return shown === null ? size : `${size} (${shown})`;
}

interface FormValues {
  readonly size: string;
  readonly price: string;
  readonly date: string;
  readonly today: string;
}

function faultsOf({ size, price, date, today }: FormValues): Faults {
  const dollars = Number(price);
  return {
    ...(size === '' && { size: 'Choose the size of the pair.' }),
    ...((dollars < 1 || dollars > HIGHEST_DOLLARS) && {
      price: `A price is whole dollars, from 1$ to ${HIGHEST_DOLLARS}$.`,
    }),
    ...((date === '' || date > today || date < EARLIEST_DAY) && {
      date: 'Choose today or an earlier day.',
    }),
  };
}
