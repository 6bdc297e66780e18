/** An error whose message is all that there is to say: a sentence about what a person can do something about. */
export class ErrorForPeople extends Error {
  override readonly name: string = 'ErrorForPeople';
}
