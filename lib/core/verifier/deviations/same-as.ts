import type { Reply } from '../../shared/http/exchange'
import { replyDocument } from '../../shared/mutations/mutated-reply'
import type { DcApiProtocol } from '../../shared/ports/dc-api'
import { isObject, isSameJson, type Json, type JsonObject } from '../../shared/values/json'
import type { RequestDocuments, TestedTransaction, TrustChanges, VerifierDeviation } from './verifier-deviation'
import { wrongReply } from './wrong-reply'

/** Changes that show in the documents of a request; a test with others is never equal to mutations. */
const shownChanges: readonly string[] = [
  'parameters',
  'claims',
  'header',
  'compact',
  'link',
  'fetchAnswer',
  'responseAnswer',
  'signer',
  'browser',
  'trust',
]

/** What tests are run over, and what a sample of each document is. */
export interface RightRequest {
  readonly documents: RequestDocuments
  /** Parameters of the request before any delivery. */
  readonly request: JsonObject
  /** Right entries, as in `RequestDocuments`, of a request with these parameters. */
  readonly entriesOf: (request: JsonObject) => readonly JsonObject[]
  /** Of the entries of a browser request; `null` for a link. */
  readonly protocols: readonly DcApiProtocol[] | null
  readonly clientId: string
  readonly responseUri: string
  readonly requestUri: string
  readonly transaction: TestedTransaction | null
  /** Trust anchor in base64 DER. */
  readonly root: string
  /** A signed request, to see what a test does to its text. */
  readonly sample: string
  /** `fetch` is `null` where nothing is fetched. */
  readonly replies: { readonly fetch: Reply | null; readonly response: Reply }
  /** Parameters of the link of this request. */
  readonly linkOf: (request: JsonObject) => JsonObject
}

/**
 * The test that makes the same request as mutations do: its header, claims, link, signature and replies are equal.
 * `null` if there is none. Tests with a random part, or with a time, say by themselves what is equal.
 * @param possible whether the session has what the test needs, besides the entries of a browser request
 */
export const sameAs = (
  tests: readonly VerifierDeviation[],
  right: RightRequest,
  after: RequestDocuments,
  possible: (test: VerifierDeviation) => boolean,
): VerifierDeviation | null =>
  tests.find(
    (test) =>
      isComparable(test) &&
      possible(test) &&
      (test.equals === undefined
        ? isSameRequest(documentsOf(test, right), after)
        : test.equals(right.documents, after)) &&
      isInEach(test, right, after),
  ) ?? null

const isSameRequest = (one: RequestDocuments | null, other: RequestDocuments): boolean =>
  one !== null && isSameJson(asJson(one), asJson(other))

const asJson = ({ entries, ...others }: RequestDocuments): JsonObject => ({ ...others, entries: [...entries] })

function isComparable({ changes, equals }: VerifierDeviation): boolean {
  if (equals !== undefined) return true
  const { signer, browser = {}, trust = {} } = changes
  return (
    Object.keys(changes).every((name) => shownChanges.includes(name)) &&
    (signer === undefined || signer === 'other_key') &&
    Object.keys(browser).every((name) => name === 'unsigned') &&
    // What else a registrar does wrong needs its key.
    Object.keys(trust).every((name) => name === 'entries' || name === 'compact')
  )
}

/**
 * Whether each entry of a browser request is wrong: a wallet may answer one that is right. The entries that a test names
 * are wrong by that test.
 */
function isInEach(
  { needs }: VerifierDeviation,
  { protocols, documents: right }: RightRequest,
  after: RequestDocuments,
) {
  if (protocols === null || needs?.dc_api_protocols !== undefined) return true
  const isOfSignature = after.signature !== null || !isSameJson(right.header, after.header)
  return protocols.every(
    (protocol, index) =>
      !isSameJson(right.entries[index] ?? {}, after.entries[index] ?? {}) ||
      (isOfSignature && (protocol === 'openid4vp-v1-signed' || protocol === 'openid4vp-v1-multisigned')) ||
      // Our response is the same for all of them.
      !isSameJson(right.response, after.response),
  )
}

