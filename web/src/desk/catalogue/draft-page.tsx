import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, RefusalError } from '../../api/call.js';
import { draftQuery, type ProductDraft } from '../../api/desk-catalogue.js';
import { useMoment } from '../../deals/use-moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { useParams } from '../../routing/hooks.js';
import { Link } from '../../routing/link.js';
import { Redirect } from '../../routing/redirect.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { LoadingState } from '../../ui/loading-state.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { OutdatedNotice } from './outdated-notice.js';
import { ProductEditor } from './product-editor.js';
import { NOTHING_FIXED } from './product-form.js';
import { sizesIn } from './size-runs.js';
import { type Seen, useProductForm } from './use-product-form.js';

/** A product that is not published, or changes to one that is: edited, previewed, published or deleted. */
export function DraftPage() {
  usePageTitle('Draft');
  const { draft = '' } = useParams();
  return (
    <MemberPage audience="admin">
      <BackLink to={paths.deskCatalogue({ state: 'draft' })}>Drafts</BackLink>
      <DraftOfId key={draft} id={draft} />
    </MemberPage>
  );
}

function DraftOfId({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(draftQuery(useUserId(), id));
  if (data) {
    return data.productId === null ? (
      <EditedDraft draft={data} />
    ) : (
      <Redirect to={paths.deskProduct(data.productId)} />
    );
  }
  if (error instanceof RefusalError && (error.code === 'unknown-draft' || error.code === 'invalid-body')) {
    return <h1 className="text-3xl md:text-4xl">There is no such draft</h1>;
  }
  return <LoadingState isError={error !== null} refetch={refetch} failure="The draft could not be loaded." />;
}

/** The published product that a draft continues from. */
interface DraftBase {
  readonly product: number;
  readonly version: string;
}

function seenOf({ version, fields, pictures, errors }: ProductDraft): Seen<number> {
  return { version, content: { fields, pictures }, errors };
}

function EditedDraft({ draft: { draft, ...stored } }: { readonly draft: ProductDraft }) {
  const uid = useUserId();
  const client = useQueryClient();
  const moment = useMoment();
  const query = draftQuery(uid, draft);
  const [asked, setAsked] = useState<'publish' | 'delete' | null>(null);
  const [next, setNext] = useState<string | null>(null);
  /** The product as it is now, from which this draft continues with the next save. */
  const [rebase, setRebase] = useState<DraftBase | null>(null);
  const { base } = stored;
  const form = useProductForm<number>({
    start: seenOf({ draft, ...stored }),
    async save(version, { fields, pictures }) {
      const keys = pictures.map(({ key }) => key);
      const content = { fields, pictures: keys, ...(rebase && { base: rebase }) };
      const saved = await call('saveDraft', { body: { uid, draft, version, ...content } });
      client.setQueryData(query.queryKey, saved);
      setRebase(null);
      return seenOf(saved);
    },
    async readAgain() {
      const now = await call('productDraft', { params: { draft } });
      if (now.productId !== null) {
        throw new Error('It is published, so it has no version to go on from.');
      }
      return { seen: seenOf(now), by: now.lastEdit };
    },
  });
  const { seen, isBusy, isChanged, run } = form;
  if (next !== null) {
    return <Redirect to={next} />;
  }
  const act = { uid, draft, version: seen.version };

  async function publish(): Promise<void> {
    const published = await run(() => call('publishDraft', { body: act }));
    setAsked(null);
    if (published !== null) {
      setNext(paths.deskProduct(published.id));
    } else {
      // The product may have changed since this draft was begun.
      await client.refetchQueries({ queryKey: query.queryKey });
    }
  }

  async function discard(): Promise<void> {
    const isDone = await run(() => call('discardDraft', { body: act }));
    setAsked(null);
    if (isDone !== null) {
      setNext(paths.deskCatalogue({ state: 'draft' }));
    }
  }

  const isOutdated = base !== null && !base.isCurrent && rebase === null;
  const isUnsaved = isChanged || rebase !== null;
  const isReady = !isUnsaved && !isOutdated && seen.errors.length === 0;
  const { lastEdit } = stored;
  return (
    <>
      <div>
        <h1 className="text-3xl wrap-anywhere md:text-4xl">{seen.content.fields.name.trim() || 'Draft'}</h1>
        <p role="status" className="mt-1 text-muted">
          {isUnsaved
            ? 'You have changes that are not saved.'
            : `${base === null ? 'Draft' : 'Draft with changes'}, edited by ${lastEdit.by}, ${moment(lastEdit.at)}. ${isReady ? 'It can be published.' : 'It cannot be published yet.'}`}
        </p>
      </div>
      {isOutdated ? (
        <OutdatedNotice
          base={base}
          mine={form.content}
          onContinue={(content, version) => {
            form.setContent(() => content);
            setRebase({ product: base.product, version });
          }}
        />
      ) : null}
      <ProductEditor
        form={form}
        fixed={
          base === null
            ? NOTHING_FIXED
            : { name: true, sizes: sizesIn(base.fields.sizes), tradesFrom: base.trades }
        }
        lost="Your changes to this draft will be lost."
      >
        <SubmitButton isBusy={isBusy}>Save draft</SubmitButton>
        {isReady ? (
          <>
            <Link to={paths.deskDraftPreview(draft)} className={buttonClass()}>
              Preview
            </Link>
            <Button onClick={() => setAsked('publish')}>Publish</Button>
          </>
        ) : (
          <Button aria-disabled disabled title="Save it without errors first">
            Publish
          </Button>
        )}
        {base === null ? null : (
          <Link to={paths.deskProduct(base.product)} className={buttonClass()}>
            Published product
          </Link>
        )}
        <Button look="danger" onClick={() => setAsked('delete')}>
          Delete
        </Button>
      </ProductEditor>
      {asked === 'publish' ? (
        <ConfirmDialog
          title="Publish it?"
          label="Publish"
          isBusy={isBusy}
          onConfirm={publish}
          onClose={() => setAsked(null)}
        >
          <p>
            {base === null
              ? 'Visitors see it within a second. From then on, its name cannot change and its sizes cannot be removed, because orders refer to them.'
              : 'Visitors see the changes within a second.'}
          </p>
        </ConfirmDialog>
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDialog
          title="Delete this draft?"
          label="Delete"
          look="danger"
          isBusy={isBusy}
          onConfirm={discard}
          onClose={() => setAsked(null)}
        >
          <p>Its fields and pictures are lost.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
