import type { DeskPicture } from '@perkex/contract/desk-catalogue.js';
import { shownSource } from '../../pictures/picture-files.js';
import { type PictureOutcome, type PictureRow, pictureAddress } from '../../pictures/picture-rows.js';
import { pictureKey, type ReadyPicture } from '../../pictures/ready-pictures.js';

/** A picture as the desk shows it. */
export function deskPicture(picture: PictureRow | ReadyPicture): DeskPicture {
  const { source, hash, width, height, placeholder } = picture;
  return {
    key: pictureKey(source),
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
  readonly sources: readonly string[];
  /** The files of those that are new to the product. */
  readonly outcomes: ReadonlyMap<string, PictureOutcome>;
  /** True if one of them is not stored any longer. */
  readonly areMissing: boolean;
}

/** @param known the pictures of the product, by their sources */
export function choosePictures(
  keys: readonly string[],
  known: ReadonlyMap<string, PictureRow>,
  ready: ReadonlyMap<string, ReadyPicture>,
): ChosenPictures {
  const knownByKey = new Map([...known.keys()].map((source) => [pictureKey(source), source]));
  const sources: string[] = [];
  const outcomes = new Map<string, PictureOutcome>();
  for (const key of keys) {
    const stored = ready.get(key);
    const source = knownByKey.get(key) ?? stored?.source;
    if (source !== undefined) {
      sources.push(source);
    }
    if (stored && source !== undefined) {
      const { hash, width, height, placeholder } = stored;
      outcomes.set(source, { hash, width, height, placeholder });
    }
  }
  return { sources, outcomes, areMissing: sources.length < keys.length };
}
