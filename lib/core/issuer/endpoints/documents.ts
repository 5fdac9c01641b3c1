import { bind } from '../../engine/checks/evaluate'
import { type DeviatingReply, plain } from '../../engine/endpoints/endpoint'
import { answeredRequest } from '../../engine/endpoints/unmatched-reading'
import { ownSigner } from '../../engine/sessions/own-access-options'
import type { HeaderField, Reply } from '../../shared/http/exchange'
import { bytesReply, jsonReply, textReply } from '../../shared/http/reply'
import { signJwt } from '../../shared/jose/jwt'
import { invariant } from '../../shared/ports/errors'
import type { IssuerKeys } from '../../shared/ports/keys'
import type { Signer } from '../../shared/ports/ports'
import { type EpochMillis, toEpochSeconds } from '../../shared/time/time'
import { certificatePem } from '../../shared/trust/certificates'
import { fromBase64 } from '../../shared/values/base64url'
import { documentRequestChecks, metadataChecks } from '../checks/metadata'
import { issuerConfigurations } from '../configurations'
import { buildCatalogueEntry } from '../configurations/catalogue-entry'
import { requiredEncryption } from '../configurations/laboratory/protocol-options'
import { attestationLevels } from '../configurations/laboratory/wallet-unit-options'
import { logoPngBase64, logoSvg } from '../configurations/logo'
import { deviationName, deviationOf } from '../deviations'
import type { DocumentChange, DocumentMembers, IssuerDeviation, SignedDocument } from '../deviations/issuer-deviation'
import { buildEncryptionMetadata } from '../read/encryption/response-encryption'
import { buildIssuerInfo } from '../read/issuer-info'
import {
  buildIssuerMetadata,
  buildJwtVcIssuerMetadata,
  type IssuerMetadata,
  type MetadataReading,
  readMetadataRequest,
} from '../read/issuer-metadata'
import {
  buildAuthorizationServerMetadata,
  buildChainedServerMetadata,
} from '../read/oauth/authorization-server-metadata'
import { asksForChallenge } from '../read/oauth/client-authentication/attestation-challenge'
import { clientAuthenticationMethods } from '../read/oauth/client-authentication/client-authentication-methods'
import { buildTypeMetadata, wrongTypeMetadata } from '../read/type-metadata'
import {
  type DocumentContext,
  deviatingDocument,
  isSignedFormAsked,
  servedDocument,
  signedType,
} from './deviating-document'
import { judgedByIssuer } from './issuer-endpoint'

const operations: Readonly<Record<MetadataReading['document'], string>> = {
  issuer_metadata: 'getIssuerMetadata',
  authorization_server_metadata: 'getAuthorizationServerMetadata',
  chained_server_metadata: 'getChainedServerMetadata',
  jwt_vc_issuer_metadata: 'getJwtVcIssuerMetadata',
  type_metadata: 'getTypeMetadata',
  keys: 'getCredentialKeys',
  trust_anchor: 'getTrustAnchor',
  logo: 'getLogoPng',
}

const checks = [
  ...bind(documentRequestChecks, ({ document }: MetadataReading) => answeredRequest(operations[document], 'GET')),
  ...bind(metadataChecks, (reading: MetadataReading) => reading),
]

/** Declares an endpoint that serves one JSON document of an issuer. Fetches are recorded and never refused. */
const metadataEndpoint = (
  document: MetadataReading['document'],
  build: (context: DocumentContext) => DocumentMembers,
  change: (changes: IssuerDeviation['changes']) => DocumentChange | undefined = () => undefined,
) => {
  const reply = (members: DocumentMembers) => jsonReply(200, members, [['Vary', 'Accept, Accept-Language']])
  return documentEndpoint(
    document,
    (context) => reply(build(context)),
    (context) =>
      deviatingDocument({ operation: operations[document], change, right: () => build(context), reply }, context),
  )
}

/**
 * Like `metadataEndpoint`, for a document that is not only JSON.
 * @param deviating the session's deviating reply
 */
