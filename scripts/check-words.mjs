/**
 * Finds words and turns of phrase that plain English does not need (CONTRIBUTING.md, "Style"), also in new files, and
 * fails when there are more than allowed. It then prints each with its place, and with `--list [PATH…]` always.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
const found = checkedFiles().flatMap(occurrences);
const isFailing = found.length > MAX_FOUND;
if (command === '--list' || isFailing) {
  for (const { file, line, word, text } of found) {
    console.log(`${file}:${line}: "${word}" in: ${text}`);
  }
}
console.log(`${found.length} words to replace (at most ${MAX_FOUND} allowed)`);
if (isFailing) {
  console.log(
    'Say it in plainer words: active voice, no "What …" as a definition. scripts/check-words.mjs has the words.',
  );
}
process.exitCode = isFailing ? 1 : 0;

/** The files of the project that exist, also those that are not committed yet. */
function checkedFiles() {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  // Without git there are no names, and nothing is checked.
  return (stdout ?? '')
    .split('\n')
    .filter((file) => FILES.test(file) && !EXEMPT.test(file) && existsSync(path.join(ROOT, file)));
}

function occurrences(file) {
  const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((text, index) => {
    const prose =
      file.endsWith('.md') || /^\s*(\/\/|\/?\*)/.test(text)
        ? text.replace(QUOTED, '')
        : text.replace(/'nobody'/g, '');
    const hits = [...prose.matchAll(WORDS), ...(file.endsWith('.md') ? [] : prose.matchAll(CLAUSES))];
    return hits.map(([word]) => ({ file, line: index + 1, word: word.trim(), text: text.trim() }));
  });
}
