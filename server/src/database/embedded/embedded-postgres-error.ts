import { ErrorForPeople } from '../../error-for-people.js';
/** Why the embedded PostgreSQL cannot serve: a sentence that says what a person can do about it. */
export class EmbeddedPostgresError extends ErrorForPeople {
  override readonly name = 'EmbeddedPostgresError';
}
