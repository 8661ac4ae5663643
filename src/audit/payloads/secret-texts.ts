/** Recognizes secrets in texts by their format. Pure, in linear time. */

/** Replacement for a secret. */
export const REDACTED = '[redacted]';

/** Alternatives for a single quote within a single-quoted text of a shell. */
const SHELL_QUOTES = String.raw`|'"'"'|'\\''`;
/**
 * A quoted text, up to its closing quote or to the end. A quote with more backslashes before it than the opening quote
 * belongs to the text: a text in JSON contains `\"`, and such JSON in a text of other JSON contains `\\\"`. A doubled
 * quote, as in SQL, also belongs to the text, as do the forms in which shells write a single quote (`'"'"'`, `'\''`).
 * `other` lists, for a character class, further characters that the text does not contain.
 */
const quotedBy = (quote: string, other: string): string =>
  [
    String.raw`(?<!\\)${quote}(?:[^${quote}\\${other}]|\\[^${other}]|${quote}${quote}${quote === "'" ? SHELL_QUOTES : ''})*${quote}?`,
    String.raw`(?<=(?<!\\)\\)${quote}(?:[^${quote}${other}]|(?<=\\\\)${quote})*${quote}?`,
    String.raw`(?<=\\\\)${quote}(?:[^${quote}${other}]|(?<=\\{4})${quote})*${quote}?`,
  ].join('|');

/**
 * Letters and signs before a quote that change how a text is read: `b"…"` in Python, `u8"…"` in C, `$@"…"` in C#. In
 * JSON, the quote after them has backslashes.
 */
const BEFORE_DOUBLE_QUOTE = String.raw`(?:(?:[uU]&|[uU]8|[A-Za-z@$]{1,2})\\{0,4})?`;
/** Before a single quote: `E'…'` in SQL, `rb'…'` in Python, `$'…'` in shells. But not `he's`, `I'm` or `O'Brien`. */
const BEFORE_SINGLE_QUOTE = String.raw`(?:(?:[uU]&|[uU]8|[bBeEnNrRuUfF$]|[bBrRfF]{2})\\{0,4})?`;
/** A text in double or single quotes without the characters of `other`. */
const quotedWithout = (other: string): string =>
  `${BEFORE_DOUBLE_QUOTE}(?:${quotedBy('"', other)})|${BEFORE_SINGLE_QUOTE}(?:${quotedBy("'", other)})`;
/** A text in double or single quotes. */
const QUOTED = quotedWithout('');
/** The first word of a text in double or single quotes. */
const QUOTED_WORD = quotedWithout(String.raw`\s`);
/** A text in dollar quotes, as in SQL, up to the same quote or to the end. */
const DOLLAR_QUOTED = String.raw`\$(?<tag>\w{0,63})\$(?:[^$]|\$(?!\k<tag>\$))*(?:\$\k<tag>\$)?`;
/**
 * A quoted value of a cookie, up to its closing quote or to the end of the line. A quote before a delimiter, or at the
 * end of the text, begins no value: it closes the text that contains the header.
 */
const quotedCookieBy = (quote: string): string => String.raw`${quote}(?![\s,;}\])]|$)[^\r\n${quote}]*${quote}?`;
/** A JSON string with its closing quote. Its quotes are `"`, `\"` inside another string, or `\\\"` one level deeper. */
const JSON_TEXT = String.raw`"(?:[^"\\\r\n]|\\[^\r\n])*"|\\"[^"\\\r\n]*\\"|\\{3}"[^"\\\r\n]*\\{3}"`;
/** An object or an array in JSON. `inner` matches those within it. */
const bracketed = (inner: string): string => String.raw`[{[](?:[^"\\\r\n{}[\]]|${JSON_TEXT}${inner})*[}\]]`;
/** JSON of up to three levels in a cookie. If it is deeper or not closed, it extends to the end of the line. */
const COOKIE_JSON = String.raw`${bracketed(`|${bracketed(`|${bracketed('')}`)}`)}|[{[][^\r\n]*`;
/** A value after a name and a separator: quoted, or up to the next space or delimiter. Quotes may be escaped. */
const VALUE = String.raw`(\[redacted\]|${QUOTED}|[^\s"',;&})\]]+)`;
/** The separator after a name: `:`, `=` or `=>`, with an optional closing quote of the name before it. */
const SEPARATOR = String.raw`\\{0,4}["']?\s{0,4}(?:=>?|:)\s{0,4}\\{0,4}`;

