/** JSON of a request that is stored, not understood: nothing but its text goes through the service. */
export class OpaqueJson {
  /** `text` is canonical JSON: without white space, members sorted. */
  constructor(readonly text: string) {}
}
