import { useId } from 'react';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { OwnSizeField } from '../sizing/own-size-field.js';
import { SystemField } from '../sizing/system-field.js';
import { usePreference } from '../sizing/use-preference.js';

/** Chooses the size system and the user's own size. A choice is saved at once. */
export function SizeSettings() {
  const [preference, choose] = usePreference();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line p-4 md:p-6">
      <h2 id={titleId} className="flex min-h-11 items-center text-lg">
        SIZES
      </h2>
      <div className="mt-1 grid gap-4 lg:grid-cols-2">
        <OwnSizeField size={preference.size} onChoose={(size) => choose({ size })} />
        <SystemField system={preference.system} onChoose={(system) => choose({ system })} />
      </div>
      <p className="mt-3 text-sm text-muted">
        Your size is chosen on every sneaker that has it. Orders are always for the US size.{' '}
        <Link to={paths.helpPage('sizes')} className="underline underline-offset-4">
          More about sizes
        </Link>
      </p>
    </section>
  );
}