const documentEndpoint = (
  document: MetadataReading['document'],
  reply: (context: DocumentContext) => Reply,
  deviating: (context: DocumentContext) => ReturnType<typeof deviatingDocument> = () => Promise.resolve({}),
) => ({
  ...judgedByIssuer<MetadataReading>({
    read: ({ exchange }) => Promise.resolve(readMetadataRequest(exchange, document)),
    checks: () => checks,
    decide: async (_reading, _findings, context) => ({
      reply: reply(context),
      ...(await deviating(context)),
      sessionId: context.issuer.session?.sessionId ?? null,
      events: [],
      effects: [],
    }),
  }),
  /** Both replies, for use without a request. */
  answers: { right: reply, deviating },
})

/** Credential issuer metadata, signed if the wallet prefers that. OID4VCI-1FINAL-12.2.2, OID4VCI-1FINAL-12.2.3 */
export const issuerMetadata = documentEndpoint(
  'issuer_metadata',
  (context) => inFormAsked(issuerMetadataOf(context), context),
  async (context) => ({
    ...(await deviatingDocument(
      {
        operation: 'getIssuerMetadata',
        change: ({ issuerMetadata: change }) => change,
        right: () => issuerMetadataOf(context),
        reply: (members) => inFormAsked(members, context),
      },
      context,
    )),
    ...(await deviatingSignature(context)),
    ...untrustedMetadata(context),
  }),
)

/** Metadata with wrong trust: wrong registration, or signed under a wrong certificate. */
function untrustedMetadata(context: DocumentContext): { readonly deviating?: DeviatingReply } {
  const deviation = context.issuer.session && deviationOf(context.issuer.session)
  const { trust } = deviation?.changes ?? {}
  if (!deviation || trust === undefined || trust.seal !== undefined) return {}
  return {
    deviating: { deviation: deviationName(deviation), reply: inFormAsked(issuerMetadataOf(context), context) },
  }
}

/** The right metadata of an issuer. */
export const issuerMetadataOf = ({ issuer, settings }: DocumentContext): IssuerMetadata =>
  buildIssuerMetadata({
    issuer,
    ...attestationLevels(issuer.options, settings),
    notificationEndpoint: settings.notificationEndpoint,
    ...encryptionOf(issuer),
    issuerInfo:
      issuer.session &&
      buildIssuerInfo(issuer.session, issuer.configuration.credentialConfigurations, settings.baseUrl),
  })

/** Both members about encryption, or neither. OID4VCI-1FINAL-12.2.4 */
function encryptionOf({ keys, options }: DocumentContext['issuer']) {
  const required = requiredEncryption(options)
  return required.offered ? { encryption: buildEncryptionMetadata(keys.requestEncryption, required) } : {}
}

/** Sends metadata as JSON, or signed if the wallet prefers that and the issuer supports it. */
function inFormAsked(metadata: DocumentMembers, context: DocumentContext): Reply {
  const by = isSignedFormAsked(context) ? signerOf(context) : null
  if (by === null) return jsonReply(200, metadata, [vary])
  return textReply(200, signedType, signIssuerMetadata(metadata, by), [vary])
}

const vary: HeaderField = ['Vary', 'Accept, Accept-Language']

/** The signer of the metadata: an access certificate if there is one. `null` once the tester's own key is gone. */
function signerOf({ exchange, issuer, ports }: DocumentContext): MetadataSigner | null {
  const { session, keys, identifier } = issuer
  const { certificates } = session?.laboratory ?? {}
  const signer =
    session?.options.trust?.own === undefined
      ? (keys.access ?? keys.credential)
      : ownSigner(session, certificates?.access ?? [], ports)
  return signer && { identifier, signer, now: exchange.at }
}

