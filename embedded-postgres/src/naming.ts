/** How the sentences of errors and of the log name what is around the database. */
export interface Words {
  /** The program that uses the database. */
  readonly program: string;
  /** What its users set to choose the data folder. */
  readonly folderSetting: string;
  /** What they can do where this PostgreSQL cannot run; the end of a sentence. */
  readonly alternative: string;
}

/** What the database is called, and its words. */
export interface Naming extends Words {
  readonly name: string;
}

/** It is a part of file names, a user of PostgreSQL and the name of a database. */
const NAME = /^[a-z][a-z0-9_]{0,31}$/;

/** @throws TypeError when the name cannot name all that it has to */
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
