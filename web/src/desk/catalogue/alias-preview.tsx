import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { type AliasPreviews, aliasPreviewQuery, type TriedAlias } from '../../api/desk-aliases.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { ProductPicture } from '../../products/product-picture.js';
import { ErrorNotice } from '../../ui/states.js';
import { useSettledValue } from './use-settled-value.js';

/** The matches of a text now, and with the alias that is typed. */
export function AliasPreview({ tried }: { readonly tried: TriedAlias }) {
  // One value, so that its parts settle together.
  const settled = JSON.parse(useSettledValue(JSON.stringify(tried))) as TriedAlias;
  const isTried = settled.text !== '';
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...aliasPreviewQuery(useUserId(), settled),
    enabled: isTried,
  });
  if (!isTried) {
    return <p className="text-muted">Type an alias or a search to see what it finds.</p>;
  }
  if (!data) {
    return isError ? (
      <ErrorNotice onRetry={() => void refetch()}>The preview could not be loaded.</ErrorNotice>
    ) : null;
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className="grid gap-4 aria-busy:opacity-50 min-[30rem]:grid-cols-2 lg:gap-6"
    >
      <Found title="Now" found={data.now} />
      {settled.alias === '' || settled.meaning === '' ? null : (
        <Found title="With this alias" found={data.tried} />
      )}
    </div>
  );
}

interface FoundProps {
  readonly title: string;
  readonly found: AliasPreviews['now'];
}

function Found({ title, found: { readAs, count, isClose, products } }: FoundProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2 rounded-card border border-line p-4">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm wrap-anywhere text-muted">
        Read as “{readAs}”: {foundText(count, isClose)}
      </p>
      <ul className="flex flex-col gap-2">
        {products.map(({ id, name, thumbnail }) => (
          <li key={id} className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-3 text-sm">
            <span className="aspect-[8/5] rounded-control bg-card p-1">
              <ProductPicture src={thumbnail} />
            </span>
            <span className="wrap-anywhere">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param isClose true if typing errors were forgiven */
export function foundText(count: number, isClose: boolean): string {
  const sneakers = count === 0 ? 'no sneakers' : counted(count, 'sneaker');
  return isClose ? `${sneakers}, with other spellings` : sneakers;
}
