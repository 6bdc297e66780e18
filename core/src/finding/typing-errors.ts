/**
 * Counts the missing, extra, wrong and swapped letters of a typed word. It may be the start of `word`, so the rest of
 * `word` does not count.
 * @param maxErrors beyond this number the result is any greater number
 */
export function typingErrors(typed: string, word: string, maxErrors: number): number {
  // Each row has the errors of a prefix of `typed` against every prefix of `word` that is not too long for it.
  const width = Math.min(word.length, typed.length + maxErrors);
  let [beforeLast, last, current] = ROWS;
  for (let column = 0; column <= width; column += 1) {
    last[column] = column;
  }
  let least = 0;
  for (let row = 1; row <= typed.length; row += 1) {
    current[0] = row;
    least = row;
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      let errors = Math.min(
        at(last, column - 1) + (isSame ? 0 : 1),
        at(last, column) + 1,
        at(current, column - 1) + 1,
      );
      if (
        row > 1 &&
        column > 1 &&
        typed[row - 1] === word[column - 2] &&
        typed[row - 2] === word[column - 1]
      ) {
        errors = Math.min(errors, at(beforeLast, column - 2) + 1);
      }
      current[column] = errors;
      least = Math.min(least, errors);
    }
    if (least > maxErrors) {
      return maxErrors + 1;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return least;
}

/** The last three rows, reused for each word: one search may compare a hundred thousand. */
const ROWS: readonly [number[], number[], number[]] = [[], [], []];

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
