import {
  MAX_ALIASES,
  type removeAliasBodySchema,
  type saveAliasBodySchema,
} from '@perkex/contract/desk-aliases.js';
import { normalised } from '@perkex/core/finding/normalised.js';
import type { SearchAlias } from '@perkex/core/finding/search-aliases.js';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { lockSearchAliases, putSearchAlias, readMeaning } from '../../products/search-aliases.js';
import { recordAct } from '../desk-acts.js';

/**
 * Adds an alias or changes its meaning, unless it has changed since the member saw it. The same change again has no
 * further effect.
 * @param newId returns a new UUID
 */
export async function saveAlias(
  tx: Transaction,
  request: FastifyRequest,
  body: z.infer<typeof saveAliasBodySchema>,
  newId: () => string,
): Promise<SearchAlias | Refusal<'alias-changed' | 'too-many-aliases'>> {
  const [alias, meaning] = [normalised(body.alias), normalised(body.meaning)];
  await lockSearchAliases(tx);
  const { count, meaning: stored } = await readMeaning(tx, alias);
  if (stored === meaning) {
    return { alias, meaning };
  }
  if (stored !== body.before) {
    return changed(alias, stored);
  }
  if (stored === null && count >= MAX_ALIASES) {
    return { refused: 'too-many-aliases' };
  }
  await putSearchAlias(tx, { alias, meaning, count: stored === null ? count + 1 : count }, newId);
  await recordAct(tx, request, {
    act: stored === null ? 'add-alias' : 'edit-alias',
    subject: `alias/${alias}`,
    before: stored === null ? null : { meaning: stored },
    after: { meaning },
  });
  return { alias, meaning };
}

/** Removes an alias, unless it has changed since the member saw it. @returns a sentence @param newId as above */
export async function removeAlias(
  tx: Transaction,
  request: FastifyRequest,
  body: z.infer<typeof removeAliasBodySchema>,
  newId: () => string,
): Promise<string | Refusal<'alias-changed'>> {
  const alias = normalised(body.alias);
  await lockSearchAliases(tx);
  const { count, meaning: stored } = await readMeaning(tx, alias);
  if (stored !== null) {
    if (stored !== body.before) {
      return changed(alias, stored);
    }
    await putSearchAlias(tx, { alias, meaning: null, count: count - 1 }, newId);
    await recordAct(tx, request, {
      act: 'remove-alias',
      subject: `alias/${alias}`,
      before: { meaning: stored },
      after: null,
    });
  }
  return 'The alias is removed.';
}

function changed(alias: string, stored: string | null): Refusal<'alias-changed'> {
  const now = stored === null ? 'was removed' : `means “${stored}”`;
  return { refused: 'alias-changed', detail: `“${alias}” ${now}. Nothing was saved.` };
}
