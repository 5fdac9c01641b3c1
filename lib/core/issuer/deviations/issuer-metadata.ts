import { isObject } from '../../shared/values/json'
import {
  continues,
  type DocumentChange,
  type DocumentMembers,
  deviatingBytesMax,
  holdSecondsMax,
  type IssuerDeviation,
  reports,
  stops,
} from './issuer-deviation'
import { goesOnToTheEnd, goesOnWith, notifies, usesAddresses, usesMetadata } from './next-step'
import { withSecondAddresses } from './second-addresses'

type Entry = Omit<IssuerDeviation, 'id' | 'title' | 'clause' | 'needs' | 'changes'>

/** The wallet must not continue with this metadata. */
const refused: Entry = {
  ...stops('The wallet must not use the metadata: it sends no authorization or token request.'),
  next: usesMetadata,
}

/** The wallet has to get a credential, however long its user takes. */
const ignored: Entry = {
  ...continues('The wallet ignores it and gets the credential.'),
  next: goesOnToTheEnd,
  waitsFrom: 'last_request',
}

const told: Entry = {
  ...reports('No text says what a wallet does: the session tells whether it got the credential.'),
  next: goesOnToTheEnd,
  waitsFrom: 'last_request',
}

/** An own issuer, so that no other session gets the deviating metadata. */
const needs = { laboratory: {} } as const

const entry = (
  id: string,
  title: string,
  clause: IssuerDeviation['clause'],
  { expected, change }: { readonly expected: Entry; readonly change: DocumentChange },
): IssuerDeviation => ({
  id: `issuer_metadata_${id}`,
  title,
  clause,
  ...expected,
  needs,
  changes: { issuerMetadata: change },
})

/** Replaces or adds members. */
const having =
  (change: (right: DocumentMembers, served: Parameters<DocumentChange>[1]) => DocumentMembers): DocumentChange =>
  (right, served) => ({ body: { ...right, ...change(right, served) } })

const identifiedAs = (change: (identifier: URL, served: Parameters<DocumentChange>[1]) => string): DocumentChange =>
  having((_right, served) => ({ credential_issuer: change(new URL(served.identifier), served) }))

/** The identifier with one URL part replaced. */
const moved = (identifier: URL, part: 'hostname' | 'port', value: string): string => {
  const other = new URL(identifier)
  other[part] = value
  return other.href
}

/** A port above all that the service may use. */
const otherPort = (port: string): string => (port === '65535' ? '65534' : '65535')

const withoutMember =
  (name: string): DocumentChange =>
  (right) => ({ body: Object.fromEntries(Object.entries(right).filter(([member]) => member !== name)) })

const overHttp = (name: 'credential_endpoint' | 'nonce_endpoint'): DocumentChange =>
  having((right) => ({ [name]: String(right[name]).replace(/^https:/, 'http:') }))

const configurations = 'credential_configurations_supported'

const configurationsOf = (metadata: DocumentMembers): DocumentMembers => {
  const all = metadata[configurations]
  return isObject(all) ? all : {}
}

/** Modifies the offered configuration. */
const offered = (change: (configuration: DocumentMembers) => DocumentMembers): DocumentChange =>
  having((right, { offered: id }) => {
    const all = configurationsOf(right)
    const one = all[id]
    return { [configurations]: { ...all, [id]: change(isObject(one) ? one : {}) } }
  })

/** Replaces the algorithms that sign the offered configuration. */
const signedWith = (...algorithms: readonly (string | number)[]): DocumentChange =>
  offered((configuration) => ({ ...configuration, credential_signing_alg_values_supported: algorithms }))

const unknownMember = ['wallet_capture_unknown', 'ignore-me'] as const

/** Objects with names as keys; an unknown key would be another configuration or proof type. */
const listed: ReadonlySet<string> = new Set([configurations, 'proof_types_supported'])

/** Adds an undefined member to each object, at every level. */
function withUnknown(value: unknown, name: string | null = null): unknown {
  if (Array.isArray(value)) return value.map((element) => withUnknown(element))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([member, inner]) => [member, withUnknown(inner, member)] as const)
  return Object.fromEntries(name !== null && listed.has(name) ? members : [...members, unknownMember])
}

/** Reserve below the bound, for the header and certificates of the signed form. */
const leftBytes = 16 * 1024

