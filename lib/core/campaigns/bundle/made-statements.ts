import { z } from 'zod'
import { digestOf } from '../../ground/ports/digests'
import type { Ports } from '../../ground/ports/ports'
import type { Campaign, Effect, StandingValue } from '../../ground/ports/store-types'
import { type EpochMillis, toIso } from '../../ground/time/time'

/** Newest statements of a wallet and version that are listed; older ones are forgotten. */
const statementsMax = 20

const zMade = z.object({
  id: z.uuid(),
  made_at: z.iso.datetime(),
  manifest_sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const zData = z.object({ statements: z.array(zMade) })

/** A statement that was exported as a bundle. */
export type MadeStatement = z.infer<typeof zMade>

/** Whose statements: those of a wallet, made from what counts for the asker. */
interface StatementsOf {
  readonly wallet: Campaign['wallet']
  readonly operatorOnly: boolean
}

const keyOf = ({ wallet: { name, version }, operatorOnly }: StatementsOf): string =>
  JSON.stringify(['bundles', name, version, operatorOnly])

/** The statements of a wallet that were exported as bundles, newest first. Throws StoreUnavailable. */
export async function madeStatements(
  of: StatementsOf,
  { store, sha256 }: Pick<Ports, 'store' | 'sha256'>,
): Promise<{ readonly standing: StandingValue | null; readonly statements: readonly MadeStatement[] }> {
  const standing = await store.standingValue('bundle_list', digestOf(keyOf(of), sha256))
  const read = zData.safeParse(standing?.data)
  return { standing, statements: read.data?.statements ?? [] }
}

/** Lists one more. Lost if another one was listed at the same time: then decide again. */
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
