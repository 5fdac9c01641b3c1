import type { RequestContext } from '../../engine/endpoints/request-context'
import { shownName } from '../../engine/judgements/shown'
import type { Revealed } from '../../engine/redaction/tokens/read-token'
import { type ClaimPosition, disclosedIn } from '../../shared/dcql/claim-tree'
import { minimisationOf } from '../../shared/dcql/dcql-reading'
import type { DocumentReading, MsoMdocReading } from '../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { PresentationReading } from '../../shared/formats/reading-of-presentation'
import type { SdJwtVcReading } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { Digest, Ports } from '../../shared/ports/ports'
import { credentialIssuer } from '../../shared/ports/uris'
import { toHex } from '../../shared/values/base64url'
import type { Json, JsonObject } from '../../shared/values/json'
import { transactionHashAlgorithms } from '../read/request/read-transaction-data'
import type { PresentedReading, RequestFacts, ResponseReading } from '../read/response/response-reading'
import { transactionDigests } from '../read/transaction/read-transaction-hashes'
import { matchedEntries, type TransactionHashes } from '../read/transaction/transaction-hashes'

/**
 * The bytes that a device proof covers, and their parts, for comparison by wallet developers. All come from the
 * request; bytes are hexadecimal. OID4VP-1FINALA-B.2.6.1
 */
export function describeDeviceProof(
  { transcript, documents }: Pick<MsoMdocReading, 'transcript' | 'documents'>,
  { digest }: Pick<Ports, 'digest'>,
): JsonObject {
  const { handover, handoverInfo, encoded } = transcript
  const [document] = documents
  // Device-signed elements may be personal data, so they are omitted.
  const authentication = document?.device.elements.length === 0 ? document.device.authentication : null
  const { clientId, nonce, jwkThumbprint, responseUri, origin, encryptionInfo } = handover
  const common = { nonce, jwk_thumbprint: jwkThumbprint === null ? null : toHex(jwkThumbprint) }
  return {
    ...(origin === undefined
      ? { client_id: clientId, ...common, response_uri: responseUri }
      : encryptionInfo === undefined
        ? { origin, ...common }
        : { encryption_info: encryptionInfo, origin }),
    handover_info: toHex(handoverInfo),
    handover_info_hash: toHex(digest('sha-256', handoverInfo)),
    session_transcript: toHex(encoded),
    device_authentication: authentication === null ? null : toHex(authentication),
  }
}

/** Paths listed per presentation; the rest is counted. */
const pathsMax = 200

interface DisclosedPaths {
  /** Distinct revealed paths, in credential order. */
  readonly disclosed_paths: (string | number)[][]
  /** Paths that the query neither requests nor needs; `null` if nothing was compared. */
  readonly unrequested_paths: (string | number)[][] | null
}

/**
 * Claims path pointers of revealed claims, never values. A name that may be personal data, because it is long or looks
 * like an address, is replaced by its length. OID4VP-1FINAL-7
 */
export function disclosedPaths({ reading, match }: Pick<PresentedReading, 'reading' | 'match'>): DisclosedPaths {
  const disclosed = new Map(revealedBy(reading).map((position) => [JSON.stringify(position), position]))
  const minimisation = minimisationOf(match)
  const wanted = new Set(
    minimisation?.disclosed
      .filter(({ role }) => role !== 'unrequested')
      .map(({ position }) => JSON.stringify(position)),
  )
  const unrequested = [...disclosed].filter(([key]) => !wanted.has(key)).map(([, position]) => position)
  return {
    disclosed_paths: shownPaths([...disclosed.values()]),
    unrequested_paths: minimisation === null ? null : shownPaths(unrequested),
  }
}

/** Revealed claims across all documents of an mdoc; unreadable parts reveal nothing. */
function revealedBy(reading: PresentationReading): ClaimPosition[] {
  const trees =
    reading.format === 'dc+sd-jwt' ? [reading.claimTree] : reading.documents.map(({ claimTree }) => claimTree)
  return trees.flatMap((tree) => (tree === null ? [] : disclosedIn(tree)))
}

const shownPaths = (positions: readonly ClaimPosition[]): (string | number)[][] =>
  positions
    .slice(0, pathsMax)
    .map((position) => position.map((step) => (typeof step === 'number' ? step : safeName(step))))

/** The name, unless it may be personal data chosen by a wallet. */
const safeName = (step: string): string =>
  step.includes('@') ? `a name of ${step.length} characters` : String(shownName(step))

/** Entries, hashes and elements listed. */
const listedMax = 50

/** Form of a hash: from base64url of SHA-256 to hexadecimal SHA-512. */
const hashForm = /^[\w+/=-]{43,128}$/

/**
 * How a presentation represents the request's transaction data: for each entry the expected and the received hash; for
 * an mdoc the device-signed elements, because only the entry's type says which one represents it. `null` without an
 * entry for this credential. OID4VP-1FINAL-8.4, OID4VP-1FINALA-B.2.1, OID4VP-1FINALA-B.3.3.1
 */
