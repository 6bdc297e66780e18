import { zodResolver } from '@hookform/resolvers/zod';
import { EARLIEST_DAY } from '@perkex/core/collection/pairs.js';
import { dayAt, isDay } from '@perkex/core/figures/days.js';
import { centsToDollars, dollarsToCents, isPriceCents, MAX_PRICE_CENTS } from '@perkex/core/money.js';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ConnectionError } from '../api/call.js';
import { addPair, collectionQuery } from '../api/collection.js';
import { faultOf } from '../api/fault-of.js';
import { newOrderId } from '../api/order-id.js';
import { productQuery } from '../api/products.js';
import { ProductPicture } from '../products/product-picture.js';
import { useSizing } from '../sizing/use-sizing.js';
import { Button } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { SelectField, TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { showActionSuccess } from '../ui/toast.js';

/** The fields of the form. The contract's body has the price as a number. */
const pairFormSchema = z.object({
  size: z.string().check(z.minLength(1, 'Choose the size of the pair.')),
  price: z
    .string()
    .check(
      z.refine(
        (dollars) => isPriceCents(dollarsToCents(Number(dollars))),
        `A price is whole dollars, from 1$ to ${centsToDollars(MAX_PRICE_CENTS)}$.`,
      ),
    ),
  date: z
    .string()
    .check(
      z.refine(
        (day) => isDay(day) && day >= EARLIEST_DAY && day <= today(),
        'Choose today or an earlier day.',
      ),
    ),
});

export interface ChosenProduct {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
}

interface PairFormProps {
  readonly userId: string;
  readonly product: ChosenProduct;
  readonly onBack: () => void;
  readonly onAdded: () => void;
}

/** The size, price and day of a pair. */
export function PairForm({ userId, product, onBack, onAdded }: PairFormProps) {
  const client = useQueryClient();
  const { data } = useQuery(productQuery(String(product.id)));
  const shownSize = useSizing(({ sizing }) => sizing?.shownSize);
  const { register, handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(pairFormSchema),
    defaultValues: { size: '', price: '', date: dayHere() },
  });
  // One id per form, so that a pair that is sent twice counts once.
  const [id] = useState(() => idOfPair(client, userId, product.id));
  const { mutateAsync, error } = useMutation({
    mutationFn: ({ size, price, date }: z.infer<typeof pairFormSchema>) =>
      addPair(client, userId, { id, productId: product.id, size, price: Number(price), date }),
    onSuccess(sentence) {
      showActionSuccess(sentence);
      onAdded();
    },
    onError(refusal) {
      if (refusal instanceof ConnectionError) {
        idsInDoubt.set(`${userId} ${product.id}`, id);
      }
    },
  });
  // A refusal is shown below.
  const submit = handleSubmit((pair) => mutateAsync(pair).catch(() => {}));
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <span className="w-20 shrink-0 rounded-control bg-card p-1.5">
          <ProductPicture src={product.thumbnail} />
        </span>
        <p className="min-w-0 font-semibold wrap-anywhere">{product.name}</p>
      </div>
      <SelectField label="Size" error={formState.errors.size?.message} {...register('size')}>
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
        error={formState.errors.price?.message}
        {...register('price', {
          onChange: ({ target }) => setValue('price', target.value.replace(/[^0-9]/g, '')),
        })}
      />
      <TextField
        label="Bought on"
        type="date"
        max={today()}
        error={formState.errors.date?.message}
        {...register('date')}
      />
      <FaultText>{faultOf(error)}</FaultText>
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={formState.isSubmitting}>Add the pair</SubmitButton>
        <Button onClick={onBack}>Another sneaker</Button>
      </div>
    </form>
  );
}

function today(): string {
  return dayAt(Date.now());
}

/** The user's day, unless it has not begun in UTC, in which the collection counts. */
function dayHere(): string {
  const offsetMs = new Date().getTimezoneOffset() * 60_000;
  return dayAt(Date.now() - Math.max(0, offsetMs));
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
