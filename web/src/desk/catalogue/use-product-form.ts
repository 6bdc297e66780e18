import { useState } from 'react';
import { RefusalError } from '../../api/call.js';
import { actOnCatalogue } from '../../api/desk-catalogue.js';
import { fieldErrors } from '../field-errors.js';
import { useActs } from '../use-acts.js';
import type { Conflict } from './conflict-notice.js';
import { differences, type ProductContent, withChanges } from './product-content.js';

type Errors = readonly { readonly field: string; readonly error: string }[];

/** The stored content, as this member has last seen it. */
export interface Seen<Version> {
  readonly version: Version;
  readonly content: ProductContent;
  readonly errors: Errors;
}

interface FormOptions<Version> {
  readonly start: Seen<Version>;
  /** @throws RefusalError */
  readonly save: (version: Version, content: ProductContent) => Promise<Seen<Version>>;
  /** Reads what is stored now, and who has saved it. */
  readonly readAgain: () => Promise<{
    readonly seen: Seen<Version>;
    readonly by: Pick<Conflict, 'by' | 'at'>;
  }>;
}

/** The form of a product or a draft, which is saved with the version that its member has seen. */
export function useProductForm<Version>({ start, save, readAgain }: FormOptions<Version>) {
  const { isBusy, fault, error, forget, run } = useActs(actOnCatalogue);
  const [seen, setSeen] = useState(start);
  const [content, setContent] = useState(start.content);
  const [conflict, setConflict] = useState<(Conflict & { readonly seen: Seen<Version> }) | null>(null);
  const refused = error instanceof RefusalError ? error : null;

  async function findConflict(): Promise<void> {
    const { seen: now, by } = await readAgain();
    if (now.version !== seen.version) {
      setConflict({ ...by, theirs: now.content, seen: now });
    }
  }

  async function saveNow(): Promise<Seen<Version> | null> {
    const saved = await run(async () => {
      try {
        return await save(seen.version, content);
      } catch (refusal) {
        if (isOfAnotherVersion(refusal)) {
          // Deleted or published in the meantime: then the sentence of the refusal says so.
          await findConflict().catch(() => {});
        }
        throw refusal;
      }
    });
    if (saved !== null) {
      setSeen(saved);
      // The member may have gone on typing.
      setContent((now) => withChanges(saved.content, content, now));
      setConflict(null);
    }
    return saved;
  }

  function settle(next: ProductContent, now: Seen<Version>): void {
    setSeen(now);
    setContent(next);
    setConflict(null);
    forget();
  }

  const changed = differences(seen.content, content);
  return {
    seen,
    content,
    setContent,
    isBusy,
    isChanged: changed.length > 0,
    errors: fieldErrors(
      refused?.fields.length
        ? refused.fields
        : seen.errors.filter(({ field }) => !changed.some((part) => part === field)),
    ),
    fault: conflict !== null && isOfAnotherVersion(error) ? null : fault,
    conflict,
    save: saveNow,
    run,
    keepMine() {
      if (conflict !== null) {
        settle(withChanges(conflict.theirs, seen.content, content), conflict.seen);
      }
    },
    takeTheirs() {
      if (conflict !== null) {
        settle(conflict.theirs, conflict.seen);
      }
    },
  };
}

function isOfAnotherVersion(error: unknown): boolean {
  return (
    error instanceof RefusalError && (error.code === 'product-changed' || error.code === 'draft-changed')
  );
}
