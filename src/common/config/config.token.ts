/** Injection token of the application's `Config`. */
export const CONFIG = Symbol('CONFIG');