/** The deviating signed metadata, if the deviation is limited to the signed form. */
async function deviatingSignature(context: DocumentContext): Promise<{ readonly deviating?: DeviatingReply }> {
  const { issuer, ports } = context
  const deviation = issuer.session && deviationOf(issuer.session)
  const change = deviation?.changes.signedMetadata
  const laboratory = issuer.session?.laboratory
  const by = isSignedFormAsked(context) ? signerOf(context) : null
  if (!deviation || !change || !laboratory || by === null) return {}
  const strangers = {
    selfSigned: ports.verifierKeys.selfSignedSigner,
    untrusted: await ports.laboratoryKeys.stranger(laboratory.id),
  }
  const right = signedDocument(issuerMetadataOf(context), by)
  const served = await servedDocument('getIssuerMetadata', context)
  const { finish = (jws: string) => jws, ...wrong } = change(right, served, strangers)
  const reply = textReply(200, signedType, finish(signJwt(wrong)), [vary])
  return { deviating: { deviation: deviationName(deviation), reply } }
}

/** Authorization server metadata of the issuer. RFC8414-3 */
export const authorizationServerMetadata = documentEndpoint(
  'authorization_server_metadata',
  (context) => (context.issuer.server === 'gone' ? serverGone : serverReply(serverMetadataOf(context))),
  async (context) =>
    context.issuer.server === 'gone'
      ? {}
      : deviatingDocument(
          {
            operation: 'getAuthorizationServerMetadata',
            change: ({ serverMetadata: change }) => change,
            right: () => serverMetadataOf(context),
            reply: serverReply,
          },
          context,
        ),
)

/** The right metadata of its authorization server. */
export const serverMetadataOf = ({ issuer, settings }: DocumentContext): DocumentMembers =>
  buildAuthorizationServerMetadata({
    issuer,
    dpopSigningAlgs: settings.dpopSigningAlgs,
    clientAuthenticationMethods: clientAuthenticationMethods(settings, issuer.options.client_attestation.drafts),
    challengeEndpoint: asksForChallenge({ issuer, settings }),
  })

const serverReply = (members: DocumentMembers): Reply => jsonReply(200, members, [['Vary', 'Accept, Accept-Language']])

const serverGone = jsonReply(404, {
  error: 'not_found',
  error_description: 'No authorization server responds here: another one of the issuer metadata does.',
})

/** Metadata of the auto-approving server behind the issuer. RFC8414-3 */
export const chainedServerMetadata = metadataEndpoint('chained_server_metadata', ({ issuer }) =>
  buildChainedServerMetadata(issuer),
)

/** JWT VC issuer metadata. SDJWTVC-5 */
export const jwtVcIssuerMetadata = metadataEndpoint('jwt_vc_issuer_metadata', ({ issuer }) =>
  buildJwtVcIssuerMetadata(issuer),
)

/** Keys that sign access tokens. RFC8414-2 */
export const authorizationServerKeys = documentEndpoint('keys', ({ issuer }) =>
  jsonReply(200, buildAuthorizationServerKeySet(issuer.keys)),
)

/** Keys that sign credentials. SDJWTVC-5.2 */
export const credentialKeys = documentEndpoint('keys', ({ issuer }) =>
  jsonReply(200, buildCredentialKeySet(issuer.keys)),
)

/** Metadata of a hosted SD-JWT VC type. SDJWTVC-6.3.1 */
export const typeMetadata = documentEndpoint(
  'type_metadata',
  (context) => {
    const metadata = typeMetadataOf(context)
    if (metadata !== null) return jsonReply(200, metadata)
    const description = 'This issuer hosts no metadata of a type under this number.'
    return jsonReply(404, { error: 'not_found', error_description: description })
  },
  async (context) => {
    const { session } = context.issuer
    const deviation = session && deviationOf(session)
    const right = typeMetadataOf(context)
    const wrong = right && wrongTypeMetadata(context.issuer, right)
    if (!deviation || wrong === null || typeof wrong.body === 'string') return {}
    return {
      deviating: { deviation: deviationName(deviation), reply: jsonReply(wrong.status ?? 200, { ...wrong.body }) },
    }
  },
)

const typeMetadataOf = ({ issuer, params, ports }: DocumentContext) =>
  buildTypeMetadata(issuer, params.typeNumber ?? '', ports.sha256)

