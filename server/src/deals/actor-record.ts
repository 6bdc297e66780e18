import type { Actor, ActorKind } from '@perkex/core/deals/deal-event.js';

/** An actor as recorded for ever: members and providers by id, the parties only by kind. Their trade names them. */
export interface ActorRecord {
  readonly kind: ActorKind;
  readonly id: string | null;
}

export function recordOfActor({ kind, id }: Actor): ActorRecord {
  return { kind, id: kind === 'member' || kind === 'provider' ? id : null };
}

/** The actor of a record, for the machine. It compares the ids of members only. */
export function actorOfRecord({ kind, id }: ActorRecord): Actor {
  return { kind, id: id ?? kind };
}
