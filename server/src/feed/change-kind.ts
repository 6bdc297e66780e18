import * as z from 'zod/mini';

/** The payload of a feed entry: its changes, by the key of their kind. Another version may know other kinds. */
export type EntryChanges = Readonly<Record<string, readonly unknown[]>>;

/** A kind of change that the feed reports. */
export class ChangeKind<Change> {
  constructor(
    private readonly key: string,
    private readonly schema: z.ZodMiniType<Change[]>,
  ) {}

  /** A payload of these changes. Payloads of several kinds can be spread into one. */
  of(changes: readonly Change[]): EntryChanges {
    return changes.length > 0 ? { [this.key]: changes } : {};
  }

  /** The changes of this kind in a payload. */
  in(changes: EntryChanges): readonly Change[] {
    return (changes[this.key] ?? []) as readonly Change[];
  }

  isValidIn(changes: EntryChanges): boolean {
    return changes[this.key] === undefined || z.safeParse(this.schema, changes[this.key]).success;
  }
}

const declared = new Map<string, ChangeKind<never>>();

/**
 * Declares a kind of change at the top of a module of the room that it belongs to. Kinds that no loaded module declares
 * are neither checked nor read.
 * @param key its key in stored payloads; a released one never changes
 */
export function changeKind<Change>(key: string, change: z.ZodMiniType<Change>): ChangeKind<Change> {
  if (declared.has(key)) {
    throw new Error(`The feed has two kinds of changes with the key ${key}.`);
  }
  const kind = new ChangeKind(key, z.array(change));
  declared.set(key, kind as unknown as ChangeKind<never>);
  return kind;
}

/** True if the changes of every declared kind are valid. */
export function areValid(changes: unknown): boolean {
  const isPayload = typeof changes === 'object' && changes !== null && !Array.isArray(changes);
  return isPayload && [...declared.values()].every((kind) => kind.isValidIn(changes as EntryChanges));
}
