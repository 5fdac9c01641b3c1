import { without } from './query-changes'
import { ofSignerOnBoth, refused, type VerifierDeviation } from './verifier-deviation'

const notAuthentic = ['invalid_request_object', 'invalid_request', 'invalid_client'] as const
const notThisClient = ['invalid_request', 'invalid_client', 'invalid_request_object'] as const

/** Only the European cases require wallets to refuse. */
const advised = { advisory: true } as const

/** With these prefixes no certificate identifies the signer. OID4VP-1FINAL-5.9.3 */
const ofCertificate = { rightWith: ['verifier_attestation', 'decentralized_identifier', 'pre_registered'] } as const

/** The wallet fetches the request with POST. OID4VP-1FINAL-5.10 */
const posted = { request_uri_method: 'post', request_delivery: 'by_reference' } as const

/** The request is not authenticated, or delivered in a wrong way. OID4VP-1FINAL-5.9.3, HAIP-5 */
export const authenticityDeviations: readonly VerifierDeviation[] = [
  {
    id: 'signed_by_other_key',
    title: 'The request is signed by another key than that of its certificate.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    needs: { request_delivery: 'by_reference' },
    changes: { signer: 'other_key' },
  },
  {
    id: 'missing_x5c',
    title: 'The request does not carry its certificate.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    ...ofCertificate,
    changes: { header: (header) => without(header, 'x5c') },
  },
  {
    id: 'incomplete_chain',
    title: 'The certificate between the verifier and the trust anchor is not sent.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    ...ofCertificate,
    needs: { request_delivery: 'by_reference', trust_framework: 'test_root' },
    changes: { signer: 'incomplete_chain' },
  },
  {
    id: 'untrusted_chain',
    title: 'The certificate of the verifier is under a root that is published nowhere.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    ...ofCertificate,
    needs: { request_delivery: 'by_reference', trust_framework: 'test_root' },
    changes: { signer: 'untrusted_chain' },
  },
  {
    id: 'alg_rs384',
    title: 'The request is signed by an RSA key, as RS384.',
    clause: 'HAIP-7',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    ...ofCertificate,
    ...advised,
    needs: { request_delivery: 'by_reference', trust_framework: 'test_root' },
    unlessAnnounced: 'RS384',
    changes: { signer: 'rsa' },
  },
  {
    id: 'alg_eddsa',
    title: 'The request is signed by an Ed25519 key, as EdDSA.',
    clause: 'HAIP-7',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    ...ofCertificate,
    ...advised,
    needs: { request_delivery: 'by_reference', trust_framework: 'test_root' },
    unlessAnnounced: 'EdDSA',
    changes: { signer: 'ed25519' },
  },
  {
    id: 'missing_client_id',
    title: 'The request has no client_id, which only the link has.',
    clause: 'OID4VP-1FINAL-5.2',
    ...refused(...notThisClient),
    changes: { claims: (claims) => without(claims, 'client_id') },
  },
  {
    id: 'san_dns_under_haip',
    title: 'The client_id names the host of the verifier, where HAIP asks for the hash of its certificate.',
    clause: 'HAIP-5',
    ...refused(...notThisClient),
    ...ofSignerOnBoth,
    ...advised,
    needs: { profile: 'haip', trust_framework: 'test_root' },
    needsHostName: true,
    inLink: true,
    changes: {
      parameters: (request, { responseUri }) => ({
        ...request,
        client_id: `x509_san_dns:${new URL(responseUri).hostname}`,
      }),
    },
  },
  {
    id: 'by_value_under_haip',
    title: 'The link holds the signed request, where HAIP asks for its address.',
    clause: 'HAIP-5.1',
    ...refused('invalid_request', 'request_not_supported'),
    needs: { profile: 'haip', request_delivery: 'by_value' },
    changes: { delivery: 'by_value' },
  },
  {
    id: 'wallet_nonce_missing',
    title: 'The request does not return the wallet_nonce that the wallet sent.',
    clause: 'OID4VP-1FINAL-5.10.1',
    ...refused(...notAuthentic),
    needs: posted,
    needsWalletNonce: true,
    changes: { claims: (claims) => without(claims, 'wallet_nonce') },
  },
  {
    id: 'request_not_encrypted',
    title: 'The request is not encrypted to the key that the wallet sent.',
    clause: 'OID4VP-1FINAL-5.10',
    ...refused('invalid_request', 'invalid_request_object'),
    ...advised,
    needs: posted,
    needsWalletJwks: true,
    changes: { unencrypted: true },
  },
  {
    id: 'wrong_request_content_type',
    title: 'The media type of the request is application/json.',
    clause: 'OID4VP-1FINAL-5.10.1',
    ...refused('invalid_request', 'invalid_request_object', 'invalid_request_uri'),
    ...advised,
    needs: posted,
    changes: { fetchAnswer: () => ({ headers: [['Content-Type', 'application/json']] }) },
  },
]
