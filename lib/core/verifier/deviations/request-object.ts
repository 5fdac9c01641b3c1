import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../../shared/values/base64url'
import type { JsonObject } from '../../shared/values/json'
import { onlyInClaims } from './same-as'
import { ofSignerOnBoth, onBothChannels, refused, type VerifierDeviation } from './verifier-deviation'

/** Flips the lowest bit of the signature's last byte. */
export function flipBit(jws: string): string {
  const at = jws.lastIndexOf('.') + 1
  const signature = fromBase64url(jws.slice(at)) ?? new Uint8Array(64)
  const last = signature.length - 1
  return jws.slice(0, at) + toBase64url(signature.map((byte, index) => (index === last ? byte ^ 1 : byte)))
}

/** The same claims with `alg` `none`; the certificate stays in the header. */
export function unsigned(jws: string): string {
  const [head = '', claims = ''] = jws.split('.')
  const header: JsonObject = JSON.parse(fromUtf8(fromBase64url(head) ?? new Uint8Array()) ?? '{}')
  return `${toBase64url(utf8(JSON.stringify({ ...header, alg: 'none' })))}.${claims}.`
}

/** Longest life of a request, in seconds: whatever expires earlier than now has expired. */
const secondsLongest = 3600

const notAuthentic = ['invalid_request_object', 'invalid_request', 'invalid_client'] as const

const without =
  (name: string) =>
  (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))

/** The request object cannot be trusted, or is meant for another wallet or time. OID4VP-1FINAL-5, RFC9101-6.2 */
export const requestObjectDeviations: readonly VerifierDeviation[] = [
  {
    id: 'bad_signature',
    title: 'The request signature is wrong.',
    clause: 'RFC9101-6.2',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    changes: {
      compact: flipBit,
    },
    // Any wrong signature of the same request.
    equals: (before, after) =>
      after.signature === 'corrupt' && onlyInClaims({})({ ...before, signature: null }, { ...after, signature: null }),
  },
  {
    id: 'wrong_typ',
    title: 'The typ of the request is JWT.',
    clause: 'OID4VP-1FINAL-5',
    ...refused(...notAuthentic),
    ...onBothChannels,
    changes: {
      header: (header) => ({ ...header, typ: 'JWT' }),
    },
  },
  {
    id: 'no_typ',
    title: 'The request has no typ.',
    clause: 'OID4VP-1FINAL-5',
    ...refused(...notAuthentic),
    ...onBothChannels,
    changes: {
      header: without('typ'),
    },
  },
  {
    id: 'alg_none',
    title: 'The request is not signed.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    changes: {
      compact: unsigned,
    },
  },
  {
    id: 'self_signed_leaf',
    title: 'The verifier certificate is self-signed.',
    clause: 'HAIP-5',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    needs: { profile: 'haip' },
    changes: {
      signer: 'self_signed',
    },
  },
  {
    id: 'root_in_x5c',
    title: 'The x5c of the request includes the trust anchor.',
    clause: 'HAIP-5',
    ...refused(...notAuthentic),
    ...ofSignerOnBoth,
    needs: { profile: 'haip' },
    changes: {
      header: (header, root) => ({ ...header, x5c: [...(Array.isArray(header.x5c) ? header.x5c : []), root] }),
    },
  },
  {
    id: 'expired_request',
    title: 'The request expired ten minutes ago.',
    clause: 'RFC7519-4.1.4',
    ...refused(...notAuthentic),
    ...onBothChannels,
    inObject: true,
    changes: {
      claims: (claims) => {
        const past = Number(claims.iat) - 600
        return { ...claims, iat: past - 900, exp: past }
      },
    },
    equals: onlyInClaims({
      exp: (exp, right) => typeof exp === 'number' && exp < Number(right) - secondsLongest,
      iat: (iat, right, { exp }) => iat === right || (typeof iat === 'number' && iat < Number(exp)),
    }),
    titleOfEqual: 'The request has expired.',
  },
  {
    id: 'wrong_aud',
    title: 'The request is for another wallet.',
    clause: 'OID4VP-1FINAL-5.8',
    ...refused(...notAuthentic),
    ...onBothChannels,
    inObject: true,
    changes: {
      claims: (claims) => ({ ...claims, aud: 'https://another-wallet.example' }),
    },
  },
  {
    id: 'wallet_nonce_wrong',
    title: 'The wallet_nonce of the request is not the one that the wallet sent.',
    clause: 'OID4VP-1FINAL-5.10.1',
    ...refused(...notAuthentic),
    needs: { request_uri_method: 'post', request_delivery: 'by_reference' },
    needsWalletNonce: true,
    changes: {
      claims: (claims) =>
        claims.wallet_nonce === undefined
          ? claims
          : { ...claims, wallet_nonce: `${String(claims.wallet_nonce)}-other` },
    },
    equals: onlyInClaims({ wallet_nonce: (is, was) => typeof is === 'string' && is !== was }),
  },
]
