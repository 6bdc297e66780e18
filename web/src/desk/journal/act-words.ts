/** The kind of an act in words: 'Book line'. */
export function actText(act: string): string {
  const words = act.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
