import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import type { KnownType } from '../../shared/dcql/claim-shape'
import { validateDcqlQuery } from '../../shared/dcql/validate-dcql-query'
import type { CredentialConfiguration } from '../../shared/formats/credential-format'
import { isPidDoctype, isPidVct } from '../../shared/pid/pid-types'
import { ProtocolError } from '../../shared/ports/errors'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import type { PidTypes } from '../read/request/refused-transactions'
import { claimsOfType, queryForType } from '../read/request/session-query'
import { type ReadSessionRequest, readSessionRequest } from '../read/session/read-session-request'
import { isScaType } from '../read/transaction/sca'
import { transactionEntries } from '../read/transaction/transaction-hashes'

/**
 * Reads the body of a session request. A session that follows an issuance requests its credential by default. The query
 * is read against the claims of that credential's type, of the types that it names by an address of ours, and of the
 * PID, and its authorities against the certificates of our issuers. Throws ProtocolError.
 */
export async function readAsked(context: RequestContext): Promise<ReadSessionRequest> {
  const { exchange, collaborators, settings } = context
  const { baseUrl } = settings
  const asked = readSessionRequest(exchange, validateDcqlQuery, undefined, baseUrl)
  const followed = await followedBy(asked, context)
  const type = followed && collaborators.issuedType(followed)
  const query = asked.effective.parameters.dcql_query
  const hosted = await hostedTypes(query, context)
  const types = [...(type === null ? [] : [type]), ...hosted.map((one) => one.type)]
  const chains = [...chainsOf(followed), ...hosted.map(({ x5c }) => x5c)]
  const leaves = namesKeyIdentifier(query) ? leavesOf(chains, context) : noLeaves
  if (types.length === 0 && leaves.size === 0) return asked
  const known = types.map(claimsOfType).filter((one): one is KnownType => one !== null)
  return withAuthorizations(
    readSessionRequest(
      exchange,
      (value) => validateDcqlQuery(value, { types: known, leaves }),
      type === null ? undefined : queryForType(type),
      baseUrl,
      await pidTypesAmong(types, context),
    ),
    type,
    followed !== null && collaborators.servesWrongType(followed),
  )
}

/**
 * Expects a refusal of an entry that only credentials could confirm which are not made for it: the mdoc that the session
 * follows, whose issuer let its key sign no element, beside a PID as mdoc; or the credential that it follows, whose
 * issuer serves wrong metadata of its type on purpose. OID4VP-1FINALA-B.2.1, TS12-3.2
 */
function withAuthorizations(
  asked: ReadSessionRequest,
  type: CredentialConfiguration | null,
  isTypeWrong: boolean,
): ReadSessionRequest {
  const { effective } = asked
  if (effective.refusalCause !== null || type?.own === undefined) return asked
  const { dcql_query: query, transaction_data: sent = null } = effective.parameters
  const isMdoc = type.format === 'mso_mdoc'
  if (isMdoc ? type.own.transactionElements !== undefined : !isTypeWrong) return asked
  const ids = credentialsOf(query).flatMap(({ id, format, meta }) => {
    if (format !== type.format || !isObject(meta)) return []
    if (type.format === 'mso_mdoc')
      return meta.doctype_value === type.doctype || isPidDoctype(meta.doctype_value) ? [id] : []
    const types = listOf(meta.vct_values)
    return types.length > 0 && types.every((vct) => vct === type.vct) ? [id] : []
  })
  const isRefused = transactionEntries(sent, null).some(
    (entry) => (isMdoc || isScaType(entry.type)) && entry.credentialIds.every((id) => ids.includes(id)),
  )
  const refusalCause = isMdoc ? 'key_authorizations' : 'type_metadata'
  return isRefused ? { ...asked, effective: { ...effective, refusalCause } } : asked
}

