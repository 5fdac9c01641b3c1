import { withDeviation } from '../../engine/deviations/deviation'
import type { ClaimsPath, CredentialQuery } from '../../shared/dcql/dcql-query'
import { readDcqlQuery } from '../../shared/dcql/read-dcql-query'
import type { Json } from '../../shared/values/json'
import { deviationTitleOf } from '../deviations/deviation-facts'
import type { PresentationSessionView } from './verifier-types'

/**
 * The query that responses are compared with: in the request, or implied by its scope; `null` if unknown.
 * OID4VP-1FINAL-5.5
 */
export const askedQuery = ({
  authorization_request,
  options,
}: Pick<PresentationSessionView, 'authorization_request' | 'options'>): Json =>
  authorization_request.dcql_query ?? options.scope_query ?? null

const formatWords: Readonly<Record<string, string>> = { 'dc+sd-jwt': 'SD-JWT', mso_mdoc: 'mdoc' }

const pidTypes: readonly string[] = ['urn:eudi:pid:1', 'eu.europa.ec.eudi.pid.1']

/** Short name of a requested credential: type and format. */
export function wantedWords({ type, format }: Pick<CredentialQuery, 'type' | 'format'>): string {
  const [name] = type.kind === 'any' ? [] : type.values
  const what = name === undefined ? 'any credential' : pidTypes.includes(name) ? 'PID' : name
  return `${what} as ${formatWords[format] ?? format}`
}

/** A claim path as text; `*` means every element. */
export const pathWords = (path: readonly (string | number | null)[]): string =>
  path.map((step) => step ?? '*').join('.')

/** Title of a presentation on pages, in reports and in link previews: the requested credentials and the deviation. */
export const presentationTitle = (
  session: Pick<PresentationSessionView, 'authorization_request' | 'options'>,
): string => withDeviation(requestedWords(session), deviationTitleOf(session))

/** What a session requests, e.g. `PID as mdoc, 3 claims`. */
function requestedWords(session: Pick<PresentationSessionView, 'authorization_request' | 'options'>): string {
  const { credentials, credentialSets } = readDcqlQuery(askedQuery(session))
  const [first] = credentials
  if (first === undefined) return 'No credential queried'
  if (credentials.length > 1) {
    const named = [...new Set(credentials.map(wantedWords))]
    return named.join(credentialSets === null ? ' and ' : ' or ')
  }
  const [claim, ...more] = first.claims ?? []
  if (claim === undefined) return `${wantedWords(first)}, no claims`
  return `${wantedWords(first)}, ${more.length === 0 ? `${pathWords(claim.path)} only` : `${more.length + 1} claims`}`
}

/** Session options in half a line. */
export const presentationTerms = ({
  request_delivery,
  request_uri_method,
  response_mode,
  dc_api,
}: Pick<PresentationSessionView, 'request_delivery' | 'request_uri_method' | 'response_mode' | 'dc_api'>): string => {
  const byLink = request_delivery === 'by_value' ? 'by value' : `by reference, ${request_uri_method.toUpperCase()}`
  const byMode = response_mode === 'direct_post.jwt' ? 'encrypted' : 'unencrypted'
  if (dc_api === undefined) return `${byLink}, response ${byMode}`
  const protocols = dc_api.entries.map(({ protocol }) => protocol)
  // Annex C has no response modes; its response is always encrypted.
  const ofAnnexC = protocols.includes('org-iso-mdoc') ? ['encrypted as in ISO/IEC 18013-7 Annex C (HPKE)'] : []
  const ofMode = protocols.some((protocol) => protocol !== 'org-iso-mdoc') ? [byMode] : []
  return `through the browser, response ${[...ofMode, ...ofAnnexC].join(', or ')}`
}

/** A requested credential in words. */
export interface AskedCredential {
  /** Type and format. */
  readonly name: string
  /** Requested claims; empty for none. */
  readonly claims: readonly string[]
}

/** Display name of a claim; for an mdoc without the namespace, which repeats the type. */
const claimWords = (path: ClaimsPath): string => pathWords(path).replaceAll('_', ' ')

/** Requested credentials in words; empty for an unreadable query. */
export const askedCredentials = (query: Json): readonly AskedCredential[] =>
  readDcqlQuery(query).credentials.map((wanted) => ({
    name: wantedWords(wanted),
    claims: (wanted.claims ?? []).map(({ path }) => claimWords(wanted.format === 'mso_mdoc' ? path.slice(1) : path)),
  }))
