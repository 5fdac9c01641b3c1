import { z } from 'zod'
import { contractGroup } from './contract-entry'
import { error, json, zJwks } from './z-common'

/** Documents of the trust framework: wallets, programs and people read them, and web pages too. */
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

export const trustContract = contractGroup({
  getTrustAnchorsPem: {
    ...common,
    path: '/trust/anchors.pem',
    summary: 'The authorities of the trust framework as PEM',
    replies: { 200: pem, 304: {}, 503: error },
  },
  getTrustAnchorsJwks: {
    ...common,
    path: '/trust/anchors.jwks',
    summary: 'The keys of the authorities, each with its certificate',
    replies: { 200: json(zJwks), 304: {}, 503: error },
  },
  getListedAnchors: {
    ...common,
    path: '/trust/anchors/{file}',
    summary: 'What a list anchors: `{list}.pem` as PEM, `{list}.cer` as DER',
    replies: { 200: { ...pem, ...der }, 304: {}, 404: error, 503: error },
  },
  getAuthorityCertificate: {
    ...common,
    path: '/trust/ca/{file}',
    summary: 'Certificate of an authority, `{ca}.cer`, which those that it issued name',
    replies: { 200: der, 304: {}, 404: error, 503: error },
  },
  getRevocationList: {
    ...common,
    path: '/trust/crl/{file}',
    summary: 'Revocation list of an authority, `{ca}.crl`',
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
})
