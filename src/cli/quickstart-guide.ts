/** What the quick start prints when it serves: at most one screen of 80 columns and 24 lines. */

/** Columns of the narrowest usual terminal. */
const COLUMNS = 80;

/** The facts of a running quick start. */
export interface QuickstartFacts {
  /** Address of the service, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly admin: { readonly username: string; readonly password: string };
  /** User names in the sample catalog, and their common password. */
  readonly viewers: { readonly usernames: readonly string[]; readonly password: string };
  /** A title for the example search, without characters that a shell changes. */
  readonly title: string;
}

/** The addresses, the credentials, and commands to copy. */
export function renderQuickstartGuide({ url, admin, viewers, title }: QuickstartFacts): string {
  const json = `-H 'Content-Type: application/json'`;
  const bearer = `-H "Authorization: Bearer $TOKEN"`;
  return [
    `Serving on ${url}`,
    `API description: ${url}/api/docs`,
    `Administrator: ${admin.username}, password ${admin.password}`,
    ...(viewers.usernames.length === 0
      ? []
      : [...wrap(`Users: ${viewers.usernames.join(', ')}`), `Their password: ${viewers.password}`]),
    '',
    'Copy these commands to another terminal:',
    `API=${url}/api/v1`,
    `TOKEN=$(curl -s $API/auth/login ${json} \\`,
    `  -d '${JSON.stringify({ username: admin.username, password: admin.password })}' |`,
    `  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s $API/intelligence/candidates:search ${bearer} \\`,
    `  ${json} -d '${JSON.stringify({ query: title })}'`,
    ...inspectorLines(url),
    '',
    'Ctrl-C stops the service; the data stays.',
  ].join('\n');
}

/** Three lines for a shell: they list the MCP tools and call two of them. */
function inspectorLines(url: string): string[] {
  return [
    `m() { npx -y @modelcontextprotocol/inspector --cli ${url}/mcp \\`,
    '  --header "Authorization: Bearer $TOKEN" --method "$@"; }; m tools/list',
    'for T in library_overview search_artifacts; do m tools/call --tool-name $T; done',
  ];
}

/** Breaks a text between words. */
function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length <= COLUMNS) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}
