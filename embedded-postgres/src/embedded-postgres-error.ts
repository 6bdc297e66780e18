/** Why the embedded PostgreSQL cannot serve: a sentence that says what a person can do about it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