async function followedBy(
  { body: { follows } }: Pick<ReadSessionRequest, 'body'>,
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<IssuanceSession | null> {
  if (follows === undefined) return null
  const followed = await loadSession('issuance', follows, ports)
  if (followed !== null) return followed
  throw new ProtocolError('invalid_request', 'The member follows: no issuance session has this id.', {
    pointer: '/follows',
  })
}

const credentialsOf = (query: Json | undefined): readonly JsonObject[] =>
  isObject(query) && Array.isArray(query.credentials) ? query.credentials.filter(isJsonObject) : []

const isJsonObject = (value: unknown): value is JsonObject => isObject(value)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Most types of a query that are looked up. */
const hostedMax = 8

/** The types that a query names by an address at which this service hosts their metadata. */
async function hostedTypes(
  query: Json | undefined,
  { collaborators, ports, settings }: Pick<RequestContext, 'collaborators' | 'ports' | 'settings'>,
): Promise<readonly { readonly type: CredentialConfiguration; readonly x5c: readonly string[] }[]> {
  const named = credentialsOf(query).flatMap(({ meta }) => (isObject(meta) ? listOf(meta.vct_values) : []))
  const ours = [...new Set(named)].filter(
    (vct): vct is string => typeof vct === 'string' && vct.startsWith(`${settings.baseUrl}/`),
  )
  const found = await Promise.all(
    ours.slice(0, hostedMax).map((vct) => collaborators.hostedType(vct, { ports, settings })),
  )
  return found.filter((one) => one !== null)
}

/** Most types that one leads to, each extending the next. SDJWTVC19-7.4 */
const stepsMax = 8

/** Those that are of a PID by another name that their issuer gives them, or by what they extend. PIDRB-4.2 */
async function pidTypesAmong(
  types: readonly CredentialConfiguration[],
  { collaborators, ports, settings }: Pick<RequestContext, 'collaborators' | 'ports' | 'settings'>,
): Promise<PidTypes> {
  const isOfPid = async ({ own }: CredentialConfiguration): Promise<boolean> => {
    if (own?.akaVcts?.some(isPidVct)) return true
    let parent = own?.extends
    for (let steps = 0; parent !== undefined && steps < stepsMax; steps += 1) {
      if (isPidVct(parent)) return true
      parent = (await collaborators.hostedType(parent, { ports, settings }))?.type.own?.extends
    }
    return false
  }
  const named = await Promise.all(
    types.map(async (type) => (type.format === 'dc+sd-jwt' && (await isOfPid(type)) ? [type.vct] : [])),
  )
  return new Set(named.flat())
}

const namesKeyIdentifier = (query: Json | undefined): boolean =>
  credentialsOf(query).some(({ trusted_authorities: authorities }) =>
    listOf(authorities).some((one) => isObject(one) && one.type === 'aki'),
  )

const chainsOf = (session: IssuanceSession | null): readonly (readonly string[])[] =>
  session?.laboratory === undefined
    ? []
    : [session.laboratory.certificates.credential, session.laboratory.certificates.mdoc]

const noLeaves: ReadonlyMap<string, string> = new Map()

/** Key identifiers of the signers of our credentials themselves, each with that of the authority above it. */
function leavesOf(
  chains: readonly (readonly string[])[],
  { collaborators, ports }: Pick<RequestContext, 'collaborators' | 'ports'>,
): ReadonlyMap<string, string> {
  const shared = collaborators.issuerConfigurationIds.flatMap((id) => {
    const { credential, mdoc } = ports.issuerKeys(id)
    return [credential.x5c, mdoc.x5c]
  })
  const read = ports.trustAnchors('credential_issuer')
  return new Map(
    [...shared, ...chains].flatMap(([leaf]): [string, string][] => {
      const facts = leaf === undefined ? null : read([leaf])
      if (facts === null || !facts.readable) return []
      const { subjectKeyIdentifier: own, authorityKeyIdentifier: above } = facts.certificates[0]
      return own === null || above === null || own === above ? [] : [[own, above]]
    }),
  )
}
