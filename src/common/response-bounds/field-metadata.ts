/** A class whose fields declare bounds. */
export type BoundedClass = abstract new (...args: never[]) => object;

/** Values that a decorator attaches to the fields of classes. */
export class FieldMetadata<T> {
  private readonly declared = new WeakMap<object, Map<string, T>>();
  private readonly collected = new WeakMap<BoundedClass, ReadonlyMap<string, T>>();

  /** Attaches a value to a field. `prototype` and `field` are the arguments of a property decorator. */
  set(prototype: object, field: string | symbol, value: T): void {
    const fields = this.declared.get(prototype) ?? new Map<string, T>();
    this.declared.set(prototype, fields.set(String(field), value));
  }

  /** Returns the values of a class and its ancestors by field name, those of the ancestors first. A class overrides them. */
  of(type: BoundedClass): ReadonlyMap<string, T> {
    const known = this.collected.get(type);
    if (known !== undefined) return known;
    const levels: [string, T][][] = [];
    for (let prototype: unknown = type.prototype; typeof prototype === 'object' && prototype !== null;) {
      levels.unshift([...(this.declared.get(prototype) ?? [])]);
      prototype = Object.getPrototypeOf(prototype);
    }
    const fields = new Map(levels.flat());
    this.collected.set(type, fields);
    return fields;
  }
}
