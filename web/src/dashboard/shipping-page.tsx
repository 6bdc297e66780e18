import { zodResolver } from '@hookform/resolvers/zod';
import { type Shipping, shippingSchema, type UserData } from '@perkex/contract/user-data.js';
import { useForm } from 'react-hook-form';
import { saveShipping } from '../api/user-data.js';
import { paths } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { showSuccess, showWarning } from '../ui/toast.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { countryCode, countryLabel } from './countries.js';
import { CountryField } from './country-field.js';
import { useAction } from './use-action.js';
import { UserDataView } from './user-data-view.js';
import { useWayBack } from './way-back.js';

/** Phones add a space after a word that they complete. */
const TRIMMED = { setValueAs: (text: string) => text.trim() };

/** Section 2, "Shipping form". */
export function ShippingPage() {
  usePageTitle('Shipping');
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

/** The shipping form, filled with the stored values. Its country field holds the code (section 2). */
function ShippingForm({ stored }: { stored: UserData['shipping'] }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const goBack = useWayBack();
  const { register, handleSubmit, formState } = useForm<Shipping>({
    resolver: zodResolver(shippingSchema),
    defaultValues: { ...stored, country: countryCode(stored.country) },
  });
  const { mutate, isPending } = useAction({
    call: (uid, shipping: Shipping) => saveShipping(uid, shipping),
    change: (data, shipping) => ({ ...data, shipping }),
    showAnswer: showSuccess,
    showError: showWarning,
  });
  const submit = handleSubmit((form) =>
    mutate(
      { ...form, country: countryLabel(form.country) },
      {
        onSuccess() {
          if (!goBack()) {
            navigate(paths.settings, { state });
          }
        },
      },
    ),
  );
  const field = (name: keyof Shipping) => ({
    ...register(name, TRIMMED),
    error: formState.errors[name]?.message,
  });

  return (
    <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-6">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField label="First Name" autoComplete="given-name" {...field('name')} />
        <TextField label="Last Name" autoComplete="family-name" {...field('surname')} />
        <div className="sm:col-span-2">
          <CountryField {...field('country')} />
        </div>
        <TextField label="Street Address" autoComplete="address-line1" {...field('street')} />
        <TextField label="Street Number" autoComplete="off" {...field('street_number')} />
        <TextField label="City" autoComplete="address-level2" {...field('city')} />
        <TextField label="Postal Code" autoComplete="postal-code" {...field('zip')} />
        <TextField label="Phone Number" type="tel" autoComplete="tel" {...field('phone')} />
      </div>
      <div className="flex gap-3">
        <Link to={paths.settings} state={state} className={buttonClass('plain', 'min-w-28')}>
          BACK
        </Link>
        <SubmitButton isBusy={isPending}>SUBMIT</SubmitButton>
      </div>
    </form>
  );
}
