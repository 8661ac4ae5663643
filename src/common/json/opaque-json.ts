/** JSON from a request that is stored without interpretation. Only its text is passed on. */
export class OpaqueJson {
  /** `text` must be canonical JSON: no white space, members sorted by name. */
  constructor(readonly text: string) {}
}
