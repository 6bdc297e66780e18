import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A mail as its recipient sees it. */
export interface ReadMail {
  /** By name in lower case, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

/** Parses the kind of mail that we send: two parts, plain or quoted-printable. */
export function readMail(source: string): ReadMail {
  const { headers, body } = splitHead(source);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1).map(readPart);
  const contentOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.content ?? '';
  return { headers, text: contentOf('text/plain'), html: contentOf('text/html') };
}

/** The mails of an outbox in the order of their file names; none if there is no outbox. */
export async function readOutbox(folder: string): Promise<ReadMail[]> {
  const files = await mailFiles(folder);
  return Promise.all(files.map(async (file) => readMail(await readFile(file, 'utf8'))));
}

export async function mailFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => path.join(folder, name));
}

/** The code of the link in a mail. */
export function codeIn({ text }: ReadMail): string {
  const code = /\/reset-password\?oobCode=([\w-]+)/.exec(text)?.[1];
  if (code === undefined) {
    throw new Error(`There is no link in this mail:\n${text}`);
  }
  return code;
}

/** The code of the verification link in a mail; null in any other mail. */
export function confirmationCodeIn({ text }: ReadMail): string | null {
  return /\/confirm-email\?code=([\w-]+)/.exec(text)?.[1] ?? null;
}

/** The code of the e-mail change link in a mail; null in any other mail. */
export function changeCodeIn({ text }: ReadMail): string | null {
  return /\/confirm-email\?change=([\w-]+)/.exec(text)?.[1] ?? null;
}

function splitHead(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: source.slice(end + 4) };
}

function readPart(part: string): { type: string; content: string } {
  const { headers, body } = splitHead(part.replace(/^\r\n/, ''));
  const isQuoted = headers.get('content-transfer-encoding') === 'quoted-printable';
  return { type: headers.get('content-type') ?? '', content: isQuoted ? unquoted(body) : body };
}

function unquoted(body: string): string {
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
