import { otherVerifierHost } from '../../shared/ports/uris'
import type { JsonObject } from '../../shared/values/json'
import { x509HashPrefix } from '../identity/verifier-client-id'
import { flipBit } from './request-object'
import { answered, ofSignerOnBoth, refused, type VerifierDeviation } from './verifier-deviation'

const claimed =
  (rename: (clientId: string) => string) =>
  (claims: JsonObject): JsonObject => ({ ...claims, client_id: rename(String(claims.client_id)) })

/** Renames the client in request and link. */
const renamed = (rename: (clientId: string) => string): Pick<VerifierDeviation, 'changes' | 'inLink'> => ({
  inLink: true,
  changes: {
    claims: claimed(rename),
    link: (parameters) => parameters.map(([name, value]) => [name, name === 'client_id' ? rename(value) : value]),
  },
})

/** A hash of no certificate: the correct one with shifted characters, or an invented one for a named client. */
const otherHash = (clientId: string): string =>
  clientId.startsWith(x509HashPrefix)
    ? clientId.replace(
        /^(x509_hash:)(.)(.{41})/,
        (_, prefix: string, first: string, rest: string) => prefix + rest + first,
      )
    : `${x509HashPrefix}${'0A1b'.repeat(10)}0A0`

/** The client under a different prefix. */
const withPrefix =
  (prefix: string) =>
  (clientId: string): string =>
    clientId.replace(/^[^:]*:/, prefix)

const notThisClient = ['invalid_request', 'invalid_client', 'invalid_request_object'] as const

/** The request misstates who asks. OID4VP-1FINAL-5.9 */
export const clientIdentifierDeviations: readonly VerifierDeviation[] = [
  {
    id: 'client_id_mismatch',
    title: 'The client_id of the request is not that of the link.',
    clause: 'OID4VP-1FINAL-5.10.1',
    ...refused(...notThisClient),
    changes: {
      claims: claimed((clientId) => `${clientId}-mismatched`),
    },
  },
  {
    id: 'client_id_unknown_prefix',
    title: 'The client_id has an undefined prefix.',
    clause: 'OID4VP-1FINAL-5.9.2',
    ...refused(...notThisClient),
    ...ofSignerOnBoth,
    ...renamed(withPrefix('invalid_scheme:')),
  },
  {
    id: 'client_id_wrong_hash',
    title: 'The client_id is the hash of another certificate.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisClient),
    ...ofSignerOnBoth,
    ...renamed(otherHash),
  },
  {
    id: 'client_id_origin_prefix',
    title: 'The client_id has the prefix origin, which requests never have.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisClient),
    ...ofSignerOnBoth,
    ...renamed(withPrefix('origin:https://')),
  },
]

const notThisVerifier = ['invalid_request', 'invalid_client', 'invalid_request_object'] as const

const notTrusted = ['invalid_client', 'invalid_request', 'invalid_request_object'] as const

const attested = { client_id_prefix: 'verifier_attestation' } as const

/** Signed with another key, so it must be signed at each fetch. */
const attestedByReference = { ...attested, request_delivery: 'by_reference' } as const

const inLink = { client_id_prefix: 'redirect_uri', request_delivery: 'by_value' } as const

const without =
  (name: string) =>
  (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))

/**
 * Addresses in an attestation: in `redirect_uris` as specified, and in `response_uris`, which the library of the
 * European reference wallet reads instead.
 */
const listing =
  (address: (responseUri: string) => string) =>
  (claims: JsonObject, { responseUri }: { readonly responseUri: string }): JsonObject => {
    const listed = [address(responseUri)]
    return { ...claims, redirect_uris: listed, response_uris: listed }
  }

