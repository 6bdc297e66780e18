/** The words for the database's surroundings in errors and log lines. */
export interface Words {
  /** The program that uses the database. */
  readonly program: string;
  /** The setting of the data folder. */
  readonly folderSetting: string;
  /** The advice if this PostgreSQL cannot run, as the end of a sentence. */
  readonly alternative: string;
}

/** The database's name and its words. */
export interface Naming extends Words {
  readonly name: string;
}

/** It is used in file names, as a PostgreSQL user and as a database name. */
const NAME = /^[a-z][a-z0-9_]{0,31}$/;

/** @throws TypeError for a name that is invalid for one of its uses */
export function namingOf(name: string, words: Partial<Words> = {}): Naming {
  if (!NAME.test(name)) {
    throw new TypeError(
      `The name must be up to 32 small letters, digits and underscores that begin with a letter, not "${name}".`,
    );
  }
  return {
    name,
    program: words.program ?? name,
    folderSetting: words.folderSetting ?? 'dataDir',
    alternative: words.alternative ?? 'use a PostgreSQL that already runs',
  };
}
