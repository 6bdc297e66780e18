import { MIN_PASSWORD_LENGTH } from '@perkex/contract/password-length.js';
import type { Refusal } from '../../../http/problems.js';

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Tens of thousands of the most common passwords, which attackers try first; in lower case. Loaded with the first new
 * password, for a faster start.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_LENGTH));
}

const SITE_NAME = 'perkex';

/** Common sequences: the alphabet, the digits, and the rows of American, German and French keyboards. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
];
const NEIGHBOURS: ReadonlySet<string> = new Set(
  SEQUENCES.flatMap((row) =>
    [...row].slice(1).flatMap((letter, index) => [`${row[index]}${letter}`, `${letter}${row[index]}`]),
  ),
);

/** A password of at most this many runs is refused: 'abc123' has two, and six random letters have about six. */
const MAX_RUNS = 2;
/** A pattern that repeats fewer characters than this is refused, whatever they are. */
const REPEATED_LEAST = 4;

/**
 * Why a new password is refused (section 5), or null. Refused are the most common passwords, sequences and repetitions,
 * the account's own e-mail or the part before the @, and the site's name. Existing passwords are not checked.
 */
export async function refuseGuessable(
  password: string,
  email: string,
): Promise<Refusal<'PASSWORD_TOO_COMMON'> | null> {
  // Normalised as it is hashed, so that wide letters cannot get around this.
  const text = password.normalize('NFKC').toLowerCase();
  commonPasswords ??= loadCommonPasswords().catch((error: unknown) => {
    commonPasswords = undefined; // the next password tries again
    throw error;
  });
  if ((await commonPasswords).has(text)) {
    return { refused: 'PASSWORD_TOO_COMMON' };
  }
  if (isPattern(text)) {
    return refused('This is a sequence or a repetition, and those are guessed first.');
  }
  if (isOfEmail(text, email.toLowerCase()) || withoutDigitsAround(text) === SITE_NAME) {
    return refused('This is your e-mail or our name, and those are guessed first.');
  }
  return null;
}

function refused(reason: string): Refusal<'PASSWORD_TOO_COMMON'> {
  return { refused: 'PASSWORD_TOO_COMMON', detail: `${reason} Please choose another.` };
}

function isOfEmail(text: string, email: string): boolean {
  return text === email || text === email.split('@')[0];
}

function withoutDigitsAround(text: string): string {
  return text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
}

function isPattern(text: string): boolean {
  const repeated = repeatedPart(text);
  const isShortRepeat = repeated.length < text.length && repeated.length < REPEATED_LEAST;
  return isShortRepeat || runsOf(repeated) <= MAX_RUNS;
}

/** The shortest part that repeats to form the whole text; the text itself when there is none. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(0, -length), length)) {
      return text.slice(0, length);
    }
  }
  return text;
}

/** The number of runs of equal or neighbouring letters in the text. */
function runsOf(text: string): number {
  const letters = [...text];
  return letters.filter((letter, index) => {
    const before = letters[index - 1];
    return before === undefined || (letter !== before && !NEIGHBOURS.has(`${before}${letter}`));
  }).length;
}
