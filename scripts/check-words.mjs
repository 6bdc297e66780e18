/**
 * Counts words and turns of phrase that plain English does not need (CONTRIBUTING.md, "Style"), and fails when there
 * are more than allowed. `--list [PATH…]` prints each with its place.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

/** Only ever lowered. */
const MAX_FOUND = 0;

const WORDS =
  /\b(told|anew|whoever|nobody|somebody|any more|from now on|by itself|by themselves|meanwhile|hears? of|stands? (in|behind|for|there|beside|on)|it takes part)\b/gi;
/** A definition that is a clause, such as "What a batch says." */
const CLAUSES = /(?:\/\/|\/?\*{1,2}) (?:What|Whether|Who|Those|Of) /g;
/** Names of accounts and files, and quoted code, are no prose. */
const QUOTED = /`[^`]*`|'nobody'|"nobody"/g;

const FILES = /\.(ts|tsx|mjs|css|md|html)$/;
/** A released migration never changes; this file names the words. */
const EXEMPT = /^(server\/migrations\/|scripts\/check-words\.mjs$|docs\/specification\.md$)/;

const [command, ...paths] = process.argv.slice(2);
const found = trackedFiles().flatMap(occurrences);
if (command === '--list') {
  for (const { file, line, text } of found) {
    console.log(`${file}:${line}: ${text}`);
  }
}
console.log(`${found.length} words to replace (at most ${MAX_FOUND} allowed)`);
process.exitCode = found.length > MAX_FOUND ? 1 : 0;

function trackedFiles() {
  const { stdout } = spawnSync('git', ['ls-files', ...paths], { cwd: ROOT, encoding: 'utf8' });
  return stdout.split('\n').filter((file) => FILES.test(file) && !EXEMPT.test(file));
}

function occurrences(file) {
  const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((text, index) => {
    const prose =
      file.endsWith('.md') || /^\s*(\/\/|\/?\*)/.test(text)
        ? text.replace(QUOTED, '')
        : text.replace(/'nobody'/g, '');
    const hits = [...prose.matchAll(WORDS), ...(file.endsWith('.md') ? [] : prose.matchAll(CLAUSES))];
    return hits.map(() => ({ file, line: index + 1, text: text.trim() }));
  });
}
