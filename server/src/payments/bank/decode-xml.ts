import { XmlError } from './read-xml.js';

/** The encodings of the banks. All others are refused. */
const ENCODINGS = ['utf-8', 'iso-8859-1', 'windows-1252'];
const DECLARATION = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/i;
const HEAD_BYTES = 200;

/** The text of a file that begins as XML; null for any other file. @throws XmlError for another encoding */
export function decodeXml(bytes: Buffer): string | null {
  const head = bytes
    .subarray(0, HEAD_BYTES)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '');
  if (!head.trimStart().startsWith('<')) {
    return null;
  }
  const encoding = DECLARATION.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!ENCODINGS.includes(encoding)) {
    throw new XmlError(
      `Line 1: the encoding ${encoding} is not read. It must be one of ${ENCODINGS.join(', ')}.`,
    );
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new XmlError(`The file is not text in ${encoding}.`);
  }
}
