/** COPY's text format. Derivation writes it on threads that know no database: nothing of one is loaded with it. */

/** The columns of rows on their way to a table: name and SQL type, in the order of the line. */
export type CopyColumns<Row> = Readonly<Record<keyof Row & string, string>>;

/** A column: its name, and how a value that is there is written. */
interface Field<Row> {
  readonly name: keyof Row;
  readonly encode: (value: unknown) => string;
}

/** Writes rows as lines of COPY's text format: about half of what JSON costs the server to read. */
export class CopyFormat<Row extends object> {
  /** Column names in the order of the line. */
  readonly names: readonly string[];
  private readonly fields: readonly Field<Row>[];
  /** The fields of the line under way. */
  private readonly encoded: string[];

  /** Names and types are constants of the code: they stand in statements as they are. */
  constructor(readonly columns: CopyColumns<Row>) {
    const entries = Object.entries<string>(columns);
    this.names = entries.map(([name]) => name);
    this.fields = entries.map(([name, type]) => ({ name: name as keyof Row, encode: encoderOf(type) }));
    this.encoded = this.names.map(() => '');
  }

  /**
   * The row as a line without its end. One flat text: rows that wait as lines keep a fraction of the objects alive that
   * their values are, and the collector has that much less to move.
   */
  toLine(row: Row): string {
    let index = 0;
    for (const { name, encode } of this.fields) {
      const value = row[name];
      this.encoded[index] = value === null || value === undefined ? '\\N' : encode(value);
      index += 1;
    }
    return this.encoded.join('\t');
  }

  /** The rows as lines, each made when it is asked for. */
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

/** JSON has escapes of its own for all that COPY sets apart, but for the character that it writes them with. */
function encodeJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('\\') ? json.replaceAll('\\', '\\\\') : json;
}

/** A number or a boolean reads the same in JSON and in COPY's text format. */
export function encodePlain(value: unknown): string {
  return typeof value === 'string' ? escapeField(value) : JSON.stringify(value);
}

function encodeArray(elements: readonly string[]): string {
  if (elements.length === 0) return '{}';
  for (const element of elements) {
    if (SPECIAL_IN_ARRAY.test(element)) return escapeField(`{${elements.map(quoteElement).join(',')}}`);
  }
  return `{"${elements.join('","')}"}`;
}

/** What an array literal or COPY sets apart. */
const SPECIAL_IN_ARRAY = /[\\"\n\r\t]/;

function quoteElement(element: string): string {
  return `"${element.replace(/[\\"]/g, '\\$&')}"`;
}

/** The four characters that have a meaning in COPY's text format. */
function escapeField(text: string): string {
  if (!/[\\\n\r\t]/.test(text)) return text;
  return text.replace(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