/** The documents that a test makes of the right ones; `null` if they cannot be told beforehand. */
function documentsOf({ changes }: VerifierDeviation, right: RightRequest): RequestDocuments | null {
  const { documents, request, clientId, responseUri, requestUri, transaction, root, sample, replies } = right
  const registered = changes.trust === undefined ? request : withWrongRegistration(request, changes.trust)
  if (registered === null) return null
  const changed = changes.parameters?.(registered, { randomValue: () => '', responseUri, transaction }) ?? registered
  const tools = { clientId, requestUri }
  const entries = right.entriesOf(changed).map((claims, index) => {
    const asked = isEmpty(claims) ? claims : (changes.claims?.(claims) ?? claims)
    const isUnsigned = right.protocols?.[index] === 'openid4vp-v1-unsigned'
    return isUnsigned ? (changes.browser?.unsigned?.(asked, tools) ?? asked) : asked
  })
  const compact = changes.compact?.(sample) ?? sample
  const link = Object.entries(right.linkOf(changed)).map(([name, value]) => [name, String(value)] as const)
  const reply = (given: Reply | null, change: typeof changes.fetchAnswer, address: string): JsonObject =>
    given === null
      ? {}
      : change === undefined
        ? replyDocument(given)
        : replyWithTarget(wrongReply(given, change(address)))
  return {
    entries,
    header: changes.header?.(documents.header, root) ?? documents.header,
    link: Object.fromEntries(changes.link?.(link, changed) ?? link),
    signature: changes.signer ?? (compact === sample ? null : compact.endsWith('.') ? 'none' : 'corrupt'),
    fetch: reply(replies.fetch, changes.fetchAnswer, requestUri),
    response: reply(replies.response, changes.responseAnswer, responseUri),
  }
}

const isEmpty = (claims: JsonObject): boolean => Object.keys(claims).length === 0

/** `format` of a registration certificate in `verifier_info`. E4722-6.3.2.2 */
export const registrationFormat = 'registration_cert'

/** True for an entry of `verifier_info` that is a registration certificate. */
export const isRegistration = (one: Json): one is JsonObject => isObject(one) && one.format === registrationFormat

/**
 * A request whose registration certificate is left out or broken as a test does it; `null` if the test makes another one,
 * or if there is none.
 */
function withWrongRegistration(request: JsonObject, { entries, compact }: TrustChanges): JsonObject | null {
  const { verifier_info: given } = request
  if (!Array.isArray(given)) return null
  let isMadeAnew = false
  const another = (): Json => {
    isMadeAnew = true
    return null
  }
  if (!given.some(isRegistration)) return null
  const info = given.flatMap((one): Json[] => {
    if (!isRegistration(one)) return [one]
    const { data = null } = one
    const broken = typeof data === 'string' && data.split('.').length === 3 ? (compact?.(data) ?? data) : data
    return (entries?.(broken, another) ?? [broken]).map((instead) => ({ ...one, data: instead }))
  })
  if (isMadeAnew) return null
  const { verifier_info: _, ...others } = request
  return info.length === 0 ? others : { ...request, verifier_info: info }
}

/** A redirect leads somewhere, which mutations cannot. */
function replyWithTarget(reply: Reply): JsonObject {
  const location = reply.headers.find(([name]) => name.toLowerCase() === 'location')
  return { ...replyDocument(reply), ...(location === undefined ? {} : { location: location[1] }) }
}

/** Equal in all but these members of the claims, of which each has to be as a test says, in every entry. */
export const onlyInClaims =
  (rules: Readonly<Record<string, (is: unknown, was: unknown, claims: JsonObject) => boolean>>) =>
  (before: RequestDocuments, after: RequestDocuments): boolean => {
    const names = Object.keys(rules)
    const rest = ({ entries, ...others }: RequestDocuments): JsonObject => ({
      ...others,
      entries: entries.map((claims) =>
        Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name))),
      ),
    })
    return (
      isSameJson(rest(before), rest(after)) &&
      after.entries.every((claims, index) =>
        Object.entries(rules).every(([name, rule]) => rule(claims[name], before.entries[index]?.[name], claims)),
      )
    )
  }
