import { createHash } from 'node:crypto'
import { ClientResponseError } from 'pocketbase'
import { z } from 'zod'
import { filterOf, toDateColumn } from '@/lib/core/shared/ports/filter'
import {
  type PublishedStatement,
  type PublishedWallets,
  type PublishToken,
  publishedBounds,
} from '@/lib/core/shared/ports/published'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { describeSdkError, type PocketBaseClient } from '../client/client'
import { listAll, listPage } from '../client/list-records'
import { instant, nullableInstant } from '../rows/column'

const tokenRows = 'publish_tokens'
const slugRows = 'wallet_slugs'
const statementRows = 'published_statements'

const zToken = z
  .object({
    id: z.string(),
    organisation: z.string(),
    slugs: z.array(z.string()),
    created_at: instant.schema,
    revoked_at: nullableInstant.schema,
  })
  .transform(
    ({ id, organisation, slugs, created_at, revoked_at }): PublishToken => ({
      ...{ id, organisation, slugs },
      createdAt: created_at,
      revokedAt: revoked_at,
    }),
  )

const zHolder = z.object({ id: z.string(), token: z.string() })

const number = z.number()
const zStatement = z
  .object({
    id: z.string(),
    slug: z.string(),
    wallet: z.object({ name: z.string(), version: z.string() }),
    edition: z.string(),
    organisation: z.string(),
    token: z.string(),
    made_at: instant.schema,
    published_at: instant.schema,
    expires_at: instant.schema,
    removed_at: nullableInstant.schema,
    contact: z.string(),
    counts: z.object({
      ...{ of: number, passed: number, failed: number, causes: number, without: number },
      ...{ driver: number, person: number, unrecorded: number },
    }),
    bundle: z.string(),
  })
  .transform(
    (row): PublishedStatement => ({
      ...{ id: row.id, slug: row.slug, wallet: row.wallet, edition: row.edition, organisation: row.organisation },
      ...{ madeAt: row.made_at, publishedAt: row.published_at, expiresAt: row.expires_at, removedAt: row.removed_at },
      token: row.token || null,
      contact: row.contact || null,
      counts: row.counts,
      whole: row.bundle !== '',
    }),
  )

/** Every column of a statement but its content. */
const listedFields =
  'id,slug,wallet,edition,organisation,token,made_at,published_at,expires_at,removed_at,contact,counts,bundle'
const perPage = 100
/** How many expired statements one call deletes at most; the next call goes on. */
const forgottenMax = 50

/** Finds the row of a slug, wallet, version and edition. Digests have a fixed length, so no two join to the same text. */
function subjectDigest({ slug, wallet, edition }: Pick<PublishedStatement, 'slug' | 'wallet' | 'edition'>): string {
  const hash = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64url')
  return hash([slug, wallet.name, wallet.version, edition].map(hash).join(''))
}

