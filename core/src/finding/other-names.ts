/** What people call a product besides its name: the nicknames, a slash between two, that the name does not say. */
export function otherNames(name: string, nickname: string | null): string[] {
  // Without accents taken into account: this is part of what a product's page loads first.
  const isNews = (each: string) => each !== '' && !name.toLowerCase().includes(each.toLowerCase());
  return (nickname ?? '').split(/ *\/ */).filter(isNews);
}
