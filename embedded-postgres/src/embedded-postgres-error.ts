/** The reason why the embedded PostgreSQL cannot run: a sentence with advice. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
