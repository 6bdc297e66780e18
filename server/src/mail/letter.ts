import { escapeHtml } from '../html/escape-html.js';
import type { Mail } from './mailer.js';

/** The content of a mail, before it is rendered as text and as HTML. */
export interface Letter {
  readonly heading: string;
  readonly opening: string;
  /** The data that the reader needs, each with its name. */
  readonly facts?: readonly Fact[];
  /** The main action of the mail. */
  readonly action: Link;
  readonly notes: readonly Note[];
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface Link {
  readonly label: string;
  readonly url: string;
}

/** A sentence with an optional link. */
export interface Note {
  readonly sentence: string;
  readonly link?: Link;
}

/** The colours of the light theme (`web/src/styles.css`). Many mail programs support neither variables nor classes. */
const INK = '#0c0c0d';
const MUTED = '#66666d';
const LINE = '#e5e5e1';
const CARD = '#f4f4f2';
const PAPER = '#ffffff';
const VOLT = '#c8f53c';
const SANS = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const DISPLAY = "font-family:Archivo,'Arial Black',Arial,sans-serif";

/** Renders the letter as a mail to one person. */
export function letterMail(to: string, letter: Letter): Mail {
  return {
    to,
    subject: `PerkeX: ${letter.heading}`,
    text: letterAsText(letter),
    html: letterAsHtml(letter),
  };
}

/** The plain part. */
function letterAsText({ heading, opening, facts = [], action, notes }: Letter): string {
  const paragraphs = [
    heading,
    opening,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    `${action.label}:\n${action.url}`,
    ...notes.map(({ sentence, link }) => (link ? `${sentence} ${link.label}:\n${link.url}` : sentence)),
    '-- \nPerkeX',
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

/** The HTML part: a table for the width, inline styles, no external resources. */
function letterAsHtml({ heading, opening, facts = [], action, notes }: Letter): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background:${CARD}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${CARD}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 0 20px">${brand()}</td></tr>
<tr><td style="padding:32px;background:${PAPER};border:1px solid ${LINE};border-radius:10px">
<h1 style="margin:0 0 16px;${DISPLAY};font-size:24px;line-height:1.15;font-weight:800;color:${INK}">${escapeHtml(heading)}</h1>
<p style="margin:0;${SANS};font-size:16px;line-height:1.5;color:${INK}">${escapeHtml(opening)}</p>
${factsAsHtml(facts)}
${button(action)}
${notes.map(noteAsHtml).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function brand(): string {
  const letters = `${DISPLAY};font-size:22px;font-weight:900;color:${INK}`;
  return `<span style="${letters}">Perke<span style="margin-left:2px;padding:0 6px;border-radius:5px;background:${VOLT}">X</span></span>`;
}

function factsAsHtml(facts: readonly Fact[]): string {
  if (facts.length === 0) {
    return '';
  }
  const cell = `padding:6px 16px 6px 0;border-top:1px solid ${LINE};${SANS};font-size:16px;line-height:1.5;text-align:left;vertical-align:top`;
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th scope="row" style="${cell};font-weight:400;color:${MUTED};white-space:nowrap">${escapeHtml(label)}</th><td style="${cell};font-weight:700;color:${INK}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 0">${rows.join('\n')}</table>`;
}

/** The address also appears below the button, for programs that show no buttons. */
function button({ label, url }: Link): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0 12px"><a href="${address}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${VOLT};${SANS};font-size:16px;font-weight:700;color:${INK};text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 24px;${SANS};font-size:13px;line-height:1.5;color:${MUTED};word-break:break-all">${address}</p>`;
}

function noteAsHtml({ sentence, link }: Note): string {
  const leads = link
    ? ` <a href="${escapeHtml(link.url)}" style="color:${INK}">${escapeHtml(link.label)}</a>`
    : '';
  return `<p style="margin:12px 0 0;${SANS};font-size:14px;line-height:1.5;color:${MUTED}">${escapeHtml(sentence)}${leads}</p>`;
}
