/**
 * Statements that run in two forms. On one PostgreSQL server, a statement names all libraries that the caller sees, so
 * that one scan of an index serves them all. On a distributed database, it runs once for each library and names this
 * library for every table, so that the whole statement runs on the node that has it.
 */

/** Composes the conditions on libraries of one form of a statement. All arguments are constants of the code. */
export interface Libraries {
  /** Whether the statement names one library. */
  readonly single: boolean;
  /** The `uuid[]` expression of the libraries; null means all. */
  readonly array: string;
  /** A `uuid[]` parameter with the ids of the caller's artifacts that hide a global one. Only if `single`. */
  readonly namesakes: string;
  /** Condition: the column has the id of one of the libraries. */
  has(column: string): string;
  /** Condition: as `has`, for a parameter that is never null. */
  isOne(column: string): string;
  /** Condition: as `has`, or the column is null. */
  hasOrNone(column: string): string;
  /** Condition: both columns have the id of the same library. Binds `column`; another condition must bind `other`. */
  same(column: string, other: string): string;
}

/** The form of a statement for a distributed database. */
export interface SingleForm {
  readonly name?: string;
  readonly text: string;
  /** Place of the parameter for the library, from 1. It is a `uuid` here, and in the other form a `uuid[]` or null. */
  readonly library: number;
  /** Whether the statement takes the ids of `Libraries.namesakes` as an additional last parameter. */
  readonly takesNamesakes: boolean;
  /** Place of a `uuid` or `uuid[]` parameter of items: only the libraries of these items have rows. */
  readonly items?: number;
  /** Place of a `uuid[]` parameter of libraries: only these have rows. */
  readonly among?: number;
  /** Whether the partitions of artifacts without a library have rows, too. */
  readonly partitions?: boolean;
  /** Puts the rows of the libraries together, as the other form returns them. Default: one after the other. */
  readonly merge?: (rows: never[], values: readonly unknown[]) => object[];
}

type Options = Pick<SingleForm, 'items' | 'among' | 'partitions' | 'merge'> & {
  readonly name?: string;
  readonly library: number;
  /** Number of parameters. */
  readonly parameters: number;
};

/** A statement with its form for a distributed database. */
export interface TwoForms {
  readonly name?: string;
  readonly text: string;
  readonly single: SingleForm;
}

/** Composes both forms of a statement. A name has at most 58 bytes. */
export function perLibrary(options: Options, compose: (libraries: Libraries) => string): TwoForms {
  const { name, parameters, ...form } = options;
  const single = new OneLibrary(form.library, parameters);
  const text = compose(single);
  const singleName = name === undefined ? undefined : `${name}_each`;
  return {
    name,
    text: compose(allLibraries(form.library)),
    single: { ...form, name: singleName, text, takesNamesakes: single.usesNamesakes },
  };
}

/** The form for one PostgreSQL server. `place` is the place of the `uuid[]` parameter. */
export function allLibraries(place: number): Libraries {
  const array = `$${place}::uuid[]`;
  const has = (column: string): string => `(${array} IS NULL OR ${column} = ANY(${array}))`;
  return {
    single: false,
    array,
    get namesakes(): string {
      throw new Error('Only the form for one library takes namesakes.');
    },
    has,
    isOne: (column) => `${column} = ANY(${array})`,
    hasOrNone: (column) => `(${column} IS NULL OR ${array} IS NULL OR ${column} = ANY(${array}))`,
    same: (column, other) => `${column} = ${other}`,
  };
}

/** The form for one library. */
export class OneLibrary implements Libraries {
  readonly single = true;
  readonly array: string;
  usesNamesakes = false;
  private readonly id: string;

  /** `place` is the place of the parameter, `parameters` the number of parameters without the namesakes. */
  constructor(
    place: number,
    private readonly parameters: number,
  ) {
    this.id = `$${place}::uuid`;
    this.array = `ARRAY[${this.id}]`;
  }

  get namesakes(): string {
    this.usesNamesakes = true;
    return `$${this.parameters + 1}::uuid[]`;
  }

  has(column: string): string {
    return `${column} = ${this.id}`;
  }

  isOne(column: string): string {
    return this.has(column);
  }

  hasOrNone(column: string): string {
    return `(${column} IS NULL OR ${column} = ${this.id})`;
  }

  same(column: string): string {
    return `${column} = ${this.id}`;
  }
}
