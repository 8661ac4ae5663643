/** A class whose fields declare bounds. */
export type BoundedClass = abstract new (...args: never[]) => object;

/** Values that a decorator attaches to the fields of classes. */
export class FieldMetadata<T> {
  private readonly valuesByPrototype = new WeakMap<object, Map<string, T>>();
  private readonly valuesByClass = new WeakMap<BoundedClass, ReadonlyMap<string, T>>();

  /** Attaches a value to a field. `prototype` and `field` are the arguments of a property decorator. */
  set(prototype: object, field: string | symbol, value: T): void {
    const fields = this.valuesByPrototype.get(prototype) ?? new Map<string, T>();
    this.valuesByPrototype.set(prototype, fields.set(String(field), value));
  }

  /**
   * Returns the values of a class and its ancestors by field name. The fields of ancestors come first. The value of a
   * class overrides the value of an ancestor.
   */
  of(type: BoundedClass): ReadonlyMap<string, T> {
    const cached = this.valuesByClass.get(type);
    if (cached !== undefined) return cached;
    const levels: [string, T][][] = [];
    for (let prototype: unknown = type.prototype; typeof prototype === 'object' && prototype !== null;) {
      levels.unshift([...(this.valuesByPrototype.get(prototype) ?? [])]);
      prototype = Object.getPrototypeOf(prototype);
    }
    const fields = new Map(levels.flat());
    this.valuesByClass.set(type, fields);
    return fields;
  }
}