/** Stores published wallets in PocketBase, with their archives as files that only its superuser may read. */
export function createPublishedWallets(client: PocketBaseClient, address: string): PublishedWallets {
  const url = address.replace(/\/$/, '')
  const first = async <Row>(collection: string, filter: ReturnType<typeof filterOf>, read: (row: unknown) => Row) => {
    const [row] = await listPage(client, { collection, filter, perPage: 1 }, 1)
    return row === undefined ? null : read(row)
  }
  /** Calls the SDK, signed in. Throws StoreUnavailable when storage is down. */
  const change = async <Result>(does: () => Promise<Result>): Promise<Result> => {
    try {
      await client.call('/api/health', { method: 'GET' })
      return await does()
    } catch (error) {
      throw error instanceof ClientResponseError && [400, 404].includes(error.status)
        ? error
        : describeSdkError(error, url)
    }
  }
  const { sdk } = client
  const isLost = (error: unknown) => error instanceof ClientResponseError
  const holderRow = (slug: string) => first(slugRows, filterOf(['slug', '=', { word: slug }]), zHolder.parse)
  const one = (id: string, fields: string) =>
    listPage(client, { collection: statementRows, filter: filterOf(['id', '=', { id }]), fields, perPage: 1 }, 1)
  const listStatements = (filter: ReturnType<typeof filterOf>, max: number) =>
    listAll(
      client,
      { collection: statementRows, filter, sort: '-made_at,-id', fields: listedFields, perPage },
      zStatement.parse,
      max,
    )
  return {
    tokens: () =>
      listAll(
        client,
        { collection: tokenRows, sort: '-created_at,-id', perPage },
        zToken.parse,
        publishedBounds.tokens,
      ),
    tokenByDigest: (digest) => first(tokenRows, filterOf(['digest', '=', { digest }]), zToken.parse),
    async addToken({ organisation, slugs, createdAt, digest }) {
      const row = { organisation, slugs, created_at: toDateColumn(createdAt), digest }
      await change(() => sdk.collection(tokenRows).create(row))
    },
    async revokeToken(id, at) {
      const token = await first(tokenRows, filterOf(['id', '=', { id }]), zToken.parse)
      if (token === null || token.revokedAt !== null) return
      await change(() => sdk.collection(tokenRows).update(token.id, { revoked_at: toDateColumn(at) }))
    },
    holder: async (slug) => (await holderRow(slug))?.token ?? null,
    async hold(slug, token, before) {
      const row = await holderRow(slug)
      if ((row?.token ?? null) !== before) return false
      try {
        if (row !== null) await change(() => sdk.collection(slugRows).delete(row.id))
        // Its index takes one row for a slug, so of two that come at once one is refused.
        await change(() => sdk.collection(slugRows).create({ slug, token }))
        return true
      } catch (error) {
        if (isLost(error)) return false
        throw error
      }
    },
    statements: (slug) => listStatements(filterOf(['slug', '=', { word: slug }]), publishedBounds.statements),
    listed: () => listStatements(filterOf(['removed_at', '=', 'none']), publishedBounds.listed),
    async put(statement, { document, statement: archive, bundle }) {
      const digest = subjectDigest(statement)
      const row = {
        ...{ digest, slug: statement.slug, wallet: statement.wallet, edition: statement.edition },
        ...{ organisation: statement.organisation, token: statement.token ?? '', contact: statement.contact ?? '' },
        made_at: toDateColumn(statement.madeAt),
        published_at: toDateColumn(statement.publishedAt),
        expires_at: toDateColumn(statement.expiresAt),
        removed_at: '',
        counts: statement.counts,
        document,
        statement: new File([new Uint8Array(archive)], 'statement.tar'),
        bundle: bundle === null ? '' : new File([new Uint8Array(bundle)], 'bundle.tar'),
      }
      const before = await first(statementRows, filterOf(['digest', '=', { digest }]), zStatement.parse)
      const rows = sdk.collection(statementRows)
      await change(() => (before === null ? rows.create(row) : rows.update(before.id, row)))
    },
    async document(id) {
      const [row] = await one(id, 'document')
      return z.object({ document: z.custom<JsonObject>().nullable() }).nullish().parse(row)?.document ?? null
    },
    async file(id, which) {
      const [row] = await one(id, which)
      const name = z.record(z.string(), z.string()).nullish().parse(row)?.[which] ?? ''
      return name === '' ? null : change(() => readFile(`${url}/api/files/${statementRows}/${id}/${name}`))
    },
    async remove(id, at) {
      const [row] = await one(id, 'removed_at')
      if (row === undefined || z.object({ removed_at: z.string() }).parse(row).removed_at !== '') return
      const emptied = { removed_at: toDateColumn(at), document: null, statement: null, bundle: null }
      await change(() => sdk.collection(statementRows).update(id, emptied))
    },
    async forget(expiredBefore: EpochMillis) {
      const filter = filterOf(['expires_at', '<=', { instant: expiredBefore }])
      const query = { collection: statementRows, filter, fields: 'id', perPage: forgottenMax }
      for (const row of await listPage(client, query, 1))
        await change(() => sdk.collection(statementRows).delete(z.object({ id: z.string() }).parse(row).id))
    },
  }

  async function readFile(from: string): Promise<Uint8Array> {
    const token = await sdk.files.getToken()
    const answer = await fetch(`${from}?token=${encodeURIComponent(token)}`)
    if (!answer.ok) throw new Error(`PocketBase responded to the reading of a file with status ${answer.status}.`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}