const padded: DocumentChange = having((right, { isSigned }) => {
  // Base64url adds a third.
  const bytes = isSigned ? Math.floor((deviatingBytesMax * 3) / 4) : deviatingBytesMax
  return { wallet_capture_padding: 'x'.repeat(Math.max(0, bytes - leftBytes - JSON.stringify(right).length)) }
})

/** Marks the URL of a correct copy of the metadata. */
const atCopy = 'copy=1'

/** Issuer metadata that a wallet must reject, must tolerate, or may treat either way. OID4VCI-1FINAL-12.2 */
export const issuerMetadataDeviations: readonly IssuerDeviation[] = [
  entry('other_issuer', 'The issuer metadata is that of another issuer on the same host.', 'OID4VCI-1FINAL-12.2.4', {
    expected: refused,
    change: identifiedAs((_identifier, { sharedIssuer }) => sharedIssuer),
  }),
  entry('other_host', 'The credential_issuer of the metadata has another host.', 'OID4VCI-1FINAL-12.2.4', {
    expected: refused,
    change: identifiedAs((identifier) => moved(identifier, 'hostname', 'another-issuer.example')),
  }),
  entry('other_port', 'The credential_issuer of the metadata has another port.', 'OID4VCI-1FINAL-12.2.4', {
    expected: refused,
    change: identifiedAs((identifier) => moved(identifier, 'port', otherPort(identifier.port))),
  }),
  entry('trailing_slash', 'The credential_issuer of the metadata ends with a slash.', 'OID4VCI-1FINAL-12.2.4', {
    expected: refused,
    change: identifiedAs(({ href }) => `${href}/`),
  }),
  entry('no_endpoint', 'The issuer metadata has no credential_endpoint.', 'OID4VCI-1FINAL-12.2.4', {
    expected: refused,
    change: withoutMember('credential_endpoint'),
  }),
  entry('http_endpoint', 'The credential_endpoint of the metadata uses http.', 'OID4VCI-1FINAL-12.2.4', {
    expected: refused,
    change: overHttp('credential_endpoint'),
  }),
  entry('http_nonce', 'The nonce_endpoint of the metadata uses http.', 'OID4VCI-1FINAL-12.2.4', {
    expected: {
      ...stops('The wallet must not use the nonce endpoint: it sends no nonce request and no credential request.'),
      next: goesOnWith('requestNonce', 'requestCredential'),
      waitsFrom: 'last_request',
    },
    change: overHttp('nonce_endpoint'),
  }),
  entry('without_offered', 'The issuer metadata lacks the offered configuration.', 'OID4VCI-1FINAL-4.1.1', {
    expected: refused,
    change: having((right, { offered: id }) => ({
      [configurations]: Object.fromEntries(Object.entries(configurationsOf(right)).filter(([name]) => name !== id)),
    })),
  }),
  entry('unknown_format', 'The offered configuration has a format that nobody knows.', 'OID4VCI-1FINAL-12.2.4', {
    expected: refused,
    change: offered((configuration) => ({ ...configuration, format: 'x-unknown' })),
  }),
  entry(
    'other_unknown_format',
    'A configuration beside the offered one has a format that nobody knows.',
    'OID4VCI-1FINALA-A',
    {
      expected: ignored,
      change: having((right) => ({
        [configurations]: {
          ...configurationsOf(right),
          'urn:wallet-capture:unknown-format': { format: 'x-unknown', scope: 'urn:wallet-capture:unknown-format' },
        },
      })),
    },
  ),
  entry('extra_members', 'The issuer metadata has undefined members at every level.', 'OID4VCI-1FINAL-12.2.4', {
    expected: ignored,
    change: (right) => ({ body: withUnknown(right) as DocumentMembers }),
  }),
  {
    id: 'issuer_metadata_mdoc_alg_specified',
    title: 'The issuer metadata list ESP256 (-9) alone for an mdoc whose header says ES256 (-7).',
    clause: 'OID4VCI-1FINALA-A.2.2',
    expects: 'going_on',
    must: 'The wallet keeps the credential: -7 with a P-256 key is what -9 stands for. If it notifies, it reports credential_accepted.',
    // Without a notification it is unknown whether the wallet kept the credential.
    next: notifies,
    otherwise: {
      says: 'The wallet reported credential_failure, although the header of the mdoc has the algorithm that the metadata list',
      fix: 'Take -7 (ES256) with a P-256 key for the -9 (ESP256) of the metadata, and keep the credential.',
    },
    silence: 'says_nothing',
    format: 'mso_mdoc',
    needs,
    changes: { issuerMetadata: signedWith(-9) },
  },
  {
    id: 'issuer_metadata_mdoc_alg_text',
    title: 'The issuer metadata list the signature algorithms of an mdoc as texts.',
    clause: 'OID4VCI-1FINALA-A.2.2',
    ...told,
    format: 'mso_mdoc',
    needs,
    changes: { issuerMetadata: signedWith('ES256', 'ESP256') },
  },
  {
    id: 'issuer_metadata_no_proof_types',
    title: 'The offered configuration has binding methods and no proof_types_supported.',
    clause: 'OID4VCI-1FINAL-12.2.4',
    ...told,
    needs,
    changes: {
      withoutProofTypes: true,
      issuerMetadata: offered((configuration) =>
        Object.fromEntries(Object.entries(configuration).filter(([name]) => name !== 'proof_types_supported')),
      ),
    },
  },
  entry(
    'response_only',
    'The issuer metadata requires encrypted responses and supports no encrypted requests.',
    'OID4VCI-1FINAL-10',
    {
      expected: told,
      change: ({ credential_request_encryption: _, ...right }) => ({
        body: {
          ...right,
          credential_response_encryption: {
            ...(isObject(right.credential_response_encryption) ? right.credential_response_encryption : {}),
            encryption_required: true,
          },
        },
      }),
    },
  ),
  entry('batch_one', 'The issuer metadata announces batches of one credential.', 'OID4VCI-1FINAL-12.2.4', {
    expected: told,
    change: having(() => ({ batch_credential_issuance: { batch_size: 1 } })),
  }),
  entry('not_json', 'The issuer metadata is no JSON.', 'OID4VCI-1FINAL-12.2.2', {
    expected: refused,
    change: () => ({ body: 'These are no metadata.' }),
  }),
  entry('404', 'The issuer metadata is not found.', 'OID4VCI-1FINAL-12.2.2', {
    expected: refused,
    change: () => failed(404, 'not_found'),
  }),
  entry('500', 'The issuer metadata endpoint fails every time.', 'OID4VCI-1FINAL-12.2.2', {
    expected: refused,
    change: () => failed(500, 'server_error'),
  }),
  entry('html', 'The issuer metadata is served as text/html.', 'OID4VCI-1FINAL-12.2.2', {
    expected: told,
    change: (right) => ({ mediaType: 'text/html', body: right }),
  }),
  entry('redirect', 'The issuer metadata address redirects to a right copy.', 'OID4VCI-1FINAL-12.2.2', {
    expected: told,
    change: (_right, { address, query }) =>
      query === atCopy ? null : { status: 302, headers: [['Location', `${address}?${atCopy}`]], body: '' },
  }),
  entry(
    'redirect_other',
    'The issuer metadata address redirects to the metadata of another issuer.',
    'OID4VCI-1FINAL-12.2.4',
    {
      expected: refused,
      change: (_right, { sharedMetadata }) => ({ status: 302, headers: [['Location', sharedMetadata]], body: '' }),
    },
  ),
  entry('large', 'The issuer metadata is almost a mebibyte long.', 'OID4VCI-1FINAL-12.2.2', {
    expected: told,
    change: padded,
  }),
  entry('slow', 'The issuer metadata comes after twenty seconds.', 'OID4VCI-1FINAL-12.2.2', {
    expected: told,
    change: (right) => ({ body: right, holdSeconds: holdSecondsMax }),
  }),
  {
    id: 'issuer_metadata_changed',
    title: 'The issuer metadata names other endpoints from the second fetch on; both sets respond.',
    clause: 'OID4VCI-1FINAL-12.2.2',
    ...reports('No text says which a wallet uses: the session tells which endpoints got the credential request.'),
    next: usesAddresses({ second: 'of the newer metadata', first: 'of the older metadata' }),
    waitsFrom: 'last_request',
    needs,
    changes: {
      countsFetches: true,
      issuerMetadata: (right, { identifier, earlierFetches }) =>
        earlierFetches === 0 ? null : { body: withSecondAddresses(right, identifier) },
    },
  },
]

/** An error response in our format. */
function failed(status: number, error: string) {
  const body = { error, error_description: 'This response is wrong on purpose in this session.' }
  return { status, mediaType: 'application/json', body: JSON.stringify(body) }
}
