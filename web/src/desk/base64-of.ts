/** Characters that one call can take as arguments. */
const AT_ONCE = 8_192;

/** The content of a file in base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let place = 0; place < bytes.length; place += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(place, place + AT_ONCE));
  }
  return btoa(text);
}
