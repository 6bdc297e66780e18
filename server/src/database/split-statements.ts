const TOKEN = /--.*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[\s\S]/g;

/**
 * Splits a migration into statements: distributed tables refuse several at once. It handles comments, quoted names,
 * texts and dollar-quoted bodies, but not `begin atomic` or backslash escapes.
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
