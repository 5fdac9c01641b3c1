import type { Reply } from '../../shared/http/exchange'
import { replyDocument } from '../../shared/mutations/mutated-reply'
import { isSameJson, type JsonObject } from '../../shared/values/json'
import type { RequestDocuments, TestedTransaction, VerifierDeviation } from './verifier-deviation'
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
]

/** What tests are run over, and what a sample of each document is. */
export interface RightRequest {
  readonly documents: RequestDocuments
  /** Members of the claims that belong to one delivery. */
  readonly ofDelivery: JsonObject
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
 * @param possible whether the session has what the test needs
 */
export const sameAs = (
  tests: readonly VerifierDeviation[],
  right: RightRequest,
  after: RequestDocuments,
  possible: (test: VerifierDeviation) => boolean,
): VerifierDeviation | null =>
  tests.find(
    (test) =>
      Object.keys(test.changes).every((name) => shownChanges.includes(name)) &&
      (test.changes.signer === undefined || test.changes.signer === 'other_key') &&
      possible(test) &&
      (test.equals === undefined
        ? isSameJson(documentsOf(test, right), { ...after })
        : test.equals(right.documents, after)),
  ) ?? null

/** The documents that a test makes of the right ones. */
function documentsOf(
  { changes }: VerifierDeviation,
  { documents, ofDelivery, responseUri, requestUri, transaction, root, sample, replies, linkOf }: RightRequest,
): JsonObject {
  const request = Object.fromEntries(
    Object.entries(documents.claims).filter(([name]) => !Object.hasOwn(ofDelivery, name)),
  )
  const changed = changes.parameters?.(request, { randomValue: () => '', responseUri, transaction }) ?? request
  const claims = { ...changed, ...ofDelivery }
  const compact = changes.compact?.(sample) ?? sample
  const link = Object.entries(linkOf(changed)).map(([name, value]) => [name, String(value)] as const)
  const reply = (given: Reply | null, change: typeof changes.fetchAnswer, address: string): JsonObject =>
    given === null
      ? {}
      : change === undefined
        ? replyDocument(given)
        : replyWithTarget(wrongReply(given, change(address)))
  return {
    claims: changes.claims?.(claims) ?? claims,
    header: changes.header?.(documents.header, root) ?? documents.header,
    link: Object.fromEntries(changes.link?.(link, changed) ?? link),
    signature: changes.signer ?? (compact === sample ? null : compact.endsWith('.') ? 'none' : 'corrupt'),
    fetch: reply(replies.fetch, changes.fetchAnswer, requestUri),
    response: reply(replies.response, changes.responseAnswer, responseUri),
  }
}

/** A redirect leads somewhere, which mutations cannot. */
function replyWithTarget(reply: Reply): JsonObject {
  const location = reply.headers.find(([name]) => name.toLowerCase() === 'location')
  return { ...replyDocument(reply), ...(location === undefined ? {} : { location: location[1] }) }
}

/** Equal in all but these members of the claims, of which each has to be as a test says. */
export const onlyInClaims =
  (rules: Readonly<Record<string, (is: unknown, was: unknown, claims: JsonObject) => boolean>>) =>
  (before: RequestDocuments, after: RequestDocuments): boolean => {
    const names = Object.keys(rules)
    const rest = ({ claims, ...others }: RequestDocuments): JsonObject => ({
      ...others,
      claims: Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name))),
    })
    return (
      isSameJson(rest(before), rest(after)) &&
      Object.entries(rules).every(([name, rule]) => rule(after.claims[name], before.claims[name], after.claims))
    )
  }
