import { z } from 'zod'
import { digestOf } from '../../shared/ports/digests'
import type { Ports } from '../../shared/ports/ports'
import type { Campaign, Effect, StandingValue } from '../../shared/ports/store-types'
import { type EpochMillis, toIso } from '../../shared/time/time'

/** The evidence that a statement names: exchange ids by session id. */
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

/**
 * Every session that a result of the statement is based on, in the order of its cases. A bundle holds the evidence of
 * each.
 */
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
 * Sessions that only people named to support a result they entered. Nobody verified that they exist, so a bundle holds
 * those that do, as far as there is room.
 */
export function toldSessions(statement: NamingStatement): ReadonlySet<string> {
  const named = namedEvidence(statement)
  const told = statement.cases.flatMap(({ evidence }) => evidence.flatMap(({ session_id: id }) => id ?? []))
  return new Set(told.filter((id) => !named.has(id)))
}

/** How many statements to list per wallet and version; older ones are forgotten. */
const statementsMax = 20

const zMade = z.object({
  id: z.uuid(),
  made_at: z.iso.datetime(),
  manifest_sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const zData = z.object({ statements: z.array(zMade) })

/** A statement that was exported as a bundle. */
export type MadeStatement = z.infer<typeof zMade>

/** Selects statements: those about a wallet, made from what counts for the asker. */
interface StatementsOf {
  readonly wallet: Campaign['wallet']
  readonly operatorOnly: boolean
}

const keyOf = ({ wallet: { name, version }, operatorOnly }: StatementsOf): string =>
  JSON.stringify(['bundles', name, version, operatorOnly])

/** The exported statements of a wallet, newest first. Throws StoreUnavailable. */
export async function madeStatements(
  of: StatementsOf,
  { store, sha256 }: Pick<Ports, 'store' | 'sha256'>,
): Promise<{ readonly standing: StandingValue | null; readonly statements: readonly MadeStatement[] }> {
  const standing = await store.standingValue('bundle_list', digestOf(keyOf(of), sha256))
  const read = zData.safeParse(standing?.data)
  return { standing, statements: read.data?.statements ?? [] }
}

/** Lists another statement. Lost if another one was listed at the same time: retry then. */
export async function listStatement(
  of: StatementsOf,
  { ports, at, manifestSha256 }: { readonly ports: Ports; readonly at: EpochMillis; readonly manifestSha256: string },
): Promise<Extract<Effect, { type: 'replace' }>> {
  const { standing, statements } = await madeStatements(of, ports)
  const made: MadeStatement = { id: ports.uuid(), made_at: toIso(at), manifest_sha256: manifestSha256 }
  const replaces = standing?.version ?? 0
  return {
    type: 'replace',
    replaces,
    value: {
      kind: 'bundle_list',
      digest: digestOf(keyOf(of), ports.sha256),
      version: replaces + 1,
      changedAt: at,
      data: { statements: [made, ...statements].slice(0, statementsMax).map((one) => ({ ...one })) },
    },
  }
}