/** Root certificate of the credential signer. */
export const trustAnchor = documentEndpoint('trust_anchor', ({ issuer, ports }) => {
  const { root, mdoc_root } = issuer.session?.laboratory?.certificates ?? {}
  const hasMdoc = issuer.configuration.credentialConfigurations.some(({ format }) => format === 'mso_mdoc')
  const pemOf = (own: string | undefined) => (own === undefined ? ports.rootCertificate.pem : certificatePem(own))
  // Mdocs never lead to a laboratory's own root, which ISO/IEC 18013-5 does not know.
  const roots = new Set([pemOf(root), ...(hasMdoc ? [pemOf(mdoc_root)] : [])])
  return textReply(200, 'application/x-pem-file', [...roots].join(''))
})

const logoPng = fromBase64(logoPngBase64)

/** Logo named in the metadata. OID4VCI-1FINAL-12.2.4 */
export const issuerLogoPng = documentEndpoint('logo', () => {
  invariant(logoPng !== null, 'The logo is base64.')
  return bytesReply(200, 'image/png', logoPng)
})

/** The logo as SVG. Browsers open it as a document of our origin, so its headers allow no scripts. */
export const issuerLogoSvg = documentEndpoint('logo', () =>
  textReply(200, 'image/svg+xml', logoSvg, [['Content-Security-Policy', "default-src 'none'"]]),
)

/** Public JWK of a signer. */
interface PublishedKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly kid: string
  readonly alg: 'ES256'
  readonly use: 'sig'
  /** Leaf first, without the trust anchor. */
  readonly x5c?: readonly string[]
}

interface KeySet {
  readonly keys: readonly PublishedKey[]
}

/** JWKS of the authorization server: the access token key. RFC8414-2 */
export const buildAuthorizationServerKeySet = ({ accessToken }: Pick<IssuerKeys, 'accessToken'>): KeySet => ({
  keys: [publishedKey(accessToken)],
})

/** JWKS of the credential issuer: credential keys with certificates. SDJWTVC-5.2 */
export const buildCredentialKeySet = ({ credential, mdoc }: Pick<IssuerKeys, 'credential' | 'mdoc'>): KeySet => ({
  keys: [publishedKey(credential), publishedKey(mdoc)],
})

/** Lists members explicitly, so that no private member can leak. */
function publishedKey({ publicJwk, kid, alg, x5c }: Signer): PublishedKey {
  const { kty, crv, x, y } = publicJwk
  return { kty, crv, x, y, kid, alg, use: 'sig', ...(x5c.length > 0 ? { x5c } : {}) }
}

/** Validity of signed metadata. */
const validitySeconds = 86_400

/**
 * Issuer metadata as a compact JWS: every member of the JSON form becomes a top-level claim; one that a deviation gave
 * the name of a claim of the signed form takes its place. The certificate chain omits the trust anchor.
 * @see OID4VCI-1FINAL-12.2.3, HAIP-4.1
 */
const signIssuerMetadata = (metadata: DocumentMembers, by: MetadataSigner): string =>
  signJwt(signedDocument(metadata, by))

function signedDocument(metadata: DocumentMembers, { identifier, signer, now }: MetadataSigner): SignedDocument {
  const iat = toEpochSeconds(now)
  const ofSignedForm = { iss: identifier, sub: identifier, iat, exp: iat + validitySeconds }
  const missing = Object.entries(ofSignedForm).filter(([name]) => !Object.hasOwn(metadata, name))
  return {
    header: { typ: 'openidvci-issuer-metadata+jwt', x5c: signer.x5c },
    claims: { ...metadata, ...Object.fromEntries(missing) },
    signer,
  }
}

interface MetadataSigner {
  readonly identifier: string
  readonly signer: Signer
  readonly now: EpochMillis
}

/** `GET /issuers`: all issuer configurations with their metadata URLs. */
export const listIssuers = plain(async ({ settings }) => ({
  reply: jsonReply(
    200,
    issuerConfigurations.map((configuration) => buildCatalogueEntry(settings.baseUrl, configuration)),
  ),
}))
