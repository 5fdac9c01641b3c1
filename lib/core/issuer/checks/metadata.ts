import { area, of } from '../../engine/checks/area'
import {
  type Check,
  decidedBy,
  notApplicable,
  notObserved,
  type Outcome,
  pass,
  tolerated,
  violated,
} from '../../engine/checks/check'
import type { UnmatchedReading } from '../../engine/endpoints/unmatched-reading'
import { exchangesOf, firstFlowExchange, type IssuanceEvidence, isOver } from '../../engine/sessions/session-evidence'
import type { EpochMillis } from '../../shared/time/time'
import { bare, declared, quote, quoteStart, say } from '../../shared/values/wording'
import { hasOwnIssuer } from '../configurations/issuer-in-play'
import { firstIssued } from '../judgements/proofs'
import type { MetadataReading } from '../read/issuer-metadata'
import { credentialAddress } from './credential'
import { deferredAddress } from './deferred'
import { nonceAddress } from './nonce'
import { offerAddress } from './offer'
import { parAddress } from './par/request'
import { tokenAddress } from './token'

const documents = ['getCredentialKeys', 'getJwtVcIssuerMetadata']

/** One language range without surrounding spaces. Spaces match in one place only, so matching takes linear time. */
const tag = /^(\*|[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)(\s*;\s*q=[01](\.\d{0,3})?)?$/

const methodGetDocuments = [
  'getIssuerMetadata',
  'getAuthorizationServerMetadata',
  'getJwtVcIssuerMetadata',
  'getAuthorizationServerKeys',
  'getCredentialKeys',
]

/** Whether the wallet fetched a document before its first request. At an issuer that sessions share it may have cached it. */
function fetchedBeforeStart(
  evidence: IssuanceEvidence,
  operation: 'getIssuerMetadata' | 'getAuthorizationServerMetadata',
): Outcome {
  const first = firstFlowExchange(evidence)
  if (first === null) return notObserved(say`The wallet has not started yet.`)
  const fetched = exchangesOf(evidence, operation).find(({ at }) => at <= first.at)
  if (fetched) return decidedBy(fetched, pass())
  const kept = keptFrom(evidence, first.at, operation)
  if (kept !== null) return decidedBy(first, kept)
  const expected = say`a fetch before the first request`
  return decidedBy(
    first,
    hasOwnIssuer(evidence.session)
      ? violated({ expected, actual: say`none seen` })
      : tolerated({ expected, actual: say`none seen; perhaps cached` }),
  )
}

/** That the wallet read a document in a session before this one of the same workbench; `null` if it did not. */
function keptFrom({ readEarlier = [] }: IssuanceEvidence, at: EpochMillis, ...operations: readonly string[]) {
  const read = readEarlier.find((one) => operations.includes(one.operation))
  if (read === undefined) return null
  const before = beforeWords(Math.round((at - read.at) / 1000))
  return notObserved(
    read.inSession === null
      ? say`The same client read it ${before} before.`
      : say`It was read in session ${read.inSession} of this workbench, ${before} before.`,
  )
}

const beforeWords = (seconds: number) => {
  const [length, unit] =
    seconds < 120 ? [seconds, 'second'] : seconds < 7200 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  const count = Math.round(length)
  return declared(`${count} ${unit}${count === 1 ? '' : 's'}`)
}

export const metadataSession = area(
  'vci.metadata',
  { subject: of<IssuanceEvidence>() },
  {
    issuer_fetched: {
      title: 'Wallet reads the issuer metadata before it starts',
      problem: 'The wallet did not read the issuer metadata before it started',
      clauses: ['OID4VCI-1FINAL-12.2.2', 'OID4VCI-1FINAL-13.5'],
      level: 'must',
      why: 'Only the metadata says where the endpoints are and what a proof must look like.',
      hint: 'Fetch the credential issuer metadata at the start of each session, or make sure that a cached copy is fresh.',
      run: (evidence) => fetchedBeforeStart(evidence, 'getIssuerMetadata'),
    },
    as_fetched: {
      title: 'Wallet reads the authorization server metadata before it starts',
      problem: 'The wallet did not read the authorization server metadata before it started',
      clauses: ['OID4VCI-1FINAL-12.2.4', 'RFC8414-3'],
      level: 'must',
      why: 'Only that document names the token endpoint and its requirements.',
      hint: 'Fetch the authorization server metadata at the start of each session, or make sure that a cached copy is fresh.',
      run: (evidence) => fetchedBeforeStart(evidence, 'getAuthorizationServerMetadata'),
    },
    jwks_fetched: {
      title: 'Wallet looks up the keys that sign the credential',
      problem: 'The wallet did not look up the keys that sign the credential',
      clauses: ['SDJWTVC-5', 'SDJWTVC-3.5'],
      level: 'info',
      why: 'To verify the credential, a wallet needs the issuer keys, from this document or from the certificate.',
      hint: 'Verify the credential with the keys of the JWT VC issuer metadata or with its x5c chain.',
      run: (evidence) => {
        const [seen] = documents.flatMap((operation) => exchangesOf(evidence, operation))
        if (seen) return decidedBy(seen, pass())
        const issued = firstIssued(evidence)
        if (issued === undefined || !isOver(evidence)) return notObserved(say`No fetch was seen yet.`)
        const kept = keptFrom(evidence, issued.at, ...documents)
        if (kept !== null) return decidedBy(issued, kept)
        const actual = say`none seen; the wallet may have verified with the certificate chain`
        return decidedBy(issued, violated({ expected: say`a fetch of the issuer keys`, actual }))
      },
    },
  },
)

export const metadata = area(
  'vci.metadata',
  { subject: of<MetadataReading>() },
  {
    accept_header: {
      title: 'Metadata request names the media type that it accepts',
      problem: 'The metadata request does not say which media type it accepts',
      clauses: ['OID4VCI-1FINAL-12.2.2'],
      level: 'should',
      why: 'Issuer metadata is available plain or signed; the wallet chooses with the Accept header.',
      hint: 'Send Accept: application/json, or application/jwt for signed metadata.',
      run: ({ document, accept }) => {
        if (document !== 'issuer_metadata') return notApplicable(say`Only issuer metadata is available in two forms.`)
        if (accept !== null && /application\/(json|jwt)/i.test(accept)) return pass(quoteStart(accept, 200))
        return violated({
          expected: say`application/json or application/jwt`,
          actual: quoteStart(accept, 200) ?? say`no Accept header`,
        })
      },
    },
    accept_language: {
      title: 'Metadata request names the languages of the user',
      problem: 'The metadata request names no language of the user',
      clauses: ['OID4VCI-1FINAL-12.2.2'],
      level: 'info',
      why: 'An issuer with several languages can then send the right texts.',
      hint: 'Send Accept-Language with the language tags of the user, for example it, en;q=0.5.',
      run: ({ document, acceptLanguage }) => {
        if (document !== 'issuer_metadata') return notApplicable(say`Only issuer metadata contains display texts.`)
        if (acceptLanguage === null) return violated({ expected: say`Accept-Language`, actual: bare.absent })
        const wellFormed = acceptLanguage.split(',').every((part) => tag.test(part.trim()))
        const actual = quoteStart(acceptLanguage, 200)
        return wellFormed ? pass(actual) : violated({ expected: say`language tags of BCP 47`, actual })
      },
    },
    signed_requested: {
      title: 'Wallet asks for signed issuer metadata',
      problem: 'The wallet did not ask for signed issuer metadata',
      clauses: ['OID4VCI-1FINAL-12.2.3', 'HAIP-4.1'],
      level: 'info',
      why: 'Signed metadata lets a wallet check who the issuer is without trusting the web server alone.',
      hint: 'Send application/jwt in Accept when the wallet can verify signed metadata.',
      run: ({ document, accept }) => {
        if (document !== 'issuer_metadata') return notApplicable(say`Only issuer metadata comes signed.`)
        return /application\/jwt/i.test(accept ?? '')
          ? pass()
          : violated({ expected: say`application/jwt`, actual: bare.notAskedFor })
      },
    },
  },
)

/** Where and how a document was requested. */
export const documentRequestChecks = Object.values(
  area(
    'vci.metadata',
    { subject: of<UnmatchedReading>() },
    {
      issuer_wellknown_path: {
        title: 'Issuer metadata is fetched with the well-known path inserted',
        problem: 'The issuer metadata was requested at the wrong well-known path',
        clauses: ['OID4VCI-1FINAL-12.2.2'],
        level: 'must',
        why: 'The well-known string goes between host and path; an issuer with several identifiers responds nowhere else.',
        hint: 'Put /.well-known/openid-credential-issuer between the host and the path of the Credential Issuer Identifier, with a slash at the end only where the identifier has one.',
        run: ({ wrongForm, path, operation, answered }) => {
          if (answered && operation === 'getIssuerMetadata') return pass(say`inserted form`)
          if (wrongForm === 'appended_issuer_metadata')
            return violated({ expected: say`inserted form`, actual: say`appended form` })
          if (wrongForm === 'bare_issuer_metadata')
            return violated({ expected: say`inserted form`, actual: say`no path of an issuer` })
          if (wrongForm === 'slash_left_out')
            return violated({ expected: say`a slash at the end`, actual: say`no slash at the end` })
          if (wrongForm === 'trailing_slash' && path.includes('openid-credential-issuer')) {
            return violated({ expected: say`no slash at the end`, actual: say`a slash at the end` })
          }
          return notApplicable(say`The request does not ask for issuer metadata.`)
        },
      },
      as_wellknown_path: {
        title: 'Authorization server metadata is fetched with the well-known path inserted',
        problem: 'The authorization server metadata was requested at the wrong well-known path',
        clauses: ['RFC8414-3.1', 'RFC8414-3'],
        level: 'must',
        why: 'For an identifier with a path, the well-known string goes between host and path.',
        hint: 'Put /.well-known/oauth-authorization-server between the host and the path of the issuer identifier, without a slash at the end.',
        run: ({ wrongForm, path, operation, answered }) => {
          if (answered && operation === 'getAuthorizationServerMetadata') return pass(say`inserted form`)
          if (wrongForm === 'appended_as_metadata')
            return violated({ expected: say`inserted form`, actual: say`appended form` })
          if (wrongForm === 'trailing_slash' && path.includes('oauth-authorization-server')) {
            return violated({ expected: say`no slash at the end`, actual: say`a slash at the end` })
          }
          return notApplicable(say`The request does not ask for authorization server metadata.`)
        },
      },
      no_oidc_discovery: {
        title: 'Wallet does not look for an OpenID Provider configuration',
        problem: 'The wallet looked for an OpenID Provider configuration',
        clauses: ['RFC8414-3', 'OID4VCI-1FINAL-12.2.4'],
        level: 'must',
        why: 'The authorization server of an issuer is described by OAuth metadata, not by OpenID discovery.',
        hint: 'Fetch oauth-authorization-server metadata and drop the request for openid-configuration.',
        run: ({ wrongForm, operation, answered }) => {
          if (wrongForm === 'oidc_discovery') {
            return violated({ expected: say`oauth-authorization-server`, actual: say`openid-configuration` })
          }
          if (answered && operation === 'getAuthorizationServerMetadata') return pass(say`oauth-authorization-server`)
          return notApplicable(say`The request does not look for an authorization server.`)
        },
      },
      method_get: {
        title: 'Metadata is fetched with GET',
        problem: 'The metadata was not requested with GET',
        clauses: ['OID4VCI-1FINAL-12.2.2', 'RFC8414-3.1'],
        level: 'must',
        why: 'Metadata documents are read-only, so they only support GET.',
        hint: 'Use GET for every metadata document.',
        run: ({ operation, method, answered }) => {
          if (operation === null || !methodGetDocuments.includes(operation))
            return notApplicable(say`The request is not for a document.`)
          return answered ? pass(say`GET`) : violated({ expected: say`GET`, actual: quote(method) })
        },
      },
    },
  ),
)

/** The reason of a request for the metadata of a server that is none of the issuer's. */
export const lookedUp = 'vci.metadata.endpoints_from_metadata#looked_up'

const fixOfServer =
  'Fetch the metadata of a server that authorization_servers names, and use the endpoints that stand there.'

const metadataAddress = area(
  'vci.metadata',
  { subject: of<UnmatchedReading>() },
  {
    endpoints_from_metadata: {
      title: 'Wallet calls only addresses that the metadata publishes',
      reasons: {
        broken: {
          says: 'The wallet called an address that the metadata does not publish',
          fix: 'Read every endpoint address from the metadata documents instead of building it.',
        },
        other_server: {
          says: 'The metadata names another authorization server in authorization_servers, and the wallet took the issuer for it',
          fix: fixOfServer,
        },
        looked_up: {
          says: 'The metadata names another authorization server in authorization_servers, and the wallet looked for one at the issuer',
          fix: fixOfServer,
        },
      },
      clauses: ['OID4VCI-1FINAL-12.2.4'],
      level: 'should',
      why: 'A guessed address may work with one issuer and fail with the next.',
      explains: ['vci.transport.served'],
      run: ({ operation, answered, path, namedServers }) => {
        const isDocument = path.includes('/.well-known/')
        if (namedServers !== null) {
          const seen = { expected: named(namedServers), actual: quoteStart(path, 200) }
          return isDocument ? tolerated('looked_up', seen) : violated('other_server', seen)
        }
        if (isDocument) return notApplicable(say`The request is for a document, not for an endpoint.`)
        if (operation !== null)
          return answered ? pass() : notApplicable(say`The address exists; only the method is wrong.`)
        return violated({ expected: say`a published address`, actual: quoteStart(path, 200) })
      },
    },
  },
)

/** Addresses of servers, as what was expected. */
const named = (servers: readonly string[]) => say`an address of ${quote(servers.join(' or '))}`

/** Checks of a fetch that reached an endpoint. */
export const metadataChecks: readonly Check<MetadataReading>[] = Object.values(metadata)

/** Checks of requests to unknown addresses; they pass if a request reached its endpoint. */
export const unmatchedChecks: readonly Check<UnmatchedReading>[] = [
  ...documentRequestChecks,
  metadataAddress.endpoints_from_metadata,
  parAddress.method_post,
  tokenAddress.method_post,
  nonceAddress.method_post,
  credentialAddress.method_post,
  deferredAddress.method_post,
  offerAddress.method_get,
]

/** Where and how each endpoint of a flow was called. */
export const parAddressChecks: readonly Check<UnmatchedReading>[] = [
  parAddress.method_post,
  metadataAddress.endpoints_from_metadata,
]

export const tokenAddressChecks: readonly Check<UnmatchedReading>[] = [
  tokenAddress.method_post,
  metadataAddress.endpoints_from_metadata,
]

export const nonceAddressChecks: readonly Check<UnmatchedReading>[] = [
  nonceAddress.method_post,
  metadataAddress.endpoints_from_metadata,
]

export const credentialAddressChecks: readonly Check<UnmatchedReading>[] = [
  credentialAddress.method_post,
  metadataAddress.endpoints_from_metadata,
]

export const deferredAddressChecks: readonly Check<UnmatchedReading>[] = [
  deferredAddress.method_post,
  metadataAddress.endpoints_from_metadata,
]

export const notificationAddressChecks: readonly Check<UnmatchedReading>[] = [metadataAddress.endpoints_from_metadata]

export const offerAddressChecks: readonly Check<UnmatchedReading>[] = [offerAddress.method_get]
