/** One place of a definition that is wrong. */
export interface DefinitionProblem {
  /** Members and places, joined by dots: `steps.0.kind`. */
  readonly path: string
  readonly code: string
  /** To stand behind the name of the place: `must be …`. */
  readonly message: string
}
