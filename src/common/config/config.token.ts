/** Injects the `Config` the application was started with. */
export const CONFIG = Symbol('CONFIG');
