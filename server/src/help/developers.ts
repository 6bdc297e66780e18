import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CallName } from '@perkex/contract/call-addresses.js';
import { CALL_EXAMPLES } from '@perkex/contract/call-examples.js';
import { PROGRAM_CALLS } from '@perkex/contract/program-calls.js';
import { escapeHtml } from '../html/escape-html.js';
import { markdownHtml } from '../html/markdown.js';

const GUIDE = fileURLToPath(new URL('../../developers/guide.md', import.meta.url));
const EXAMPLE = /\{\{example (\w+)\}\}/g;
const LONGEST_LINE = 80;
/** The subjects of the calls, in the order of the page. */
const SUBJECTS: Readonly<Record<string, string>> = {
  orders: 'Orders',
  live: 'Events and feeds',
  deals: 'Deals',
  payments: 'Payments',
  accounts: 'Your account',
  products: 'Products',
  market: 'The market',
  notices: 'Notifications',
  watching: 'Watchlist',
  collection: 'Collection',
  health: 'Health',
};

type Content = Readonly<Record<string, { readonly example?: unknown }>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-problems'?: readonly string[];
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface DocumentedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The page for developers: a guide, and each call for programs with its example, from the OpenAPI document. */
export class Developers {
  private html: Promise<string> | undefined;

  constructor(
    private readonly readDocument: () => OpenApiDocument,
    private readonly publicUrl: string,
  ) {}

  /** Rendered once. */
  page(): Promise<{ readonly html: string }> {
    this.html ??= this.render();
    return this.html.then((html) => ({ html }));
  }

  private async render(): Promise<string> {
    const calls = callsIn(this.readDocument());
    const guide = await readFile(GUIDE, 'utf8');
    const withExamples = guide
      .replaceAll('{{url}}', this.publicUrl)
      .replace(EXAMPLE, (_all, name: string) => {
        const call = calls.find(({ operation }) => operation.operationId === name);
        return call ? this.example(call) : '';
      });
    const subjects = Object.entries(SUBJECTS).flatMap(([tag, title]) => {
      const subjectCalls = calls.filter(({ operation }) => operation.tags.includes(tag));
      return subjectCalls.length > 0
        ? [`<h3>${escapeHtml(title)}</h3>`, ...subjectCalls.map((call) => this.call(call))]
        : [];
    });
    return markdownHtml(withExamples) + subjects.join('');
  }

  /** One call, closed until it is opened. */
  private call(call: DocumentedCall): string {
    const { method, path, operation } = call;
    const scope = operation.security.flatMap(({ key = [] }) => key)[0];
    const codes = (operation['x-problems'] ?? []).map((code) => `\`${code}\``).join(', ');
    const text = [
      scope === undefined ? 'It needs no key.' : `It needs a key with the scope \`${scope}\`.`,
      this.example(call),
      `It may be refused with ${codes}.`,
    ].join('\n\n');
    return (
      `<details id="call-${escapeHtml(operation.operationId)}"><summary><code>${method} ${escapeHtml(path)}</code> ` +
      `<span>${escapeHtml(operation.summary)}</span></summary>${markdownHtml(text)}</details>`
    );
  }

  /** The request as a command, and the answer, as Markdown. */
  private example({ method, path, operation }: DocumentedCall): string {
    const { params = {}, query = {}, body } = CALL_EXAMPLES[operation.operationId as CallName] ?? {};
    const filled = path.replace(/\{(\w+)\}/g, (_place, name: string) => params[name] ?? name);
    const search = new URLSearchParams(query);
    const { content = {} } = operation.responses[200] ?? {};
    const lines = [
      !('application/json' in content) && 'text/event-stream' in content ? 'curl -N' : 'curl',
      ...(operation.security.length > 0 ? [`-H 'Authorization: Bearer pkx_live_…'`] : []),
      ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
      `'${this.publicUrl}${filled}${search.size > 0 ? `?${search}` : ''}'`,
    ];
    const answer = Object.values(content).find(({ example }) => example !== undefined);
    const command = `\`\`\`\n${lines.join(` ${method === 'POST' ? '\\\n  ' : ''}`)}\n\`\`\``;
    return answer === undefined ? command : `${command}\n\n\`\`\`\n${answerText(answer.example)}\n\`\`\``;
  }
}

function answerText(example: unknown): string {
  if (typeof example === 'string') {
    return example;
  }
  const line = JSON.stringify(example);
  return line.length > LONGEST_LINE ? JSON.stringify(example, null, 2) : line;
}

function callsIn({ paths }: OpenApiDocument): DocumentedCall[] {
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ operation }) => PROGRAM_CALLS.includes(operation.operationId as CallName));
}
