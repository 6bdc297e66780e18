import type { DeskPicture, FieldError } from '@perkex/contract/desk-catalogue.js';
import { shownSource } from '../../pictures/picture-files.js';
import { type PictureOutcome, type PictureRow, pictureAddress } from '../../pictures/picture-rows.js';
import { pictureKey, type ReadyPicture } from '../../pictures/ready-pictures.js';

/** A picture as the desk shows it. */
export function deskPicture(picture: PictureRow | ReadyPicture): DeskPicture {
  const { source, hash, width, height, placeholder } = picture;
  return {
    key: pictureKey(picture),
    source: shownSource(source),
    src: hash === null ? null : pictureAddress(hash, width ?? 0),
    width,
    height,
    placeholder,
    failure: 'failure' in picture ? picture.failure : null,
  };
}

/** The pictures that a form names by their keys, in order. */
export interface ChosenPictures {
  readonly pictures: readonly (PictureRow | ReadyPicture)[];
  readonly sources: readonly string[];
  /** The files of those that are new to the product. */
  readonly outcomes: ReadonlyMap<string, PictureOutcome>;
  /** Why they cannot be the pictures of a product. */
  readonly errors: readonly FieldError[];
}

/** @param known the pictures of the product, by their sources */
export function choosePictures(
  keys: readonly string[],
  known: ReadonlyMap<string, PictureRow>,
  ready: ReadonlyMap<string, ReadyPicture>,
): ChosenPictures {
  const productPictures = new Map([...known.values()].map((picture) => [pictureKey(picture), picture]));
  const pictures: (PictureRow | ReadyPicture)[] = [];
  const outcomes = new Map<string, PictureOutcome>();
  for (const key of keys) {
    const stored = ready.get(key);
    const picture = productPictures.get(key) ?? stored;
    if (picture) {
      pictures.push(picture);
    }
    if (stored && !productPictures.has(key)) {
      const { hash, width, height, placeholder } = stored;
      outcomes.set(stored.source, { hash, width, height, placeholder });
    }
  }
  const sources = pictures.map(({ source }) => source);
  return { pictures, sources, outcomes, errors: errorsOf(keys, sources) };
}

function errorsOf(keys: readonly string[], sources: readonly string[]): FieldError[] {
  if (sources.length < keys.length) {
    return [{ field: 'pictures', error: 'a picture is no longer stored: add it again' }];
  }
  return new Set(sources).size < sources.length
    ? [{ field: 'pictures', error: 'two pictures have the same address: remove one of them' }]
    : [];
}
