/** Formats of secrets that must be redacted, and ordinary texts that must not change. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REDACTED, redactSecrets } from './secret-texts';

/**
 * Parts of the secrets in the tables. The tables add prefixes and names, so that secret scanners do not report this
 * file as a leak. `S22` has 22 characters, and so on. `MIXED` has letters and digits; `PLAIN` is a word.
 */
const S38 = 'q7Kd93Lm2Xv8Tp4Wn6Rb1Yc5Hs0GjFa2Ue9To3';
const S36 = S38.slice(0, 36);
const S22 = S38.slice(0, 22);
const S33 = S38.slice(0, 33);
const HEX32 = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
const HEX64 = `${HEX32}${[...HEX32].toReversed().join('')}`;
const UPPER16 = 'Q7KD53LM2XV4TP4W';
const MIXED = 'hunter2-9f8e7d6c';
const PLAIN = 'swordfish';
const BASE64 = 'dXNlcjpwYXNzd29yZA==';
const PEM = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
const JSON64 = 'eyJhbGciOiJIUzI1NiJ9';

/** A name, a text, and the secret in it. */
const SHAPES: readonly (readonly [name: string, text: string, secret: string])[] = [
  // Headers.
  ['bearer header', `Authorization: Bearer ${MIXED}`, MIXED],
  ['basic header', `Authorization: Basic ${BASE64}`, BASE64],
  ['basic without a header', `it sent Basic ${BASE64} again`, BASE64],
  ['bearer without a header', `curl -H 'Bearer ${MIXED}'`, MIXED],
  ['header with a scheme that is not a standard', `authorization: GenieKey ${MIXED}`, MIXED],
  ['header without a scheme', `Authorization: ${PLAIN}`, PLAIN],
  ['proxy header', `Proxy-Authorization: Basic ${BASE64}`, BASE64],
  ['digest header', `Authorization: Digest username="ada", response="${HEX32}"`, HEX32],
  ['signature of AWS requests', `Authorization: AWS4-HMAC-SHA256 Credential=a/b/c, Signature=${HEX64}`, HEX64],
  ['shared key of Azure', `Authorization: SharedKey account:${BASE64}`, BASE64],
  ['OAuth 1 header', `Authorization: OAuth oauth_nonce="a", oauth_signature="${S22}"`, S22],
  ['header in JSON', `{"Authorization":"Token ${MIXED}"}`, MIXED],
  ['header in escaped JSON', `{\\"authorization\\": \\"${MIXED}\\"}`, MIXED],
  ['API key header', `X-Api-Key: ${MIXED}`, MIXED],
  ['token header', `X-Auth-Token: ${PLAIN}`, PLAIN],
  ['cookie header', `Cookie: theme=dark; session=${MIXED}`, MIXED],
  ['first cookie', `cookie: ${MIXED}=1; theme=dark`, MIXED],
  ['set-cookie header', `Set-Cookie: id=${MIXED}; HttpOnly; Path=/`, MIXED],
  ['cookie of a shell command', `curl -H "Cookie: id=${MIXED}; a=b" https://example.org`, MIXED],
  ['cookie with a quoted value', `Cookie: session="${MIXED}"; theme=dark`, MIXED],
  ['second cookie with a quoted value', `Cookie: theme="dark"; session="a ${MIXED}"`, MIXED],
  ['cookie after one with a quoted value', `Cookie: theme="dark"; session=${MIXED}`, MIXED],
  ['set-cookie header with a quoted value', `Set-Cookie: id="${MIXED}"; HttpOnly`, MIXED],
  ['cookie without a closing quote', `Cookie: id="${MIXED}`, MIXED],
  ['quoted cookie of a shell command', `curl -H 'Cookie: id="${MIXED}"' https://example.org`, MIXED],
  ['quoted cookie before a comma', `Set-Cookie: id="${MIXED}", b=1`, MIXED],
  ['quoted cookie in parentheses', `(Cookie: id="${MIXED}")`, MIXED],
  ['quoted cookie at the end of a sentence', `Cookie: id="${MIXED}".`, MIXED],
  ['quoted cookie in JSON', `{"Cookie":"theme=\\"dark\\"; id=\\"${MIXED}\\"","title":"x"}`, MIXED],
  ['cookie in JSON', `Cookie: prefs={"id":"${MIXED}"}; theme=dark`, MIXED],
  ['cookie after one in JSON', `Cookie: prefs={"theme":"dark","a":[1,{"b":2}]}; id=${MIXED}`, MIXED],
  ['cookie in a JSON array', `Cookie: ids=["${MIXED}","a"]`, MIXED],
  ['cookie in JSON of a shell command', `curl -H 'Cookie: a={"b":"${MIXED}"}' https://example.org`, MIXED],
  ['cookie in JSON in JSON', `{"Cookie":"a={\\"b\\":\\"${MIXED}\\"}; c=d","title":"x"}`, MIXED],
  ['cookie in JSON that is cut', `Cookie: prefs={"id":"${MIXED}`, MIXED],
  ['cookie in JSON that is cut in a second level', `Cookie: prefs={"a":{"id":"${MIXED}`, MIXED],
  ['cookie in JSON of four levels', `Cookie: prefs={"a":{"b":{"c":{"id":"${MIXED}"}}}}`, MIXED],
  ['cookie after one in JSON of four levels', `Cookie: prefs=[[[["a"]]]]; id=${MIXED}`, MIXED],
  ['cookie after an opening bracket in a text of JSON', `Cookie: prefs={"a":"{"}; id="${MIXED}"`, MIXED],
  ['cookie in JSON after a closing bracket in a text', `Cookie: prefs={"a":"}","id":"${MIXED}"}`, MIXED],
  ['cookie in JSON after a prefix', `Cookie: prefs=j:{"id":"${MIXED}"}`, MIXED],
  // Assignments.
  ['password', `password=${MIXED}`, MIXED],
  ['password that is a word', `password: ${PLAIN}`, PLAIN],
  ['password in JSON', `{"passwd": "${PLAIN} ${PLAIN}"}`, PLAIN],
  ['password in single quotes', `pwd = '${PLAIN}'`, PLAIN],
  ['password with an escaped quote', `{"password":"${PLAIN.slice(0, 4)}\\"${PLAIN}","title":"x"}`, PLAIN],
  ['password with two escaped quotes', `password = "\\"${PLAIN}\\"${PLAIN}"`, PLAIN],
  ['password with an escaped quote in JSON inside a JSON string', `"{\\"password\\":\\"a\\\\\\"${PLAIN}\\"}"`, PLAIN],
  [
    'password with an escaped quote in JSON inside two nested JSON strings',
    `\\\\\\"pwd\\\\\\":\\\\\\"a${'\\'.repeat(7)}"${PLAIN}\\\\\\"`,
    PLAIN,
  ],
  ['password with an escaped single quote', `pwd = 'a\\'${PLAIN}'`, PLAIN],
  ['token with an escaped quote', `token: "a\\"${PLAIN}"`, PLAIN],
  ['header with an escaped quote', `"Authorization": "a\\"${PLAIN}"`, PLAIN],
  ['option with an escaped quote', `tool --password "a\\"${PLAIN}" --verbose`, PLAIN],
  ['variable with an escaped quote', `export APP_SECRET="a\\"${PLAIN}"`, PLAIN],
  ['password in SQL with an escaped quote', `CREATE USER ada IDENTIFIED BY 'a\\'${PLAIN}'`, PLAIN],
  ['password in SQL with a doubled quote', `CREATE USER ada IDENTIFIED BY 'a''${PLAIN}'`, PLAIN],
  ['role in SQL with doubled quotes', `ALTER ROLE ada PASSWORD '''a''${PLAIN}' LOGIN`, PLAIN],
  ['password with a doubled quote', `password = 'a''${PLAIN}'`, PLAIN],
  ['password in triple quotes', `password = """${PLAIN}"""`, PLAIN],
  ['password in SQL with a doubled double quote', `CREATE USER ada IDENTIFIED BY "a""${PLAIN}"`, PLAIN],
  ['option with a quote in double quotes', `tool --password 'a'"'"'${PLAIN}'`, PLAIN],
  ['option with an escaped quote', `tool --password 'a'\\''${PLAIN}'`, PLAIN],
  ['command after a quoted one', `ssh host 'tool --password "a"' && mysql -u root -p'${PLAIN}'`, PLAIN],
  ['passphrase', `passphrase: "${PLAIN} of four words"`, PLAIN],
  ['variable of libpq', `PGPASSWORD=${PLAIN} psql`, PLAIN],
  ['exported key', `export MY_SERVICE_KEY=${PLAIN}`, PLAIN],
  ['exported secret', `export APP_SECRET="${PLAIN}"`, PLAIN],
  ['AWS secret key', `aws_secret_access_key = ${S38}`, S38],
  ['AWS session token', `AWS_SESSION_TOKEN=${S38}`, S38],
  ['API key', `api_key: ${PLAIN}`, PLAIN],
  ['API key in words', `API key: ${PLAIN}`, PLAIN],
  ['key of an account', `AccountName=a;AccountKey=${BASE64};EndpointSuffix=b`, BASE64],
  ['password of a connection string', `Server=db;User Id=sa;Password=${PLAIN};Encrypt=true`, PLAIN],
  ['short name in a connection string', `Server=db;Uid=sa;Pwd=${PLAIN};`, PLAIN],
  ['shared access key', `SharedAccessKeyName=a;SharedAccessKey=${BASE64}`, BASE64],
  ['client secret', `client_secret=${PLAIN}`, PLAIN],
  ['access token', `access_token: ${PLAIN}`, PLAIN],
  ['refresh token in JSON', `"refreshToken":"${PLAIN}"`, PLAIN],
  ['token with digits', `token: ${MIXED}`, MIXED],
  ['token in quotes', `"token": "${PLAIN}"`, PLAIN],
  ['secret with an equals sign', `secret=${PLAIN}`, PLAIN],
  ['secret in quotes', `secret: '${PLAIN}'`, PLAIN],
  ['Ruby hash', `:api_key => "${PLAIN}"`, PLAIN],
  ['npm configuration', `//registry.example.org/:_authToken=${PLAIN}`, PLAIN],
  ['npm basic authentication', `_auth=${BASE64}`, BASE64],
  ['Docker configuration', `{"auths":{"example.org":{"auth":"${BASE64}"}}}`, BASE64],
  ['Kubernetes configuration', `client-key-data: ${PEM}`, PEM],
  ['session id', `session_id=${MIXED}`, MIXED],
  ['one-time password', `otp: 493817`, '493817'],
  ['security code', `cvv: 739`, '739'],
  ['security code in JSON', `{"cvc":739}`, '739'],
  ['PIN', `pin=4711`, '4711'],
  ['PIN with a prefix', `sim_pin: 4711`, '4711'],
  ['token with an equals sign', `token=${PLAIN}`, PLAIN],
  ['named token with an equals sign', `page_token = ${PLAIN}`, PLAIN],
  ['id token in words', `the id token: ${PLAIN}`, PLAIN],
  ['id token in a longer name', `userIdToken: ${PLAIN}`, PLAIN],
  ['id token in a name with the letters of "valid"', `approvalIdToken: ${PLAIN}`, PLAIN],
  ['netrc', `machine example.org login ada password ${PLAIN}`, PLAIN],
  ['SQL role', `CREATE ROLE ada LOGIN PASSWORD '${PLAIN}'`, PLAIN],
  ['SQL user', `CREATE USER ada IDENTIFIED BY '${PLAIN}'`, PLAIN],
  ['SQL role with an escape string', `ALTER ROLE ada PASSWORD E'a\\'${PLAIN}'`, PLAIN],
  ['SQL role with a Unicode string', `ALTER ROLE ada PASSWORD U&'${PLAIN}'`, PLAIN],
  ['SQL role with dollar quotes', `ALTER ROLE ada PASSWORD $$${PLAIN} a$$ LOGIN`, PLAIN],
  ['SQL role with a tag in dollar quotes', `ALTER ROLE ada PASSWORD $q$a $b$ ${PLAIN}$q$`, PLAIN],
  ['password in an escape string', `password = E'${PLAIN}'`, PLAIN],
  ['password in bytes', `password=b"${PLAIN}"`, PLAIN],
  ['password in the quotes of a shell', `export APP_SECRET=$'a ${PLAIN}'`, PLAIN],
  ['token in a raw string', `token: r'${PLAIN}'`, PLAIN],
  ['password in a formatted string', `password=f"${PLAIN}"`, PLAIN],
  ['password in a string with two letters', `password = rb"a ${PLAIN}"`, PLAIN],
  ['password in a string with two capitals', `password: BR'a ${PLAIN}'`, PLAIN],
  ['password in a verbatim string', `Password = @"a ${PLAIN}"`, PLAIN],
  ['password in a verbatim string with values', `Password = $@"a ${PLAIN}"`, PLAIN],
  ['password in a wide string', `password = L"a ${PLAIN}"`, PLAIN],
  ['password in a UTF-8 string', `password = u8"a ${PLAIN}"`, PLAIN],
  ['password in bytes in JSON', `{"code":"password = b\\"a ${PLAIN}\\"","title":"x"}`, PLAIN],
  ['token in bytes in JSON', `{"code":"token = b\\"${PLAIN}\\"","title":"x"}`, PLAIN],
  ['variable in the quotes of a shell in JSON', `{"code":"export APP_SECRET=$\\"a ${PLAIN}\\""}`, PLAIN],
  ['token in a formatted string', `token: f"${PLAIN}"`, PLAIN],
  ['option in a formatted string', `tool --password f"a ${PLAIN}"`, PLAIN],
  ['header in a formatted string', `"Authorization": f"Bearer ${PLAIN}"`, PLAIN],
  ['password in SQL in JSON', `{"sql":"ALTER ROLE ada PASSWORD E\\"a ${PLAIN}\\""}`, PLAIN],
  // Options of commands.
  ['option', `tool --password ${PLAIN} --verbose`, PLAIN],
  ['option with an equals sign', `tool --api-key=${PLAIN}`, PLAIN],
  ['option with quotes', `tool --db-password "${PLAIN} ${PLAIN}"`, PLAIN],
  ['token option', `gh auth login --token ${PLAIN}`, PLAIN],
  ['option in quotes', `["tool","--token=${PLAIN}"]`, PLAIN],
  ['user of curl in quotes', `["curl","-uada:${PLAIN}"]`, PLAIN],
  ['user of curl', `curl -u ada:${PLAIN} https://example.org`, PLAIN],
  ['long user of curl', `curl --user "ada:${PLAIN}" https://example.org`, PLAIN],
  ['option of mysql', `mysql -h db -u ada -p${PLAIN} films`, PLAIN],
  ['option of sshpass', `sshpass -p ${PLAIN} ssh ada@host`, PLAIN],
  ['option of redis-cli', `redis-cli -h db -a ${PLAIN} ping`, PLAIN],
  ['option of docker login', `docker login -u ada -p ${PLAIN} example.org`, PLAIN],
  // URLs.
  ['password in a URL', `postgres://ada:${PLAIN}@db/films`, PLAIN],
  ['password with an at sign', `mongodb+srv://ada:${PLAIN}@${PLAIN}@db/films`, PLAIN],
  ['password without a user', `redis://:${PLAIN}@db:6379/0`, PLAIN],
  ['user that is a token', `https://${MIXED}-x@example.org/a.git`, MIXED],
  ['user that is a token, with a password', `https://${MIXED}:x-oauth-basic@example.org/a.git`, MIXED],
  ['token in a query', `https://example.org/a?page=2&access_token=${PLAIN}`, PLAIN],
  ['key in a query', `https://example.org/a?key=${S22}`, S22],
  ['signed URL of AWS', `https://a.example.org/b?X-Amz-Expires=9&X-Amz-Signature=${HEX64}`, HEX64],
  ['signed URL of Azure', `https://a.example.org/b?sv=2022&sig=${S22}%3D`, S22],
  ['code of OAuth', `https://example.org/back?code=${S22}&state=a`, S22],
  ['Slack webhook', `https://hooks.slack.com/services/T0/B0/${S22}`, S22],
  ['Discord webhook', `https://discord.com/api/webhooks/123/${S36}`, S36],
  ['Teams webhook', `https://acme.webhook.office.com/webhookb2/${S36}`, S36],
  // Tokens of services.
  ...['ghp_', 'gho_', 'ghs_', 'github_pat_', 'glpat-', 'xoxb-', 'xapp-1-', 'sk_live_', 'rk_test_', 'whsec_'].map(
    (prefix) => [`token ${prefix}`, `found ${prefix}${S36} here`, S36] as const,
  ),
  ...['sk-', 'sk-proj-', 'sk-ant-api03-', 'gsk_', 'hf_', 'npm_', 'pypi-', 'shpat_', 'dop_v1_', 'dckr_pat_'].map(
    (prefix) => [`token ${prefix}`, `found ${prefix}${S36} here`, S36] as const,
  ),
  ...['GOCSPX-', 'ya29.', 'hvs.', 'glsa_', 'sntrys_', 'figd_', 'lin_api_', 'PMAK-', 'xkeysib-', 'tskey-auth-'].map(
    (prefix) => [`token ${prefix}`, `"${prefix}${S36}"`, S36] as const,
  ),
  ['key of a Google API', `AIza${S36.slice(0, 35)}`, S36.slice(0, 35)],
  ['key of SendGrid', `SG.${S22}.${S38}`, S38],
  ['key id of AWS', `AKIA${UPPER16}`, UPPER16],
  ['temporary key id of AWS', `ASIA${UPPER16}`, UPPER16],
  ['key of Twilio', `SK${HEX32}`, HEX32],
  ['key of Mailchimp', `${HEX32}-us12`, HEX32],
  ['key of Mailgun', `key-${HEX32}`, HEX32],
  ['token of Airtable', `pat${S38.slice(0, 14)}.${HEX64}`, HEX64],
  ['token of a Telegram bot', `https://api.telegram.org/bot123456789:AA${S33}/getMe`, S33],
  ['token of a Discord bot', `M${S38.slice(0, 23)}.${S38.slice(0, 6)}.${S33}`, S33],
  ['token of Terraform', `${S38.slice(0, 14)}.atlasv1.${S38}${S22}`, S22],
  // Tokens and keys by their form.
  ['web token', `${JSON64}.${MIXED}.${MIXED}`, MIXED],
  ['web token in a path', `/a/${JSON64}.${MIXED}.${MIXED}/b`, MIXED],
  ['encrypted web token', `${JSON64}..${S22}.${S36}.${S33}`, S33],
  ['RSA key', `-----BEGIN RSA PRIVATE KEY-----\n${PEM}\n-----END RSA PRIVATE KEY-----`, PEM],
  ['key in one line', `"-----BEGIN PRIVATE KEY-----\\n${PEM}\\n-----END PRIVATE KEY-----\\n"`, PEM],
  ['PGP key', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${PEM}\n-----END PGP PRIVATE KEY BLOCK-----`, PEM],
  ['hash of bcrypt', `ada:$2b$12$${S38}${S22}`, S22],
  ['hash of argon2', `$argon2id$v=19$m=65536,t=3,p=4$${S22}$${S36}`, S36],
  ['hash of a shadow file', `ada:$6$salt$${S38}${S38}:19000:0:99999:7:::`, S38],
  ['hash of PostgreSQL', `SCRAM-SHA-256$4096:${BASE64}$${S38}=:${S36}=`, S36],
];

/** Secrets whose end cannot be recognized. All text after their start is redacted. */
const ENDLESS: readonly (readonly [name: string, text: string, secret: string])[] = [
  ['key that was cut', `-----BEGIN EC PRIVATE KEY-----\n${PEM}`, PEM],
  ['key of SSH2', `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${PEM}`, PEM],
  ['key of PuTTY', `Private-Lines: 14\n${PEM}`, PEM],
];

test('the tables have at least 100 texts', () => {
  expect(SHAPES.length + ENDLESS.length).toBeGreaterThanOrEqual(100);
});

test.each(SHAPES)('hides the secret and keeps the lines around it: %s', (_, text, secret) => {
  const redacted = redactSecrets(`The first line.\n${text}\nThe last line.`);
  expect(redacted).toContain(REDACTED);
  for (const part of [secret, secret.slice(0, 8), secret.slice(-8)]) expect(redacted).not.toContain(part);
  expect(redacted.startsWith('The first line.\n') && redacted.endsWith('\nThe last line.')).toBe(true);
});

test.each(ENDLESS)('hides a secret without an end and keeps the line before it: %s', (_, text, secret) => {
  const redacted = redactSecrets(`The first line.\n${text}\nThe last line.`);
  expect(redacted).not.toContain(secret);
  expect(redacted).not.toContain('The last line.');
  expect(redacted.startsWith('The first line.\n')).toBe(true);
});

test.each([`--password ${PLAIN}`, `--pass=${PLAIN}`, `-u ada:${PLAIN}`, `--user=ada:${PLAIN}`])(
  'hides the secret of an option at the start of a text: %s',
  (text) => {
    expect(redactSecrets(text)).toContain(REDACTED);
    expect(redactSecrets(text)).not.toContain(PLAIN);
  },
);

test('does not change text that is already redacted', () => {
  for (const [, text] of SHAPES) {
    const once = redactSecrets(text);
    expect(redactSecrets(once)).toBe(once);
  }
});

describe('does not change the text after a quoted secret', () => {
  it.each([
    ['{"password":"a\\\\","title":"Metropolis"}', '{"password":[redacted],"title":"Metropolis"}'],
    ['{"password":"","title":"Metropolis"}', '{"password":[redacted],"title":"Metropolis"}'],
    ["PASSWORD 'a''b' VALID UNTIL 'today'", "PASSWORD [redacted] VALID UNTIL 'today'"],
    [
      '{"cmd":"tool --password \\"abc\\"","title":"Metropolis"}',
      '{"cmd":"tool --password \\[redacted]","title":"Metropolis"}',
    ],
    [`{"sql":"ALTER ROLE a PASSWORD 'x'"}`, '{"sql":"ALTER ROLE a PASSWORD [redacted]"}'],
    [`curl -d 'password="a"' https://h/p and a note`, `curl -d 'password=[redacted]' https://h/p and a note`],
    ['curl -H "Cookie: a=" https://example.org', 'curl -H "Cookie: [redacted]" https://example.org'],
    ['{"Cookie":"a="}', '{"Cookie":"[redacted]"}'],
    [`curl -H 'Cookie: a="b"' -H 'Accept: c'`, `curl -H 'Cookie: [redacted]' -H 'Accept: c'`],
    ['{"Cookie":"a=","title":"Metropolis"}', '{"Cookie":"[redacted]","title":"Metropolis"}'],
    ['{"Cookie":"a=\\"b\\"","title":"Metropolis"}', '{"Cookie":"[redacted]","title":"Metropolis"}'],
    ['{"Cookie":"a={\\"b\\":[\\"}\\"]}","title":"Metropolis"}', '{"Cookie":"[redacted]","title":"Metropolis"}'],
    ['"{\\"pwd\\":\\"a\\",\\"title\\":\\"Metropolis\\"}"', '"{\\"pwd\\":\\[redacted],\\"title\\":\\"Metropolis\\"}"'],
    ['password=rb"a", title="Metropolis"', 'password=[redacted], title="Metropolis"'],
    ['{"code":"pwd = b\\"a\\"","title":"Metropolis"}', '{"code":"pwd = [redacted]","title":"Metropolis"}'],
  ])('%s', (text, redacted) => expect(redactSecrets(text)).toBe(redacted));
});

