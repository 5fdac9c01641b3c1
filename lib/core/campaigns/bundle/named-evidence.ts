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
    readonly evidence: readonly { readonly session_id?: string | undefined }[]
  }[]
}

/** Every session that a result of a statement follows from, in the order of its cases: a bundle holds the evidence of each. */
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

/**
 * The sessions that only people name, in support of what they entered. Nobody verified that they exist, so a bundle holds those
 * that do, as far as there is room.
 */
export function toldSessions(statement: NamingStatement): ReadonlySet<string> {
  const named = namedEvidence(statement)
  const told = statement.cases.flatMap(({ evidence }) => evidence.flatMap(({ session_id: id }) => id ?? []))
  return new Set(told.filter((id) => !named.has(id)))
}
