/** The popular names of a product that its name does not contain. They are separated by slashes. */
export function otherNames(name: string, nickname: string | null): string[] {
  // Accents are not normalised: this code is part of a product page's first load.
  const isNews = (each: string) => each !== '' && !name.toLowerCase().includes(each.toLowerCase());
  return (nickname ?? '').split(/ *\/ */).filter(isNews);
}
