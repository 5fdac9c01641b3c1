/** Subjects that a check passes, finds violated (or tolerates), or has nothing to say about. Tests run them all. */
interface Examples<Subject> {
  /** Empty only while nothing that can pass is built. */
  readonly pass: readonly Subject[]
  /** Empty for a check that only tells what a wallet may do. */
  readonly violated: readonly Subject[]
  /** Not applicable or not observed; empty for a check that every request of its endpoint answers. */
  readonly notApplicable: readonly Subject[]
}

export type ExamplesById<Subject> = Readonly<Record<string, Examples<Subject>>>