/**
 * A name of two words. If a space separates them, the first one must be a whole word: `android token` does not contain
 * the name `id token`. Without a space, the first one can also be the end of a word: `userIdToken`.
 */
const nameOf = (first: string, second: string): string =>
  String.raw`(?:${first})[_.-]?${second}|(?:\b|_)(?:${first}) ${second}`;

/**
 * Names whose value is nearly always a secret. Any value after them is redacted, also that in "Password: The Movie".
 */
const UNAMBIGUOUS_NAMES = [
  'pass(?:word|wd|phrase|code)',
  'pwd',
  'pgpass',
  nameOf(
    'api|access|account|auth|client|consumer|deploy|encryption|license|master|private|secret|service|shared|signing',
    'key',
  ),
  nameOf('ssh|storage|subscription|webhook|x-auth|(?:shared|secret)[ _.-]?access', 'key'),
  // Not `valid_token` and `invalid_token`, which is an error code of OAuth.
  nameOf(
    String.raw`access|api|auth|bearer|bot|csrf|deploy|(?<!(?:\b|_|is|has)(?:in)?val)id|oauth|personal|private|refresh|security|session|xsrf`,
    'token',
  ),
  nameOf('client', 'secret'),
  'key-data',
].join('|');

/**
 * Names that prose uses, too: `the secret: …`. Only the first word of a quoted value, or an unquoted value of at least
 * six characters with a digit, counts as a secret. Two later patterns also accept short numbers after some names, and
 * any value after `secret=` and `token=`.
 */
const AMBIGUOUS_NAMES =
  'secret|token|credentials?|session(?:[ _.-]?id)?|signature|[_.-]key|auth|dsn|otp|sid|cv[cv]2?|pin';

/** Names whose secret can be a short number. A number of three digits is enough. */
const SHORT_NUMBER_NAMES = 'otp|cv[cv]2?|pin';

/** Prefixes of tokens of well-known services. One of the first 33 characters after a prefix must be a digit. */
const TOKEN_PREFIXES = [
  ...['gh[oprsu]_', 'github_pat_', 'gl(?:agent|cbt|dt|ft|imt|oas|pat|ptt|rt|soat)-', 'ATATT3', 'ATBB', 'ATCTT3'],
  ...['xox[abeoprs]-', 'xapp-', String.raw`xoxe\.xox[bp]-`, 'lin_(?:api|oauth)_', 'ntn_', 'figd_', 'PMAK-', 'tfp_'],
  ...['[prs]k_(?:live|test)_', 'whsec_', 'sq0(?:atp|csp|idp)-', 'shp(?:at|ca|pa|ss)_', 'EZ[AT]K', 'shippo_live_'],
  ...['sk-', 'gsk_', 'xai-', 'pplx-', 'hf_', 'r8_', 'AIza', String.raw`ya29\.`, 'GOCSPX-', '1//0', String.raw`SG\.`],
  ...['npm_', 'pypi-', 'rubygems_', 'dckr_[op]at_', 'CLOJARS_', 'oy2', 'cio', 'key-', 'xkeysib-', 'NRAK-', 'NRII-'],
  ...['do[opr]_v1_', 'HRKU-', 'nfp_', 'tskey-', 'fm2_', 'CCIPAT_', 'bkua_', 'pul-', 'dapi', 'CFPAT-', 'LTAI', 'p8e-'],
  ...['sntry[su]_', 'gl(?:sa|c)_', String.raw`hv[brs]\.`, 'pscale_(?:oauth|pw|tkn)_', 'sbp_', 'sb_secret_', 'ops_eyJ'],
  ...[
    String.raw`dt0[cs]\d{2}\.`,
    String.raw`dp\.(?:audit|ct|pt|sa|scim|st)\.`,
    String.raw`sl\.`,
    'secret_',
    'AGE-SECRET-KEY-1',
  ],
].join('|');

