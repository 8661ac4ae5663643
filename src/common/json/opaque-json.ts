/** JSON of any structure from a request. Only its text is passed on. */
export class OpaqueJson {
  /** `text` must be canonical JSON: no white space, members sorted by name. */
  constructor(readonly text: string) {}
}
