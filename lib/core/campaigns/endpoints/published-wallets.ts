import { plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { type HeaderField, headerValue } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import type { PublishedStatement, PublishToken } from '../../shared/ports/published'
import { addSeconds, fromIso, toIso } from '../../shared/time/time'
import { utf8 } from '../../shared/values/base64url'
import type { JsonObject } from '../../shared/values/json'
import {
  expiredKeptSeconds,
  ofAskedEdition,
  publishedCounts,
  readPublishRequest,
  shownStatement,
  stateOf,
  takeSlug,
  zSlug,
} from '../published/publish-rules'
import { sendsAdminKey, validToken } from '../published/publish-token'
import { readBundledStatement } from '../published/read-bundle'
import { signStatement } from '../published/sign-statement'
import { walletBadge } from '../published/wallet-badge'
import { publicStatement } from '../statement/public-statement'

/** Statements that are not removed under one slug: wallets have fewer versions at a time. */
const perSlugMax = 50
const daySeconds = 86_400
const fullSeconds = 3600

/** Who publishes: a token, or the operator with the admin key. The door has let nobody else pass. */
async function publisherOf({ exchange, ports }: RequestContext): Promise<PublishToken | null> {
  const token = await validToken(exchange, ports)
  if (token !== null || sendsAdminKey(exchange)) return token
  throw new ProtocolError('invalid_publish_token', 'This publish token was revoked.')
}

/**
 * `POST /wallets`: publishes the statement in an evidence bundle of official cases. What becomes public is made anew from
 * it and signed; the bundle itself is stored only if its owner asks for that.
 */
export const publishWallet = plain(async (context) => {
  const { exchange, ports, settings } = context
  const request = readPublishRequest(new URLSearchParams(exchange.query ?? ''))
  const token = await publisherOf(context)
  if (token !== null) await takeSlug(request.slug, token, ports.published)
  const present = (await ports.published.statements(request.slug)).filter(({ removedAt }) => removedAt === null)
  const organisation = token?.organisation ?? request.organisation
  if (organisation === null)
    throw new ProtocolError('invalid_request', 'The operator names who publishes: add the parameter organisation.')
  if (headerValue(exchange, 'content-type')?.split(';')[0]?.trim().toLowerCase() !== 'application/x-tar')
    throw new ProtocolError('invalid_request', 'Send an evidence bundle with the Content-Type application/x-tar.')
  const signing = await ports.statementSigner()
  if (signing === null)
    throw new ProtocolError('invalid_request', 'This installation signs no bundles, so nothing is published here.')
  const refusal = await ports.refuseCreation(exchange.remoteAddress, exchange.at)
  if (refusal !== null) throw refusal
  const { baseUrl } = settings
  const read = await ports.bundles.makeAlone(() =>
    readBundledStatement(exchange.body, { rootPem: signing.rootPem, baseUrl }, ports),
  )
  if (read === null)
    throw new ProtocolError(
      'temporarily_unavailable',
      'Another bundle is being read: send it again in a few seconds.',
      {},
      [['Retry-After', '5']],
    )
  const { statement, manifestSha256, sessions } = read
  const { wallet, fcaf, counts } = statement
  // Such a version would be another address than that of its page.
  if (/^\.{1,2}$/.test(wallet.version))
    throw new ProtocolError('invalid_request', 'A version of dots alone has no address.')
  const madeAt = fromIso(statement.made_at) ?? exchange.at
  const expiresAt = addSeconds(exchange.at, request.days * daySeconds)
  await ports.published.forget(addSeconds(exchange.at, -expiredKeptSeconds))
  refuseUnfit(present, { wallet, edition: fcaf.commit, madeAt })
  const shown = publicStatement(statement, {
    sessions,
    published: {
      ...{ slug: request.slug, organisation, contact: request.contact, manifest_sha256: manifestSha256 },
      ...{ at: toIso(exchange.at), expires_at: toIso(expiresAt) },
    },
  })
  await ports.published.put(
    {
      ...{ slug: request.slug, wallet: { ...wallet }, edition: fcaf.commit, organisation, token: token?.id ?? null },
      ...{ madeAt, publishedAt: exchange.at, expiresAt, contact: request.contact, counts: publishedCounts(counts) },
    },
    {
      document: shown as unknown as JsonObject,
      statement: await signStatement(shown, signing, ports),
      bundle: request.whole ? exchange.body : null,
    },
  )
  const page = `${baseUrl}/wallets/${request.slug}`
  return {
    reply: jsonReply(201, {
      slug: request.slug,
      wallet,
      page_url: page,
      version_url: `${page}/${encodeURIComponent(wallet.version)}`,
      badge_url: `${baseUrl}/badge/wallet/${request.slug}.svg`,
      expires_at: toIso(expiresAt),
    }),
  }
})

/** Throws `invalid_request` for a second wallet under a slug, or an older statement than the one that it would replace. */
function refuseUnfit(
  present: readonly PublishedStatement[],
  { wallet, edition, madeAt }: Pick<PublishedStatement, 'wallet' | 'edition' | 'madeAt'>,
): void {
  if (present.some((one) => one.wallet.name !== wallet.name))
    throw new ProtocolError(
      'invalid_request',
      'Another wallet is published under this slug: remove it, or choose another slug.',
    )
  const same = present.find((one) => one.wallet.version === wallet.version && one.edition === edition)
  if (same === undefined && present.length >= perSlugMax)
    throw new ProtocolError(
      'too_many_requests',
      `There are ${perSlugMax} statements under this slug: remove one first.`,
      {},
      [['Retry-After', String(fullSeconds)]],
    )
  if (same !== undefined && same.madeAt > madeAt)
    throw new ProtocolError('invalid_request', 'A newer statement of this version is published already.')
}

const notPublished = (): ProtocolError =>
  new ProtocolError('wallet_not_found', 'No wallet is published under this slug, or none in this version or edition.')

/** The statements of a version under a slug, of the edition that is asked for, newest first. Throws `wallet_not_found` for none. */
async function statementsAsked({ exchange, params, ports }: RequestContext): Promise<readonly PublishedStatement[]> {
  const slug = zSlug.safeParse(params.slug)
  const found = slug.success ? await ports.published.statements(slug.data) : []
  const query = new URLSearchParams(exchange.query ?? '')
  const own = ofAskedEdition(found, query).filter(({ wallet }) => wallet.version === params.version)
  if (own.length === 0) throw notPublished()
  return own
}

/**
 * `DELETE /wallets/{slug}/{version}`: removes what was published of a version, in the edition of the cases that is asked
 * for, or in every one.
 */
export const removeWallet = plain(async (context) => {
  const { exchange, ports, params } = context
  const token = await publisherOf(context)
  const slug = zSlug.safeParse(params.slug)
  if (token !== null && slug.success) await takeSlug(slug.data, token, ports.published)
  for (const { id, removedAt } of await statementsAsked(context))
    if (removedAt === null) await ports.published.remove(id, exchange.at)
  return { reply: { status: 204, headers: [], body: null } }
})

const fileNames = { 'statement.tar': 'statement', 'bundle.tar': 'bundle' } as const

const isFileName = (name: string): name is keyof typeof fileNames => Object.hasOwn(fileNames, name)

/** `GET /wallets/{slug}/{version}/{file}`: the signed statement of an edition, of the newest without, and the whole bundle if its owner published it. */
export const getPublishedFile = plain(async (context) => {
  const { exchange, ports, params } = context
  const { file = '' } = params
  const statement = shownStatement(await statementsAsked(context), exchange.at)
  if (statement === null || !isFileName(file)) throw notPublished()
  if (stateOf(statement, exchange.at) === 'removed')
    throw new ProtocolError('wallet_removed', 'Its publisher has removed this statement.')
  const bytes = await ports.published.file(statement.id, fileNames[file])
  if (bytes === null) throw new ProtocolError('wallet_not_found', 'The evidence bundle of this wallet is not public.')
  return {
    reply: {
      status: 200,
      headers: [
        ['Content-Type', 'application/x-tar'],
        ['Cache-Control', 'no-cache'],
        ['Content-Disposition', `attachment; filename="${statement.slug}-${file}"`],
      ],
      body: { kind: 'bytes', bytes },
    },
  }
})

/** May be embedded anywhere, runs nothing, and is asked for anew each time, so that a removal counts at once. */
const badgeHeaders: readonly HeaderField[] = [
  ['Content-Type', 'image/svg+xml'],
  ['Content-Security-Policy', "default-src 'none'; sandbox"],
  ['Cache-Control', 'no-cache'],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
]

/** `GET /badge/wallet/{file}`: `{slug}.svg`, the newest valid statement of a wallet as a badge. */
export const getWalletBadge = plain(async ({ exchange, ports, params }) => {
  const slug = zSlug.safeParse(/^(.+)\.svg$/.exec(params.file ?? '')?.[1])
  const statements = slug.success ? await ports.published.statements(slug.data) : []
  const statement = shownStatement(statements, exchange.at)
  if (statement === null) throw notPublished()
  const bytes = utf8(walletBadge(statement, exchange.at))
  return { reply: { status: 200, headers: badgeHeaders, body: { kind: 'bytes', bytes } } }
})