describe('does not change ordinary text', () => {
  it.each([
    'Basic Instinct 2 and the basic understanding of it; BASIC INSTINCT; Basic Training (1985)',
    'The secret: she never left. A secret is kept; the token: a ring. His credentials: none.',
    'The bearer of the basic truth has a secret. Tokens are counted; a password is asked for.',
    'Session: Impossible. The session ended: nobody came. Pin: a love story. Auth: none needed.',
    'Key Largo, Key: The Metal Idol, and the key of the city cost $5 to $12 in 1948.',
    'Cookie: a tale of crumbs. A cookie a day; Cookie (1989): directed by Susan Seidelman.',
    'The sk-ii bottle, the a-list, npm_config, gh_pages, sl.it, hf_x, key-note, SG.1, dp.pt and pul-ling.',
    'Mail ada@example.org or see https://example.org/films?page=2&sort=title#key=top and ssh://git@example.org/a.',
    'movie:39f20734-191f-5c8f-a229-57b0b2e1492a tt0111161 tmdb:278 sha256 of 2024-01-02T03:04:05.678Z',
    'Digest of the news, 1999; OAuth explained; the shared key to it all; login as ada, then read.',
    'curl -s https://example.org --data title=Metropolis --limit 5 --no-token --verbose',
    'max_tokens: 4096, tokens=12, total_tokens: 900, passengers: 3, author: Ada, keywords: spy',
    'He identified by name the man whose password was never told, at 12:30, ratio 16:9, score 3:2.',
    'SyntaxError: invalid token: unexpected end; a robot token: lost; the okapi key: hidden. Pin: 12 rolls.',
    'invalid_token: expired; invalid-token: expired, invalidToken: yes, is_valid_token: no, isValidToken: no',
    'Weekly digest subject: new films; OAuth scopes: read, write; a digest of films: 12; a digest (1999) is = 3',
    "Max steals the password he's guarding. Then the crew flies home, and it's over.",
    `{"note":"the password I'll use","title":"Metropolis"}`,
    "The secret: it's a trap; The Secret: L'Amour. Token: I'm Lost. PIN: we're closed.",
    'Mr. Robot: eps1.0_hellofriend.mov, S01E01; 24: 8:00 a.m.-9:00 a.m.; $9.99 per film',
  ])('%s', (text) => expect(redactSecrets(text)).toBe(text));

  it('of the sample catalog', () => {
    const lines = readFileSync(join(__dirname, '../../../samples/catalog.ndjson'), 'utf8').trim().split('\n');
    const texts = lines.flatMap((line) =>
      Object.values(JSON.parse(line) as object).filter((v) => typeof v === 'string'),
    );
    expect(texts.length).toBeGreaterThan(500);
    for (const text of texts) expect(redactSecrets(text)).toBe(text);
    for (const line of lines) expect(redactSecrets(line)).toBe(line);
  });
});
