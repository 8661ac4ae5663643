/**
 * The text that the quick start prints when the service has started: at most 20 lines of 80 columns. A screen of 24
 * lines then also shows the lines that were printed before it.
 */

/** Columns of the narrowest usual terminal. */
const COLUMNS = 80;

/** The values that the guide contains. */
interface QuickstartFacts {
  /** Address of the service, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The administrator of the quick start. The password is null if the account now has another one, or is disabled. */
  readonly admin: { readonly username: string; readonly password: string | null };
  /** The users of the sample catalog who can log in with `password`. */
  readonly viewers: { readonly usernames: readonly string[]; readonly password: string };
  /** A title for the example search, without characters that a shell changes. */
  readonly title: string;
}

/** Returns the addresses, the credentials, and commands to copy. */
export function renderQuickstartGuide({ url, admin, viewers, title }: QuickstartFacts): string {
  const json = `-H 'Content-Type: application/json'`;
  const { username, password } = admin.password === null ? { username: 'NAME', password: 'PASSWORD' } : admin;
  const bearer = `-H "Authorization: Bearer $TOKEN"`;
  return [
    `Serving on ${url}`,
    `API description: ${url}/api/docs`,
    admin.password === null
      ? `The account ${admin.username} was changed: replace NAME and PASSWORD below with yours.`
      : `Administrator: ${admin.username}, password ${admin.password}`,
    ...(viewers.usernames.length === 0
      ? []
      : [...wrap(`Users: ${viewers.usernames.join(', ')}`), `Their password: ${viewers.password}`]),
    '',
    'Copy these commands to another terminal:',
    `API=${url}/api/v1`,
    `TOKEN=$(curl -s $API/auth/login ${json} \\`,
    `  -d '${JSON.stringify({ username, password })}' |`,
    `  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s $API/intelligence/candidates:search ${bearer} \\`,
    `  ${json} -d '${JSON.stringify({ query: title })}'`,
    ...inspectorLines(),
    '',
    'Ctrl-C stops the service; the data stays.',
  ].join('\n');
}

/**
 * Returns shell commands that list the MCP tools and call one of them. They name a version, because npm otherwise
 * chooses a very old inspector on Node 20. `--no-engine-strict` starts version 2, made for Node 22, on Node 20, too.
 * The commands use a function, because zsh does not split the value of a variable into words. The name of the function
 * is unlikely to be an alias of the user: the shell would replace an alias even in the definition.
 */
function inspectorLines(): string[] {
  return [
    'try_mcp() { npx --no-engine-strict -y @modelcontextprotocol/inspector@2 \\',
    ' --cli ${API%/api*}/mcp --header "Authorization: Bearer $TOKEN" --method "$@"; }',
    'try_mcp tools/list; try_mcp tools/call --tool-name library_overview',
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
