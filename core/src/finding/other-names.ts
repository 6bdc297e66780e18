import { normalised } from './normalised.js';

/** What people call a product besides its name: the nicknames, a slash between two, that the name does not say. */
export function otherNames(name: string, nickname: string | null): string[] {
  const said = normalised(name);
  return (nickname ?? '')
    .split('/')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !said.includes(normalised(each)));
}
