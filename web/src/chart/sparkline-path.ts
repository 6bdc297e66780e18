/** The margin to the upper and lower edge, for the width of the line. */
const MARGIN = 2;

/** The path of a line through the values, from edge to edge; empty if there is nothing to connect. */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) {
    return '';
  }
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = height - 2 * MARGIN;
  return values
    .map((value, index) => {
      const left = (index * width) / (values.length - 1);
      const top = high === low ? height / 2 : MARGIN + ((high - value) / (high - low)) * room;
      return `${index === 0 ? 'M' : 'L'}${round(left)} ${round(top)}`;
    })
    .join('');
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
