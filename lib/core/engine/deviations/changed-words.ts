import type { MutationTarget } from '../../shared/mutations/mutation'
import type { Deviation } from './deviation'

/** One place of a read-back's `mutations`. */
interface ChangedPlace {
  readonly target: string
  readonly pointer: string
  readonly was?: unknown
  readonly is?: unknown
}

/** What words need of a read-back's `mutations`. */
export interface Changed {
  readonly differences: readonly ChangedPlace[]
  readonly same_as: string | null
  readonly expect: 'answer' | 'refusal' | 'report'
  readonly expected_by?: string | undefined
}

/** What each document is called; the Request Object is what is meant where nothing is said. */
const documentWords: Readonly<Record<MutationTarget, string>> = {
  request_object: '',
  request_header: 'the header of the request',
  signature: 'the signature of the request',
  link: 'the link',
  request_response: 'the response of the request_uri',
  response: 'our response',
  offer: 'the offer',
  offer_link: 'the link to the offer',
  issuer_metadata: 'the issuer metadata',
  server_metadata: 'the authorization server metadata',
  token_response: 'the token response',
  credential_response: 'the credential response',
}

const signatureWords: Readonly<Record<string, string>> = {
  corrupt: 'corrupted',
  other_key: 'by another key',
  none: 'removed',
}

/** Most places to name. */
const namedMax = 8

const charactersMax = 80

/** The name of what reports and pages say of it. */
export const changedHeading = 'Changed on purpose'

/** What was changed on purpose, place by place, on one line. */
function changedPlaces({ differences }: Pick<Changed, 'differences'>): string {
  // None of the operations applied to what was sent.
  if (differences.length === 0) return 'nothing'
  const places = differences.map(placeWords)
  const left = places.length - namedMax
  return [...places.slice(0, namedMax), ...(left > 0 ? [`${left} more`] : [])].join(', ')
}

/** The same with its heading, as warnings and titles say it. */
export const changedSentence = (kept: Pick<Changed, 'differences'>): string =>
  `${changedHeading}: ${changedPlaces(kept)}`

function placeWords({ target, pointer, ...values }: ChangedPlace): string {
  if (target === 'signature') return `the signature ${signatureWords[String(values.is)] ?? 'changed'}`
  const document = documentWords[target as MutationTarget] ?? target
  const did = values.is === undefined ? 'removed' : values.was === undefined ? 'added' : 'changed'
  const place = pointer.length > charactersMax ? `${pointer.slice(0, charactersMax)}…` : pointer
  return [place, did, ...(document === '' ? [] : [`in ${document}`])].filter((word) => word !== '').join(' ')
}

const expectWords: Readonly<Record<Changed['expect'], string>> = {
  answer: 'an answer',
  refusal: 'a refusal',
  report: 'nothing: what the wallet does is told',
}

/** What was changed, what it equals and what is expected, as a fact of reports. */
export const changedFact = (kept: Changed): string =>
  [
    changedPlaces(kept),
    kept.same_as === null ? 'the same as no named test' : `the same as ${kept.same_as}`,
    `expected${kept.expected_by === undefined ? '' : ' by the tester'}: ${expectWords[kept.expect]}`,
  ].join('; ')

/** What the title of a session says: the test that it equals, or no more than that it is changed; the line under it says how. */
export const changedTitle = (named: Pick<Deviation<never, never>, 'title'> | null): string =>
  named?.title.replace(/\.$/, '') ?? changedHeading.toLowerCase()

/** The line under the title of a session: what was changed, what it equals, and what a wallet does. */
export const changedPurpose = (kept: Changed, named: Pick<Deviation<never, never>, 'title' | 'must'> | null): string =>
  [
    `${changedSentence(kept)}.`,
    ...(named === null ? [] : [`The same as the test: ${named.title}`]),
    kept.expected_by === 'tester'
      ? `Expected by the tester: ${expectWords[kept.expect]}.`
      : (named?.must ?? 'No text says what a wallet does, so nothing fails by it.'),
  ].join(' ')
