/** Where a value is in an exchange. */
export interface Place {
  /** Path within the exchange, e.g. `body.proofs.jwt[0]`. */
  readonly source: string
  /** True in our own answers, where a value under an unknown name cannot be a secret by accident. */
  readonly ours: boolean
  /** How many layers of encoding surround the value: JSON in a string, a token in a token. */
  readonly nesting: number
  /** True if member names denote kinds of things rather than values: `grants`, `proof_types_supported`. */
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