/** Patterns and their replacements, in the order of application. Patterns that can match whole lines come first. */
const PATTERNS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [
    /-----BEGIN [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----(?:[^]*?-----END [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----|[^]*)/g,
    REDACTED,
  ],
  [/---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----[^]*/g, REDACTED],
  [/(\bPrivate-Lines: \d{1,4})[^]*/g, `$1${REDACTED}`],
  // Authorization schemes with several parameters. All text to the end of the line is replaced.
  [
    /(\b(?:authorization\\{0,4}["']?\s{0,4}[:=]\s{0,4}\\{0,4}["']?)?(?:(?:AWS4-HMAC-SHA256|Digest|OAuth)\s{1,4}(?=[\w-]{1,40}=)|SharedKey(?:Lite)?\s{1,4}(?=[\w-]{1,40}:)))[^\r\n]+/gi,
    `$1${REDACTED}`,
  ],
  [
    new RegExp(
      String.raw`(\b(?:set-)?cookie2?\\{0,4}["']?\s{0,4}[:=]\s{0,4}\\{0,4}["']?)(?=[^\s=;"']{1,64}=)(?:=\\{0,4}(?:${quotedCookieBy('"')}|${quotedCookieBy("'")})|${COOKIE_JSON}|[^\r\n"'{[])+`,
      'gi',
    ),
    `$1${REDACTED}`,
  ],
  [
    new RegExp(
      String.raw`(\b(?:proxy-)?authorization\\{0,4}["']?\s{0,4}[:=]\s{0,4}\\{0,4})(\[redacted\]|${QUOTED}|(?:[a-z][\w-]{0,40}[ \t]{1,4})?[^\s"',;&})\]]+)`,
      'gi',
    ),
    `$1${REDACTED}`,
  ],
  [/(\bbearer\s{1,4})(?=[\w.~+/=-]{0,256}\d)[\w.~+/=-]{8,}/gi, `$1${REDACTED}`],
  // The value must look like Base64: after its first character, it has a lower-case letter, and also a capital, a
  // digit or a sign. Most ordinary words do not; `JavaScript` does.
  [/(\b[Bb]asic\s{1,4})(?=.[A-Z0-9+/]{0,64}[a-z])(?=.[a-z]{0,64}[A-Z0-9+/=])[A-Za-z0-9+/]{8,}={0,2}/g, `$1${REDACTED}`],
  // User and password in a URL, up to the last @ of the authority. In a web address, a user of at least 16 characters
  // without a password is a token.
  [/(:\/\/)[^\s/?#"'<>:@]{0,256}:[^\s/?#"'<>]*@/g, `$1${REDACTED}@`],
  [/(\bhttps?:\/\/)[^\s/?#"'<>@]{16,256}@/g, `$1${REDACTED}@`],
  [
    /(\b(?:hooks\.slack\.com\/(?:services|workflows)|discord(?:app)?\.com\/api\/webhooks|[\w-]{1,64}\.webhook\.office\.com)\/)[^\s"'<>]+/g,
    `$1${REDACTED}`,
  ],
  [
    /([?&;](?:[\w.-]{0,40}(?:token|secret|signature|credential|password|passwd|pwd|api_?key)|sig|sid)=)[^&#\s"'<>]+/gi,
    `$1${REDACTED}`,
  ],
  [/([?&;](?:key|code|auth|session)=)[^&#\s"'<>]{16,}/gi, `$1${REDACTED}`],
  // Options of commands.
  [
    new RegExp(
      String.raw`((?:^|[\s"'])--?(?!no-)(?:[\w-]{0,40}-)?(?:password|passwd|pwd|passphrase|pass|secret|token|api-?key|access-?key|secret-?key|private-?key|credentials?)(?:=|\s{1,4})\\{0,4})(${QUOTED}|[^\s"'-][^\s"']*)`,
      'gi',
    ),
    `$1${REDACTED}`,
  ],
  [/((?:^|[\s"'])(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"']{1,128}:)(?!\/\/)[^\s"']+/g, `$1${REDACTED}`],
  [
    /(\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|redis-cli|docker login)\b[^\r\n"']{0,200}?\s-[pa] ?)[^\s-][^\s]*/g,
    `$1${REDACTED}`,
  ],
  [
    new RegExp(String.raw`(\bidentified by\s{1,4}\\{0,4}|\bpassword\s{1,4}\\{0,4})(${QUOTED}|${DOLLAR_QUOTED})`, 'gi'),
    `$1${REDACTED}`,
  ],
  [/(\blogin\s{1,4}\S{1,256}\s{1,4}password\s{1,4})\S+/g, `$1${REDACTED}`],
  [
    new RegExp(
      String.raw`(\b[A-Z][A-Z0-9_]{0,60}_(?:KEY|SECRET|TOKEN|PASS|PASSWD|PASSWORD|PWD|DSN|CREDENTIALS|AUTH)\s{0,2}[=:]\s{0,4}\\{0,4})(${QUOTED}|[^\s"',;]+)`,
      'g',
    ),
    `$1${REDACTED}`,
  ],
  [new RegExp(`((?:${UNAMBIGUOUS_NAMES})${SEPARATOR})${VALUE}`, 'gi'), `$1${REDACTED}`],
  [
    new RegExp(
      String.raw`((?:\b|[_.-])(?:${AMBIGUOUS_NAMES})${SEPARATOR})(\[redacted\]|${QUOTED_WORD}|(?=[^\s"',;&})\]]{0,64}\d)[^\s"',;&})\]]{6,})`,
      'gi',
    ),
    `$1${REDACTED}`,
  ],
  [new RegExp(String.raw`((?:\b|[_.-])(?:${SHORT_NUMBER_NAMES})${SEPARATOR})\d{3,}`, 'gi'), `$1${REDACTED}`],
  [/((?:\b|[_.-])(?:secret|token)\\{0,4}["']?\s{0,4}=\s{0,4})(?:\[redacted\]|[^\s"',;&})\]]+)/gi, `$1${REDACTED}`],
  // Formats that are recognized without a name.
  [new RegExp(String.raw`\b(?:${TOKEN_PREFIXES})(?=[\w.~+/=-]{0,32}\d)[\w.~+/=-]{16,}`, 'g'), REDACTED],
  [/\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g, REDACTED],
  [/\b(?:SK[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2}|pat[A-Za-z0-9]{14}\.[0-9a-f]{64})\b/g, REDACTED],
  [/\d{8,10}:AA[\w-]{33}/g, REDACTED],
  [/\b[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,40}/g, REDACTED],
  [/\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}/g, REDACTED],
  // Hashes of passwords. Whoever has a hash can guess the password offline.
  [/\$(?:2[abxy]|argon2(?:id|i|d)|apr1|scrypt|pbkdf2-sha\d{3}|[156y7])\$[\w./=$,+-]{20,}/g, REDACTED],
  [/\bSCRAM-SHA-256\$[\w+/=:$]{20,}/g, REDACTED],
];

/** A text that no pattern matches. Most names of JSON members are such texts. */
const SHORT_WORD = /^\w{0,15}$/;

/** Replaces everything in a text that looks like a secret. The text must not contain lone surrogates. */
export function redactSecrets(text: string): string {
  if (SHORT_WORD.test(text)) return text;
  let redacted = redactWebTokens(text);
  for (const [pattern, replacement] of PATTERNS) redacted = redacted.replace(pattern, replacement);
  return redacted;
}

const WEB_TOKEN_START = /\beyJ[\w-]{5}/;
const WEB_TOKEN_PART_MIN_CHARS = 5;
/** Number of parts of a signed token. */
const SIGNED_PARTS = 3;
/** Number of parts of an encrypted token. */
const ENCRYPTED_PARTS = 5;

/**
 * Replaces JSON Web Tokens. A token has three parts separated by dots, or five parts, of which the second may be empty.
 * The first part starts like Base64-encoded JSON.
 */
function redactWebTokens(text: string): string {
  if (!text.includes('eyJ')) return text;
  return text.replace(/[\w.-]+/g, (dottedText) => {
    const parts = dottedText.split('.');
    const redacted: string[] = [];
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index] ?? '';
      const count = countTokenParts(parts, index);
      const start = count > 0 ? part.search(WEB_TOKEN_START) : -1;
      redacted.push(start < 0 ? part : part.slice(0, start) + REDACTED);
      if (start >= 0) index += count - 1;
    }
    return redacted.join('.');
  });
}

/** Returns the number of parts of a token that starts with the part `first`; 0 if no token can start there. */
function countTokenParts(parts: readonly string[], first: number): number {
  const isLong = (index: number): boolean => (parts[index]?.length ?? 0) >= WEB_TOKEN_PART_MIN_CHARS;
  if (isLong(first + 2) && isLong(first + 3) && isLong(first + 4)) return ENCRYPTED_PARTS;
  return isLong(first + 1) && first + SIGNED_PARTS <= parts.length ? SIGNED_PARTS : 0;
}
