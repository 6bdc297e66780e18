/** The reason why a picture is not available. The message is a clause such as `it is not a JPEG, PNG, WebP or AVIF`. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}
