import { useQuery } from '@tanstack/react-query';
import { type DeskPicture, deskProductQuery, type ProductDraft } from '../../api/desk-catalogue.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { ConflictNotice } from './conflict-notice.js';
import { type ProductContent, withChanges } from './product-content.js';

interface OutdatedNoticeProps {
  readonly base: NonNullable<ProductDraft['base']>;
  readonly mine: ProductContent;
  /** Continues the draft from the product as it is now. */
  readonly onContinue: (content: ProductContent, version: string) => void;
}

/** Shows how the published product has changed since its draft was begun, and lets the member decide how to go on. */
export function OutdatedNotice({ base, mine, onContinue }: OutdatedNoticeProps) {
  const { data } = useQuery({ ...deskProductQuery(useUserId(), String(base.product)), staleTime: 0 });
  if (!data) {
    return null;
  }
  const theirs: ProductContent = { fields: data.fields, pictures: data.pictures };
  const known = [...data.pictures, ...mine.pictures];
  const before: ProductContent = {
    fields: base.fields,
    pictures: base.pictures.map((key) => known.find((picture) => picture.key === key) ?? goneWith(key)),
  };
  return (
    <ConflictNotice
      conflict={{ by: data.lastEdit?.by ?? null, at: data.lastEdit?.at ?? null, theirs }}
      base={before}
      mine={mine}
      explanation="This draft was begun before, so it cannot be published over that."
      onKeep={() => onContinue(withChanges(theirs, before, mine), data.version)}
      onTakeTheirs={() => onContinue(theirs, data.version)}
    />
  );
}

/** A picture that neither the product nor the draft has any longer. */
function goneWith(key: string): DeskPicture {
  return {
    key,
    source: 'a removed picture',
    src: null,
    width: null,
    height: null,
    placeholder: null,
    failure: null,
  };
}
