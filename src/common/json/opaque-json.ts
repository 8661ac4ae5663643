/** JSON of any structure from a request. Handlers get its text instead of the parsed value. */
export class OpaqueJson {
  /** `text` must be canonical JSON: no white space, members sorted by name. */
  constructor(readonly text: string) {}
}
