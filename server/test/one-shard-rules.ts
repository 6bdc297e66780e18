import { TABLE_KINDS } from '../src/distribution/distribution.js';

const WITHOUT_COMMENTS = /--.*|\/\*[\s\S]*?\*\//g;
const TABLE_USED =
  /\b(?<!for (?:no key )?)(from|join|update|into|using)\s+(?!lateral\b)(\w+)\b(?!\s*\()(?:\s+as\s+(\w+))?/gi;
const ONLY_PRODUCTS = /\b(\w+)\.product_id\s*=\s*any\s*\(\s*(\$\d+)(?:::int4\[\])?\s*\)/gi;
const INSERTED = /\binsert\s+into\s+(\w+)\s*\(\s*(\w+)[^)]*\)\s*(values|select\s+([^\s,]+))/i;

/**
 * The reasons why a statement does not stay within one shard, where the tables are distributed by product (decision
 * 44); empty where it does. It reads the text and knows no more SQL than the statements of a batch use, so it refuses
 * what it does not know.
 */
export function leavesItsShard(sql: string): string[] {
  const text = sql.replaceAll(WITHOUT_COMMENTS, ' ');
  const uses = [...text.matchAll(TABLE_USED)];
  const commonNames = [...text.matchAll(/\b(?:with|,)\s+(\w+)\s+as\s+(?:materialized\s+)?\(/gi)].map(
    ([, name]) => name,
  );
  const kept = [...text.matchAll(ONLY_PRODUCTS)];
  const violations: string[] = [];
  for (const [use, verb = '', table = '', alias = table] of uses) {
    const kind = TABLE_KINDS[table];
    if (kind === undefined && !commonNames.includes(table)) {
      violations.push(`it reads or writes ${table}, which is not a table that it knows`);
    } else if (kind === 'local') {
      violations.push(`${table} is on the coordinator alone`);
    } else if (kind === 'reference' && /into|update/i.test(verb)) {
      violations.push(`it writes ${table}, of which every machine has a copy`);
    } else if (kind === 'distributed' && verb.toLowerCase() !== 'into') {
      const asOften = uses.filter(
        ([, , name, other = name]) => TABLE_KINDS[name ?? ''] === 'distributed' && other === alias,
      );
      if (kept.filter(([, name]) => name === alias).length < asOften.length) {
        violations.push(`nothing keeps ${alias} within the products (${use.trim()})`);
      }
    }
  }
  if (new Set(kept.map(([, , parameter]) => parameter)).size > 1) {
    violations.push('it has several lists of products');
  }
  if (/\bor\b/i.test(text)) {
    violations.push('what one side of an "or" says of the products, the other does not');
  }
  const names = Object.keys(TABLE_KINDS).join('|');
  if (new RegExp(`,\\s*(${names})\\s+\\w`, 'i').test(text)) {
    violations.push('it joins tables by commas, among which it would not be found');
  }
  return [...violations, ...insertsElsewhere(text)];
}

function insertsElsewhere(text: string): string[] {
  if (!/\binsert\b/i.test(text)) {
    return [];
  }
  const [, table = '', first, form = '', source = ''] = INSERTED.exec(text) ?? [];
  if (TABLE_KINDS[table] !== 'distributed') {
    return [`it inserts into ${table || 'something'}, which is not distributed`];
  }
  const isOfBooks =
    first === 'product_id' && source === 'book.product_id' && /\bjoin\s+books\s+as\s+book\b/i.test(text);
  return /^values$/i.test(form) || isOfBooks ? [] : ['what it inserts could be of any product'];
}
