/**
 * The text format of COPY. Worker threads without a database connection also use this file, so it must not import code
 * that connects to the database.
 */

/** SQL types of a table's columns by column name, in the order of the fields in a line. */
export type CopyColumns<Row> = Readonly<Record<keyof Row & string, string>>;

/** A column with the encoder of its non-null values. */
interface Field<Row> {
  readonly name: keyof Row;
  readonly encode: (value: unknown) => string;
}

/** Writes rows as lines in COPY's text format. The server parses it in about half the time of JSON. */
export class CopyFormat<Row extends object> {
  /** Column names, in the order of the fields in a line. */
  readonly names: readonly string[];
  private readonly fields: readonly Field<Row>[];

  /** Column names and types must be constants, because SQL statements contain them unescaped. */
  constructor(readonly columns: CopyColumns<Row>) {
    const entries = Object.entries<string>(columns);
    this.names = entries.map(([name]) => name);
    this.fields = entries.map(([name, type]) => ({ name: name as keyof Row, encode: encoderOf(type) }));
  }

  /** Returns the row as one line, without a line end. */
  toLine(row: Row): string {
    return this.fields.map(({ name, encode }) => (row[name] == null ? '\\N' : encode(row[name]))).join('\t');
  }

  /** Returns the rows as lines. Each line is created when it is read. */
  *toLines(rows: Iterable<Row>): Generator<string> {
    for (const row of rows) yield this.toLine(row);
  }
}

function encoderOf(type: string): (value: unknown) => string {
  if (type === 'json' || type === 'jsonb') return encodeJson;
  if (type === 'text[]') return (value) => encodeArray(value as readonly string[]);
  if (type === 'uuid') return (value) => value as string;
  return encodePlain;
}

/** `JSON.stringify` escapes all characters that are special in COPY, except for the backslash. */
function encodeJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('\\') ? json.replaceAll('\\', '\\\\') : json;
}

/** Encodes a text, a number or a boolean. Numbers and booleans have the same form in JSON and in COPY's text format. */
export function encodePlain(value: unknown): string {
  return typeof value === 'string' ? escapeField(value) : JSON.stringify(value);
}

function encodeArray(elements: readonly string[]): string {
  if (elements.length === 0) return '{}';
  const isSpecial = elements.some((element) => SPECIAL_IN_ARRAY.test(element));
  if (isSpecial) return escapeField(`{${elements.map(quoteElement).join(',')}}`);
  return `{"${elements.join('","')}"}`;
}

/** Characters that are special in a quoted element of an array literal, or in COPY. */
const SPECIAL_IN_ARRAY = /[\\"\n\r\t]/;

function quoteElement(element: string): string {
  return `"${element.replace(/[\\"]/g, '\\$&')}"`;
}

/** Escapes the four special characters of COPY's text format. */
function escapeField(text: string): string {
  if (!/[\\\n\r\t]/.test(text)) return text;
  return text.replace(/[\\\n\r\t]/g, (special) => ESCAPES[special] ?? special);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
