import 'server-only'
import { cache } from 'react'
import {
  editionIdOf,
  ofAskedEdition,
  shownStatement,
  stateOf,
  zSlug,
} from '@/lib/core/campaigns/published/publish-rules'
import type { PublicStatement } from '@/lib/core/campaigns/statement/public-statement'
import type { PublishedStatement } from '@/lib/core/shared/ports/published'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'
import { statementRoot } from './statement-root'

/** Every statement under a slug, removed ones too, newest first. Throws StoreUnavailable. */
const statementsUnder = cache(async (slug: string): Promise<readonly PublishedStatement[]> => {
  const read = zSlug.safeParse(slug)
  return read.success ? container().ports.published.statements(read.data) : []
})

/** The query of a page, which may name an edition. */
export type WalletQuery = Readonly<Record<string, string | string[] | undefined>>

const noQuery = new URLSearchParams()

/** A page's query as an address has it. */
const queryOf = ({ edition = [] }: WalletQuery): URLSearchParams =>
  new URLSearchParams([edition].flat().map((one) => ['edition', one]))

/** The statement that a page shows: of one version, or `null` for the newest; of the edition in its query. */
async function statementAt(
  slug: string,
  version: string | null,
  query: URLSearchParams,
): Promise<PublishedStatement | null> {
  const found = ofAskedEdition(await statementsUnder(slug), query)
  const own = version === null ? found : found.filter(({ wallet }) => wallet.version === version)
  return shownStatement(own, container().ports.now())
}

/** Whether a wallet is published under a slug; `removed` if it was. Throws StoreUnavailable. */
export async function walletExists(
  slug: string,
  version: string | null,
  query: URLSearchParams = noQuery,
): Promise<boolean | 'removed'> {
  const statement = await statementAt(slug, version, query)
  return statement === null ? false : statement.removedAt === null ? true : 'removed'
}

/** A statement in the list of those under its slug. */
interface PublishedVersion extends PublishedStatement {
  readonly state: 'valid' | 'expired' | 'removed'
  readonly editionId: string
  /** The edition that its address names; `null` where its version has no other. */
  readonly addressed: string | null
}

/** What the page of a published wallet shows. */
export interface PublishedWalletView {
  readonly statement: PublishedStatement
  readonly state: 'valid' | 'expired' | 'removed'
  /** `null` once it was removed. */
  readonly document: PublicStatement | null
  /** What is published under the slug, newest first, without what was removed. */
  readonly versions: readonly PublishedVersion[]
  /** The edition that the addresses of its files name; `null` where its version has no other. */
  readonly addressed: string | null
  /** The origin of this service, and the SHA-256 of the root that its signatures lead to, in hex. */
  readonly origin: string
  readonly rootSha256: string
  readonly now: EpochMillis
}

/** A published wallet; `null` if there is none. Throws StoreUnavailable. */
export async function publishedWallet(
  slug: string,
  version: string | null,
  query: WalletQuery = {},
): Promise<PublishedWalletView | null> {
  const statement = await statementAt(slug, version, queryOf(query))
  if (statement === null) return null
  const { ports, protocolSettings } = container()
  const now = ports.now()
  const shown = (await statementsUnder(slug)).filter((one) => stateOf(one, now) !== 'removed')
  const addressedBy = (one: PublishedStatement) =>
    shown.some(({ id, wallet }) => id !== one.id && wallet.version === one.wallet.version) ? editionIdOf(one) : null
  const pem = await statementRoot()
  const der = Buffer.from(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  return {
    statement,
    state: stateOf(statement, now),
    // Only this service writes it.
    document: (await ports.published.document(statement.id)) as unknown as PublicStatement | null,
    versions: shown.map((one) => ({
      ...{ ...one, state: stateOf(one, now), editionId: editionIdOf(one), addressed: addressedBy(one) },
    })),
    addressed: addressedBy(statement),
    origin: protocolSettings.baseUrl,
    rootSha256: Buffer.from(ports.sha256(new Uint8Array(der))).toString('hex'),
    now,
  }
}

/** What is wrong where a check fails, without a value; `null` for a check that this version does not know. */
export function problemOf(checkId: string): string | null {
  const check = shared().checks.checkById(checkId)
  if (check === null) return null
  const { problem } = check
  const words = typeof problem === 'string' ? problem : `${problem.subject} must ${problem.must}`
  return words.replaceAll(/\{[a-z_]+\}/g, '…')
}

/** A published wallet in a list: the statement that its page shows. */
interface ListedWallet {
  readonly slug: string
  readonly statement: PublishedStatement
  readonly state: 'valid' | 'expired'
  readonly editionId: string
}

/** Published wallets by their names, one for each slug; of what is expired, the newest. Throws StoreUnavailable. */
export async function publishedWallets(): Promise<readonly ListedWallet[]> {
  const { published, now } = container().ports
  const bySlug = new Map<string, PublishedStatement[]>()
  for (const one of await published.listed()) bySlug.set(one.slug, [...(bySlug.get(one.slug) ?? []), one])
  const at = now()
  return [...bySlug]
    .flatMap(([slug, statements]): ListedWallet[] => {
      const statement = shownStatement(statements, at)
      const state = statement === null ? 'removed' : stateOf(statement, at)
      return statement === null || state === 'removed'
        ? []
        : [{ slug, statement, state, editionId: editionIdOf(statement) }]
    })
    .sort((one, other) => one.statement.wallet.name.localeCompare(other.statement.wallet.name, 'en'))
}
