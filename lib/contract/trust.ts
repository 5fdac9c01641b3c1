import { z } from 'zod'
import { contractGroup } from './contract-entry'
import { error, json, zJwks } from './z-common'

/** Trust framework documents, read by wallets, programs, people and web pages. */
const common = {
  method: 'GET',
  recorded: false,
  origin: 'wallet',
  area: 'tester',
  underIssuer: false,
  auth: 'none',
  bodyBytesMax: 0,
  cors: true,
  anyHost: true,
  extension: true,
  requestHeaders: {
    'If-None-Match': {
      description: 'The ETag of a cached document; 304 if it is still current',
      required: false,
      schema: z.string(),
    },
  },
  replyHeaders: {
    200: { ETag: 'Changes whenever the document changes' },
    304: { ETag: 'ETag of the current document' },
  },
} as const

const binary = z.string().meta({ format: 'binary' })
const pem = { 'application/x-pem-file': z.string() }
const der = { 'application/pkix-cert': binary }
const text = { 'text/plain': z.string() }

const jwt = { 'application/jwt': z.string() }
/** Reads within a session are evidence of it; others are not recorded. */
const recorded = { ...common, recorded: true } as const

const asked = (description: string) => ({ description, required: false, schema: z.string() }) as const
const registerQuery = {
  identifier: asked('Identifier of the party'),
  serviceidentifier: asked('Identifier of a service of it: of its services, only this one is shown'),
  intendeduseidentifier: asked('Identifier of an intended use, which is shown only to who names it'),
  credentialformat: asked('Format of a credential of that use'),
  credentialmeta: asked('Type of a credential of that use'),
  claimpath: asked('Path of a claim of that use: a JSON array, or its parts with dots between'),
  policyurl: asked('Address of the privacy policy'),
} as const
const partyQuery = {
  legalname: asked('Legal name'),
  tradename: asked('Trade name of the party or of a service'),
  policy: asked('Address of a policy'),
  entitlement: asked('URI of an entitlement'),
  providedattestation: asked('Type of an attestation that it provides'),
  providesattestation: asked('The same'),
  usesintermediary: asked('Identifier of an intermediary that it uses'),
  isintermediary: asked('Whether it is an intermediary'),
} as const

export const trustContract = contractGroup({
  getTrustAnchorsPem: {
    ...common,
    path: '/trust/anchors.pem',
    summary: 'The authorities of the trust framework as PEM',
    replies: { 200: pem, 304: {} },
  },
  getTrustAnchorsJwks: {
    ...common,
    path: '/trust/anchors.jwks',
    summary: 'The keys of the authorities, each with its certificate',
    replies: { 200: json(zJwks), 304: {} },
  },
  getListedAnchors: {
    ...common,
    path: '/trust/anchors/{file}',
    summary: 'What a list anchors: `{list}.pem` as PEM, `{list}.cer` as DER',
    replies: { 200: { ...pem, ...der }, 304: {}, 404: error },
  },
  getAuthorityCertificate: {
    ...recorded,
    path: '/trust/ca/{file}',
    summary:
      'Certificate of an authority, `{ca}.cer`, which those that it issued name; `stranger-{ca}.cer` of one on no list',
    replies: { 200: der, 304: {}, 404: error, 503: error },
  },
  getRevocationList: {
    ...recorded,
    path: '/trust/crl/{file}',
    summary: 'Revocation list of an authority, `{ca}.crl`; `stranger-{ca}.crl` of one on no list',
    replies: { 200: { 'application/pkix-crl': binary }, 304: {}, 404: error, 503: error },
  },
  getTrustSupport: {
    ...common,
    path: '/trust/support',
    summary: 'Whom the certificates name for support: says that they are test data',
    replies: { 200: text, 304: {} },
  },
  getTrustPrivacy: {
    ...common,
    path: '/trust/privacy',
    summary: 'The privacy policy that registration certificates name: says that they are test data',
    replies: { 200: text, 304: {} },
  },
  getTrustPolicy: {
    ...common,
    path: '/trust/policy',
    summary: 'The certificate policy that registration certificates name: says that they are test data',
    replies: { 200: text, 304: {} },
  },
  getTrustList: {
    ...recorded,
    path: '/trust/lists/{file}',
    summary: 'A list of trusted entities, `{list}.jwt`',
    replies: { 200: jwt, 304: {}, 404: error, 503: error },
  },
  getSessionTrustList: {
    ...recorded,
    path: '/trust/s/{trustId}/lists/{file}',
    summary: 'The same list of one session, where reads are on record',
    replies: { 200: jwt, 304: {}, 404: error, 503: error },
  },
  getAliasTrustList: {
    ...recorded,
    path: '/trust/a/{alias}/lists/{file}',
    summary: 'What the newest live session with this list_alias serves, or else the installation',
    replies: { 200: jwt, 304: {}, 404: error, 503: error },
  },
  getRegistrationStatusList: {
    ...recorded,
    path: '/trust/s/{trustId}/status.jwt',
    summary: 'Status list of the registration certificate of one session, where reads are on record',
    replies: { 200: { 'application/statuslist+jwt': z.string() }, 304: {}, 404: error, 503: error },
  },
  getSessionRevocationList: {
    ...recorded,
    path: '/trust/s/{trustId}/access.crl',
    summary: 'Revocation list that an access certificate of one session names, where reads are on record',
    replies: { 200: { 'application/pkix-crl': binary }, 304: {}, 404: error, 503: error },
  },
  getRelyingParties: {
    ...recorded,
    path: '/trust/registrar/wrp',
    summary: 'The register: its wallet-relying parties, if they are what the query asks for',
    query: { ...registerQuery, ...partyQuery },
    replies: { 200: jwt, 304: {}, 404: error, 503: error },
  },
  checkIntendedUse: {
    ...recorded,
    path: '/trust/registrar/wrp/check-intended-use',
    summary: 'The register: whether an intended use is registered',
    query: { ...registerQuery, rpidentifier: asked('Identifier of the party') },
    replies: { 200: jwt, 304: {}, 503: error },
  },
  getRelyingParty: {
    ...recorded,
    path: '/trust/registrar/wrp/{identifier}',
    summary: 'The register: one wallet-relying party',
    query: { intendeduseidentifier: registerQuery.intendeduseidentifier },
    replies: { 200: jwt, 304: {}, 404: error, 503: error },
  },
})
