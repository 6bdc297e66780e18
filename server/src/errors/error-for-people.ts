/** An error that a person can fix. Its message is a complete sentence and needs no stack. */
export class ErrorForPeople extends Error {
  override readonly name: string = 'ErrorForPeople';
}
