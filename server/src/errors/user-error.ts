/** An error that a person can fix. Its message is a complete sentence and needs no stack. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}
