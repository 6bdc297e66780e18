/** A number of things in words: '1 ask', '12 asks'; '1 ask was', '12 asks were'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
