/**
 * Composes statements in two forms. On one PostgreSQL server, a statement names all libraries that the caller sees. On
 * a distributed database, the statement runs once for each library. It names this library for every table, so that the
 * node of the library runs the whole statement.
 */
import type { OneLibraryForm, Statement } from '../read-scope';

/**
 * Maximum length of the name of a statement. PostgreSQL cuts names at 63 bytes. The form for one library adds `_each`,
 * and a direct read of a node adds `_` and the number of a shard, which has at most ten digits.
 */
const NAME_MAX = 63 - '_each'.length - 11;

type Options = Omit<OneLibraryForm, 'text' | 'takesNamesakes'> & {
  /** Number of parameters of each form, without the parameter of `Libraries.namesakes`. */
  readonly parameters: number;
};

/** Composes both forms of a statement. Throws an error if its name is too long. */
export function perLibrary(
  { name, parameters, ...form }: Options,
  compose: (libraries: Libraries) => string,
): Statement & { readonly forOneLibrary: OneLibraryForm } {
  if ((name?.length ?? 0) > NAME_MAX) throw new Error(`The name ${name} is too long.`);
  const libraries = new OneLibrary(form.library, parameters);
  const text = compose(libraries);
  const nameForOneLibrary = name === undefined ? undefined : `${name}_each`;
  return {
    name,
    text: compose(allLibraries(form.library)),
    forOneLibrary: { ...form, name: nameForOneLibrary, text, takesNamesakes: libraries.usesNamesakes },
  };
}

/** Composes the conditions on libraries of one form of a statement. All arguments are constants of the code. */
export interface Libraries {
  /** Whether the statement names one library. */
  readonly isSingle: boolean;
  /** The `uuid[]` expression of the libraries; null means all. */
  readonly array: string;
  /**
   * A `uuid[]` parameter with the ids of the caller's artifacts for which a global artifact has the same id. The
   * caller does not see these global artifacts. Throws unless `isSingle`.
   */
  readonly namesakes: string;
  /** Condition: the column contains the id of one of the libraries. */
  has(column: string): string;
  /** Condition: as `has`, for a parameter that is never null. */
  isListed(column: string): string;
  /** Condition: as `has`, or the column is null. */
  hasOrNull(column: string): string;
  /**
   * Condition: both columns contain the id of the same library. The form for one library compares only `column` with
   * the library, so another condition must restrict `other` to it.
   */
  sameLibrary(column: string, other: string): string;
}

/** The form for one PostgreSQL server. `parameter` is the position of the `uuid[]` parameter with the libraries. */
export function allLibraries(parameter: number): Libraries {
  const array = `$${parameter}::uuid[]`;
  const isListed = (column: string): string => `${column} = ANY(${array})`;
  return {
    isSingle: false,
    array,
    get namesakes(): string {
      throw new Error('Only the form for one library has namesakes.');
    },
    has: (column) => `(${array} IS NULL OR ${isListed(column)})`,
    isListed,
    hasOrNull: (column) => `(${column} IS NULL OR ${array} IS NULL OR ${isListed(column)})`,
    sameLibrary: (column, other) => `${column} = ${other}`,
  };
}

/** The form for a distributed database. */
export class OneLibrary implements Libraries {
  readonly isSingle = true;
  readonly array: string;
  usesNamesakes = false;
  private readonly id: string;

  /** `parameter` is the position of the library parameter; `parameters` counts all parameters except `namesakes`. */
  constructor(
    parameter: number,
    private readonly parameters: number,
  ) {
    this.id = `$${parameter}::uuid`;
    this.array = `ARRAY[${this.id}]`;
  }

  get namesakes(): string {
    this.usesNamesakes = true;
    return `$${this.parameters + 1}::uuid[]`;
  }

  has(column: string): string {
    return `${column} = ${this.id}`;
  }

  isListed(column: string): string {
    return this.has(column);
  }

  hasOrNull(column: string): string {
    return `(${column} IS NULL OR ${this.has(column)})`;
  }

  sameLibrary(column: string): string {
    return this.has(column);
  }
}