/** Contradictions to the client id prefix, and unusual uses of it. OID4VP-1FINAL-5.9.3, OID4VP-1FINAL-12 */
export const clientIdPrefixDeviations: readonly VerifierDeviation[] = [
  {
    id: 'redirect_uri_signed',
    title: 'The request is signed, and its client_id has the prefix redirect_uri.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisVerifier),
    needs: { client_id_prefix: 'x509_hash' },
    changes: {
      parameters: (request, { responseUri }) => ({ ...request, client_id: `redirect_uri:${responseUri}` }),
    },
  },
  {
    id: 'va_redirect_uris',
    title: 'The verifier attestation lists the response_uri.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...answered,
    needs: attested,
    changes: { attestation: { claims: listing((responseUri) => responseUri) } },
  },
  {
    id: 'va_sub_mismatch',
    title: 'The verifier attestation is for another client.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisVerifier),
    needs: attested,
    changes: { attestation: { claims: (claims) => ({ ...claims, sub: otherVerifierHost }) } },
  },
  {
    id: 'va_missing',
    title: 'The request has no verifier attestation.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisVerifier),
    needs: attested,
    changes: { header: without('jwt') },
  },
  {
    id: 'va_redirect_uris_mismatch',
    title: 'The verifier attestation lists another response_uri.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisVerifier),
    needs: attested,
    changes: { attestation: { claims: listing(() => `https://${otherVerifierHost}/response`) } },
  },
  {
    id: 'va_wrong_pop_key',
    title: 'The request is signed with another key than that of the verifier attestation.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisVerifier),
    needs: attestedByReference,
    changes: { signer: 'other_key' },
  },
  {
    id: 'va_untrusted_issuer',
    title: 'The verifier attestation is of an issuer that nobody trusts.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notTrusted),
    needs: attested,
    changes: {
      attestation: { claims: (claims) => ({ ...claims, iss: `https://${otherVerifierHost}` }), untrusted: true },
    },
  },
  {
    id: 'va_bad_signature',
    title: 'The signature of the verifier attestation is wrong.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notTrusted),
    needs: attested,
    changes: { attestation: { compact: flipBit } },
  },
  {
    id: 'san_dns_mismatch',
    title: 'The certificate names another host than the client_id.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisVerifier),
    needs: { client_id_prefix: 'x509_san_dns', request_delivery: 'by_reference' },
    changes: { signer: 'other_name' },
  },
  {
    id: 'san_dns_foreign_host',
    title: 'The response goes to another host than the client_id and the certificate name.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisVerifier),
    needs: { client_id_prefix: 'x509_san_dns', request_delivery: 'by_reference' },
    changes: {
      signer: 'other_name',
      parameters: (request) => ({ ...request, client_id: `x509_san_dns:${otherVerifierHost}` }),
    },
  },
  {
    id: 'did_no_metadata',
    title: 'The client_metadata of a verifier with a DID is empty.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused('invalid_request', 'vp_formats_not_supported', 'invalid_client'),
    advisory: true,
    needs: { client_id_prefix: 'decentralized_identifier', response_mode: 'direct_post' },
    changes: { parameters: (request) => ({ ...request, client_metadata: {} }) },
  },
  {
    id: 'did_unknown_key',
    title: 'The request is signed with a key that is not in the DID document.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisVerifier),
    needs: { client_id_prefix: 'decentralized_identifier', request_delivery: 'by_reference' },
    changes: {
      signer: 'other_key',
      header: (header) => ({ ...header, kid: `${String(header.kid).split('#')[0]}#unknown` }),
    },
  },
  {
    id: 'redirect_uri_no_response_uri',
    title: 'The response_uri stands in the client_id alone.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...answered,
    needs: inLink,
    changes: { parameters: without('response_uri') },
  },
  {
    id: 'redirect_uri_not_https',
    title: 'The address in the client_id is no https URL.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisVerifier),
    needs: inLink,
    changes: {
      // The response_uri stays correct, so that a careless wallet's response arrives.
      parameters: (request, { responseUri }) => ({
        ...request,
        client_id: `redirect_uri:${responseUri.replace(/^https?:/, '')}`,
      }),
    },
  },
  {
    id: 'pre_registered_with_metadata',
    title: 'A verifier that is registered sends client_metadata.',
    clause: 'OID4VP-1FINAL-8.5',
    ...refused('invalid_client', 'invalid_request', 'invalid_request_object'),
    needs: { client_id_prefix: 'pre_registered', response_mode: 'direct_post' },
    changes: {
      parameters: (request) => ({
        ...request,
        client_metadata: { vp_formats_supported: { 'dc+sd-jwt': {}, mso_mdoc: {} } },
      }),
    },
  },
]
