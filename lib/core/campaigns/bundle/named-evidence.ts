/** What a statement names as evidence: ids of sessions, each with the exchanges that belong to it. */
export type NamedEvidence = ReadonlyMap<string, ReadonlySet<string>>

/** The parts of a statement that name evidence. */
export interface NamingStatement {
  readonly items: readonly {
    readonly contradicted_by_evidence: { readonly sessions: readonly string[] } | null
  }[]
  readonly cases: readonly {
    readonly sessions: readonly string[]
    readonly cause: { readonly session_id: string; readonly exchange_id: string | null } | null
  }[]
}

/** Every session that a statement names, in the order of its cases: a bundle holds the evidence of each. */
export function namedEvidence({ items, cases }: NamingStatement): NamedEvidence {
  const named = new Map<string, Set<string>>()
  const name = (session: string, exchange: string | null) => {
    const exchanges = named.get(session) ?? new Set()
    if (exchange !== null) exchanges.add(exchange)
    named.set(session, exchanges)
  }
  for (const { sessions, cause } of cases) {
    for (const session of sessions) name(session, null)
    if (cause !== null) name(cause.session_id, cause.exchange_id)
  }
  for (const { contradicted_by_evidence: seen } of items)
    for (const session of seen?.sessions ?? []) name(session, null)
  return named
}
