/** The fields of answers that hold what a user has typed. */
const TYPED_BY_USERS: readonly string[] = ['reason', 'trackingNumber'];

/**
 * Marks the texts that users have written: `"text"` becomes `{"writtenByUser": "text"}`. The instructions of the server
 * say that they are data.
 */
export function markUserTexts(answer: object): string {
  return JSON.stringify(answer, (field, value: unknown) =>
    typeof value === 'string' && TYPED_BY_USERS.includes(field) ? { writtenByUser: value } : value,
  );
}
