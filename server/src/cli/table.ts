/** A table as lines of text, with a header. The columns of numbers are aligned to the right. */
export function tableOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) =>
    all.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  return all.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return numbers.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
