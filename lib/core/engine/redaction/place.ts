/** Where in an exchange a value stands. */
export interface Place {
  /** Path within the exchange, e.g. `body.proofs.jwt[0]`. */
  readonly source: string
  /** True in our own answers: there a value under an unknown name is not a secret by accident. */
  readonly ours: boolean
  /** Encodings passed on the way: JSON in a string, a token in a token. */
  readonly nesting: number
  /** True where the names of members name a kind of thing, not a value: `grants`, `proof_types_supported`. */
  readonly namesKinds: boolean
}

/** The place of a member or element below another place. */
export const within = (
  { source, ours, nesting, namesKinds }: Place,
  step: string | number,
  change: Partial<Pick<Place, 'ours' | 'namesKinds'>> = {},
): Place => ({
  source: typeof step === 'number' ? `${source}[${step}]` : source === '' ? step : `${source}.${step}`,
  ours: change.ours ?? ours,
  nesting,
  namesKinds: change.namesKinds ?? namesKinds,
})
