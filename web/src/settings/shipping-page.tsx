import { zodResolver } from '@hookform/resolvers/zod';
import { type Shipping, type StoredShipping, shippingSchema } from '@perkex/contract/user-data.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { RefusalError } from '../api/call.js';
import {
  invalidateUserData,
  SHIPPING,
  type ShippingChange,
  saveShipping,
  shippingSaves,
  userDataQuery,
} from '../api/user-data.js';
import { paths } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { showSuccess, showWarning } from '../ui/toast.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { useAction } from '../user/use-action.js';
import { useDashboardUserId } from '../user/user.js';
import { UserDataView } from '../user/user-data-view.js';
import { countryCode, countryLabel } from './countries.js';
import { CountryField } from './country-field.js';
import { type Conflict, ShippingConflict } from './shipping-conflict.js';
import { isSameShipping, SHIPPING_LABELS } from './shipping-fields.js';
import { useWayBack } from './way-back.js';

/** Phones add a space after a word that they complete. */
const TRIMMED = { setValueAs: (text: string) => text.trim() };

/** The page of section 2, "Shipping form". */
export function ShippingPage() {
  usePageTitle('Shipping');
  // Another tab may have changed it since it was read.
  useQuery({ ...userDataQuery(useDashboardUserId()), refetchOnMount: 'always' });
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1 className="text-3xl md:text-4xl">Shipping</h1>
        <p className="text-muted">Please provide your shipping info</p>
      </div>
      <UserDataView what="Your shipping info">
        {({ shipping }) => <ShippingForm stored={shipping} />}
      </UserDataView>
    </div>
  );
}

/**
 * The shipping form, filled with the stored values, which it follows until it is touched. Its country field holds the
 * code (section 2).
 */
function ShippingForm({ stored }: { stored: StoredShipping }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const goBack = useWayBack();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { newest, act } = useAction({
    saves: shippingSaves,
    thing: SHIPPING,
    call: saveShipping,
    change: (data, { shipping }) => ({ ...data, shipping }),
    showAnswer: showSuccess,
    showError: showWarning,
    goOn() {
      if (!goBack()) {
        navigate(paths.settings, { state });
      }
    },
    askBack(refusal, change) {
      const isChanged = refusal instanceof RefusalError && refusal.code === 'shipping-changed';
      if (isChanged) {
        void compare(change, refusal.message);
      }
      return isChanged;
    },
  });
  const { register, handleSubmit, formState, getValues, reset } = useForm<Shipping>({
    resolver: zodResolver(shippingSchema),
    defaultValues: valuesOf(newest?.shipping ?? stored),
  });
  // Also while the form is validated, after which it is saved.
  const isBusy = newest !== undefined || formState.isSubmitting;
  /** The address that was still being saved when the form was opened. */
  const sent = useRef(newest?.shipping);
  /** The stored values that the form started from. */
  const base = useRef(newest?.base ?? stored);

  useEffect(() => {
    const values = getValues();
    const isUntouched = isSameShipping(values, valuesOf(base.current));
    if (isUntouched) {
      reset(valuesOf(stored));
    }
    const isSaved = sent.current !== undefined && isSameShipping(sent.current, stored);
    if (isUntouched || isSaved) {
      base.current = stored;
    }
  }, [stored, getValues, reset]);

  async function compare(change: ShippingChange, refusal: string): Promise<void> {
    await invalidateUserData(client);
    const other = client.getQueryData(userDataQuery(userId).queryKey)?.shipping;
    if (other === undefined || isSameShipping(other, change.base)) {
      // The conflicting address could not be loaded.
      showWarning(refusal);
    } else {
      setConflict({ ...change, other });
    }
  }

  const submit = handleSubmit((form) =>
    act({ shipping: { ...form, country: countryLabel(form.country) }, base: base.current }),
  );
  const field = (name: keyof Shipping) => ({
    label: SHIPPING_LABELS[name],
    ...register(name, TRIMMED),
    error: formState.errors[name]?.message,
  });

  return (
    <>
      <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-6">
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField autoComplete="given-name" {...field('name')} />
          <TextField autoComplete="family-name" {...field('surname')} />
          <div className="sm:col-span-2">
            <CountryField {...field('country')} />
          </div>
          <TextField autoComplete="address-line1" {...field('street')} />
          <TextField autoComplete="off" {...field('street_number')} />
          <TextField autoComplete="address-level2" {...field('city')} />
          <TextField autoComplete="postal-code" {...field('zip')} />
          <TextField type="tel" autoComplete="tel" {...field('phone')} />
        </div>
        <div className="flex gap-3">
          <Link to={paths.settings} state={state} className={buttonClass('plain', 'min-w-28')}>
            BACK
          </Link>
          <SubmitButton isBusy={isBusy}>SUBMIT</SubmitButton>
        </div>
      </form>
      {conflict === null ? null : (
        <ShippingConflict
          key={JSON.stringify(conflict)}
          conflict={conflict}
          isBusy={isBusy}
          onSave={(shipping) => act({ shipping, base: conflict.other })}
          onCancel={() => setConflict(null)}
        />
      )}
    </>
  );
}

function valuesOf(stored: StoredShipping): Shipping {
  return { ...stored, country: countryCode(stored.country) };
}
