const TOKEN = /--.*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[\s\S]/g;

/**
 * The statements of a migration, one by one: where tables are distributed, several at once are refused. It knows comments,
 * names, texts and bodies between dollars, but no `begin atomic` and no backslashes in texts.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = '';
  let isOnlyComment = true;
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') {
      statements.push(current.trim());
      current = '';
      isOnlyComment = true;
    } else {
      current += token;
      isOnlyComment &&= /^(--|\/\*|\s)/.test(token);
    }
  }
  return isOnlyComment ? statements : [...statements, current.trim()];
}
