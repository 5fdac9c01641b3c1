import { fromBase64url, toBase64url, utf8 } from '../../shared/values/base64url'
import { type IssuerDeviation, reports, type SignatureChange, type SignedDocument, stops } from './issuer-deviation'
import { trustsSignature, usesAddresses } from './next-step'
import { withSecondAddresses } from './second-addresses'

/** Only wallets that request the signed form are tested. */
const needs = { laboratory: { signed_metadata: 'on_request' } } as const

const refused = (
  id: string,
  title: string,
  clause: IssuerDeviation['clause'],
  signedMetadata: SignatureChange,
): IssuerDeviation => ({
  id: `signed_metadata_${id}`,
  title,
  clause,
  ...stops('The wallet must reject the signed metadata. It may go on with the unsigned form.'),
  next: trustsSignature,
  needs,
  changes: { signedMetadata },
})

const header =
  (members: SignedDocument['header']): SignatureChange =>
  (right) => ({ ...right, header: { ...right.header, ...members } })

const claims =
  (change: (right: SignedDocument['claims']) => SignedDocument['claims']): SignatureChange =>
  (right) => ({ ...right, claims: change(right.claims) })

/** Flips the last bit of the signature. */
export function withBrokenSignature(jws: string): string {
  const [head, payload, signature = ''] = jws.split('.')
  const bytes = fromBase64url(signature) ?? new Uint8Array()
  const last = bytes.length - 1
  return `${head}.${payload}.${toBase64url(bytes.map((byte, index) => (index === last ? byte ^ 1 : byte)))}`
}

/** Signed issuer metadata that a wallet must reject; the plain form is correct. OID4VCI-1FINAL-12.2.3 */
export const signedMetadataDeviations: readonly IssuerDeviation[] = [
  refused('bad_signature', 'The signature of the issuer metadata is wrong.', 'OID4VCI-1FINAL-12.2.3', (right) => ({
    ...right,
    finish: withBrokenSignature,
  })),
  refused(
    'other_sub',
    'The sub of the signed issuer metadata is another issuer.',
    'OID4VCI-1FINAL-12.2.3',
    (right, { sharedIssuer }) => ({ ...right, claims: { ...right.claims, sub: sharedIssuer } }),
  ),
  refused(
    'wrong_typ',
    'The typ of the signed issuer metadata is JWT.',
    'OID4VCI-1FINAL-12.2.3',
    header({ typ: 'JWT' }),
  ),
  refused('alg_none', 'The signed issuer metadata has the alg none.', 'OID4VCI-1FINAL-12.2.3', (right) => ({
    ...right,
    finish: (jws) => {
      const unsigned = toBase64url(utf8(JSON.stringify({ ...right.header, alg: 'none' })))
      return `${unsigned}.${jws.split('.')[1]}.`
    },
  })),
  refused(
    'no_iat',
    'The signed issuer metadata has no iat.',
    'OID4VCI-1FINAL-12.2.3',
    claims(({ iat: _, ...rest }) => rest),
  ),
  refused(
    'expired',
    'The signed issuer metadata has been expired for an hour.',
    'OID4VCI-1FINAL-12.2.3',
    claims((right) => ({ ...right, iat: Number(right.iat) - 7200, exp: Number(right.iat) - 3600 })),
  ),
  refused(
    'untrusted',
    'The signed issuer metadata has a certificate under a root that nobody published.',
    'OID4VCI-1FINAL-12.2.3',
    (right, _served, { untrusted }) => signedBy(right, untrusted),
  ),
  refused(
    'self_signed',
    'The signed issuer metadata has a certificate that signs itself.',
    'HAIP-4.1',
    (right, _served, { selfSigned }) => signedBy(right, selfSigned),
  ),
  {
    id: 'signed_metadata_differs',
    title: 'The signed issuer metadata names other endpoints than the plain form; both sets respond.',
    clause: 'OID4VCI-1FINAL-12.2.3',
    ...reports('No text says which a wallet uses: the session tells which endpoints got the credential request.'),
    next: usesAddresses({ second: 'of the signed metadata', first: 'of the plain metadata' }),
    waitsFrom: 'last_request',
    needs,
    changes: {
      signedMetadata: (right, { identifier }) => ({
        ...right,
        claims: withSecondAddresses(right.claims, identifier),
      }),
    },
  },
]

const signedBy = (right: SignedDocument, signer: SignedDocument['signer']): SignedDocument => ({
  ...right,
  header: { ...right.header, x5c: signer.x5c },
  signer,
})