export function transactionComparison(
  presented: PresentedReading,
  { transactions }: Pick<RequestFacts, 'transactions'>,
  digest: Digest,
): JsonObject | null {
  const { reading, transaction: found, queryId } = presented
  const matched = matchedEntries(found)
  const own = transactions.filter(({ index, credentialIds }) => credentialIds.includes(queryId) || matched.has(index))
  if (own.length === 0) return null
  const entries = own.slice(0, listedMax)
  if (reading.format === 'mso_mdoc') {
    const elements = reading.documents.flatMap(({ device }) => device.elements)
    return {
      entries: entries.map(({ index, type }) => ({ index, type })),
      device_signed: elements
        .slice(0, listedMax)
        .map(({ namespace, name }) => ({ namespace: safeName(namespace), element: safeName(name) })),
    }
  }
  const algorithm = transactionHashAlgorithms.find(
    (one) => found?.alg.supported && one === (found.alg.value ?? 'sha-256'),
  )
  const sent: readonly unknown[] =
    reading.kbJwt.present && Array.isArray(reading.kbJwt.transactionData.hashes)
      ? reading.kbJwt.transactionData.hashes
      : []
  // An unmatched hash is shown beside the first entry without one, its most likely source.
  const strays = (found?.hashes ?? []).flatMap(({ entries: fitting }, place) => (fitting.length === 0 ? [place] : []))
  const places = firstPlaces(found)
  const digests = transactionDigests(transactions, digest)
  const compared = entries.map((entry) => {
    const fits = places.get(entry.index)
    const place = fits ?? strays.shift()
    return {
      index: entry.index,
      type: entry.type,
      hash: algorithm === undefined ? null : digests.ofEntry(algorithm, entry),
      wallet_hash: place === undefined ? null : shownHash(sent[place]),
      equal: algorithm === undefined || place === undefined ? null : fits !== undefined,
    }
  })
  return {
    algorithm: algorithm ?? null,
    entries: compared,
    other_hashes: strays.slice(0, listedMax).map((place) => shownHash(sent[place])),
  }
}

/** For each entry, the index of its first hash. */
function firstPlaces(found: TransactionHashes | null): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  const seen = new Set<readonly number[]>()
  for (const [place, { entries }] of (found?.hashes ?? []).entries()) {
    if (seen.has(entries)) continue
    seen.add(entries)
    for (const index of entries) if (!places.has(index)) places.set(index, place)
  }
  return places
}

/** Shows what looks like a hash as sent, and only type or length of anything else. */
function shownHash(hash: unknown): Json {
  if (typeof hash !== 'string') return 'no text'
  return hashForm.test(hash) ? hash : `a text of ${hash.length} characters`
}

type Context = Pick<RequestContext, 'ports' | 'settings' | 'collaborators'>

/**
 * Credentials whose values may be recorded, by issuer-signed JWT. If the session asks for it: those of our own issuers,
 * which describe a test subject, and those of others only if the operator allows it. Without a valid signature nothing
 * is revealed, because anybody could have written it.
 */
export function revealedCredentials(
  { session, presentations }: ResponseReading,
  context: Context,
): ReadonlyMap<string, Revealed> {
  if (!session.options.reveal_claims) return new Map()
  return new Map(
    presentations.flatMap(({ reading }) => {
      if (reading.format !== 'dc+sd-jwt' || reading.issuerSignature.result !== 'valid') return []
      const whose = allowed(isOwn(reading, context), context)
      return whose === null ? [] : [[reading.issuerJwt.text, whose] as const]
    }),
  )
}

/** Like `revealedCredentials`, for an mdoc document; `null` if its values stay redacted. */
export function revealedDocument(
  { issuerSignature, x5chain }: DocumentReading,
  { session }: Pick<ResponseReading, 'session'>,
  context: Context,
): Revealed | null {
  if (!session.options.reveal_claims || issuerSignature.result !== 'valid' || !x5chain?.facts.readable) return null
  const { publicJwk } = x5chain.facts.certificates[0]
  const isOurs = context.collaborators.issuerConfigurationIds.some((id) =>
    sameKey(publicJwk, context.ports.issuerKeys(id).mdoc.publicJwk),
  )
  return allowed(isOurs, context)
}

const allowed = (isOurs: boolean, { settings }: Context): Revealed | null =>
  isOurs ? 'own' : settings.allowRevealForeign ? 'foreign' : null

/** True if signed with the key of the issuer of ours that it names. */
function isOwn({ issuerKey, iss }: SdJwtVcReading, { ports, settings, collaborators }: Context): boolean {
  if (!issuerKey.resolved) return false
  const { jwk } = issuerKey
  return collaborators.issuerConfigurationIds.some(
    (id) =>
      iss.value === credentialIssuer(settings.baseUrl, id) && sameKey(jwk, ports.issuerKeys(id).credential.publicJwk),
  )
}

type Jwk = Readonly<Record<string, unknown>>

const sameKey = (one: Jwk | null, other: Jwk): boolean => one !== null && one.x === other.x && one.y === other.y
