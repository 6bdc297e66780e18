import { MAX_DRAFTS, MAX_HIDDEN } from '@perkex/contract/desk-catalogue.js';
import { counted } from '@perkex/core/counted.js';
import { searchText } from '@perkex/core/finding/search-text.js';
import { useQuery } from '@tanstack/react-query';
import { type DraftRow, draftsQuery, hiddenQuery, publishedQuery } from '../../api/desk-catalogue.js';
import { useMoment } from '../../deals/use-moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { GrowingList, usePages } from '../../lists/growing-list.js';
import { ProductPicture } from '../../products/product-picture.js';
import { useNavigate, useSearchParams } from '../../routing/hooks.js';
import { Link } from '../../routing/link.js';
import { buttonClass } from '../../ui/button.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { KeyList } from '../key-list.js';
import { MemberPage } from '../member-page.js';
import { SavedFilters } from '../saved-filters.js';
import { useKeys } from '../use-keys.js';
import { ProductSearch } from './product-search.js';

/** The products of the market: those that visitors see, and the drafts (after-the-trade, "The desk"). */
export function CataloguePage() {
  usePageTitle('Catalogue');
  return (
    <MemberPage audience="admin">
      <Catalogue />
    </MemberPage>
  );
}

function Catalogue() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  useKeys({ n: () => navigate(paths.deskNewProduct) });
  const state = params.get('state');
  const isOfDrafts = state === 'draft';
  const isOfHidden = state === 'hidden';
  const text = searchText(params.get('q') ?? '');
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl md:text-4xl">Catalogue</h1>
        <div className="flex flex-wrap gap-3">
          <Link to={paths.deskAliases} className={buttonClass()}>
            Search aliases
          </Link>
          <Link to={paths.deskImport} className={buttonClass()}>
            Import a file
          </Link>
          <Link to={paths.deskNewProduct} className={buttonClass('strong')}>
            New product
          </Link>
        </div>
      </div>
      <SavedFilters list="catalogue" path={paths.deskCatalogue()} query={params.toString()} />
      <nav aria-label="State">
        <ul className="flex flex-wrap gap-1">
          <li>
            <StateLink to={paths.deskCatalogue()} isOpen={!isOfDrafts && !isOfHidden} label="Published" />
          </li>
          <li>
            <DraftsLink isOpen={isOfDrafts} />
          </li>
          <li>
            <StateLink to={paths.deskCatalogue({ state: 'hidden' })} isOpen={isOfHidden} label="Hidden" />
          </li>
        </ul>
      </nav>
      {isOfDrafts ? <Drafts /> : isOfHidden ? <Hidden /> : <Published key={text} text={text} />}
      <p className="text-sm text-muted max-md:hidden">
        Keys: j and k move through the list, Enter opens a product, n begins a new one.
      </p>
    </>
  );
}

function DraftsLink({ isOpen }: { readonly isOpen: boolean }) {
  const { data } = useQuery(draftsQuery(useUserId()));
  return (
    <StateLink
      to={paths.deskCatalogue({ state: 'draft' })}
      isOpen={isOpen}
      label="Drafts"
      count={data?.drafts.length}
    />
  );
}

interface StateLinkProps {
  readonly to: string;
  readonly isOpen: boolean;
  readonly label: string;
  readonly count?: number | undefined;
}

function StateLink({ to, isOpen, label, count }: StateLinkProps) {
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 hover:bg-card aria-[current]:bg-card aria-[current]:font-semibold"
    >
      {label} {count === undefined ? null : <span className="tabular-nums">{count}</span>}
    </Link>
  );
}

function Published({ text }: { readonly text: string }) {
  const navigate = useNavigate();
  const { data, isError, refetch, older } = usePages({ ...publishedQuery(text), refetchOnMount: 'always' });
  const products = data?.pages.flatMap((page) => page.products) ?? [];
  const count = data?.pages[0]?.count ?? 0;
  return (
    <section aria-label="Published products" className="flex flex-col gap-4">
      <ProductSearch
        label="Name or style code"
        text={text}
        className="max-w-xl"
        onSearch={(q) => navigate(paths.deskCatalogue(q === '' ? {} : { q }))}
      />
      {data ? (
        <>
          <p role="status" className="text-muted">
            {counted(count, 'product')}
            {text === '' ? '' : ` for “${text}”`}
          </p>
          {products.length === 0 ? null : (
            <GrowingList rows={products} older={older} moreLabel="Show more">
              {(shown) => (
                <KeyList label="Published products" rows={shown} keyOf={({ id }) => id}>
                  {({ id, name, thumbnail }) => (
                    <Row to={paths.deskProduct(id)} name={name} thumbnail={thumbnail} />
                  )}
                </KeyList>
              )}
            </GrowingList>
          )}
        </>
      ) : (
        <LoadingState isError={isError} refetch={refetch} failure="The products could not be loaded." />
      )}
    </section>
  );
}

interface RowProps {
  readonly to: string;
  readonly name: string;
  readonly thumbnail: string | null;
  readonly note?: string;
}

function Row({ to, name, thumbnail, note }: RowProps) {
  return (
    <Link to={to} className="group grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 py-3">
      <span className="aspect-[8/5] rounded-control bg-card p-1.5">
        {thumbnail === null ? null : <ProductPicture src={thumbnail} />}
      </span>
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere underline-offset-4 group-hover:underline">
          {name}
        </span>
        {note === undefined ? null : <span className="block text-sm text-muted">{note}</span>}
      </span>
    </Link>
  );
}

function Drafts() {
  const { data, isError, refetch } = useQuery(draftsQuery(useUserId()));
  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="The drafts could not be loaded." />;
  }
  const { drafts } = data;
  return (
    <section aria-label="Drafts" className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">
        Visitors see none of these. {drafts.length >= MAX_DRAFTS ? 'You cannot add another one.' : ''}
      </p>
      {drafts.length === 0 ? (
        <p>There are no drafts.</p>
      ) : (
        <KeyList label="Drafts, most recently edited first" rows={drafts} keyOf={({ draft }) => draft}>
          {(draft) => <DraftLink draft={draft} />}
        </KeyList>
      )}
    </section>
  );
}

function Hidden() {
  const moment = useMoment();
  const { data, isError, refetch } = useQuery(hiddenQuery(useUserId()));
  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="The products could not be loaded." />;
  }
  const { products } = data;
  return (
    <section aria-label="Hidden products" className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">
        No longer traded. These are at most the {MAX_HIDDEN} that were hidden last.
      </p>
      {products.length === 0 ? (
        <p>No product is hidden.</p>
      ) : (
        <KeyList label="Hidden products, most recently hidden first" rows={products} keyOf={({ id }) => id}>
          {({ id, name, thumbnail, by, at, mergedName }) => (
            <Row
              to={paths.deskProduct(id)}
              name={name}
              thumbnail={thumbnail}
              note={`${mergedName === null ? 'Hidden' : `Merged into ${mergedName}`} by ${by}, ${moment(at)}`}
            />
          )}
        </KeyList>
      )}
    </section>
  );
}

function DraftLink({
  draft: { draft, name, thumbnail, isOfPublished, lastEdit },
}: {
  readonly draft: DraftRow;
}) {
  const moment = useMoment();
  return (
    <Row
      to={paths.deskDraft(draft)}
      name={name.trim() === '' ? 'Without a name' : name}
      thumbnail={thumbnail}
      note={`${isOfPublished ? 'Changes to a published product. ' : ''}Edited by ${lastEdit.by}, ${moment(lastEdit.at)}`}
    />
  );
}
