import type { IssueInput } from '../../ground/formats/credential-format'
import type { Sha256 } from '../../ground/ports/ports'
import { addSeconds } from '../../ground/time/time'
import { toBase64url, utf8 } from '../../ground/values/base64url'
import { continues, type IssuerDeviation } from './issuer-deviation'
import { notifies, sendsOnce } from './next-step'
import { withFlippedBit } from './with-flipped-bit'

const must = 'The wallet must not keep the credential. If it notifies, it reports credential_failure.'

/** Without a notification nobody knows whether the wallet kept the credential. */
const ofCredential = { expects: 'refusal', must, next: notifies, silence: 'says_nothing' } as const

const otherType = (configuration: IssueInput['configuration']): IssueInput['configuration'] =>
  configuration.format === 'mso_mdoc'
    ? { ...configuration, doctype: 'com.example.another-document' }
    : { ...configuration, vct: 'urn:example:another-credential' }

/** Miscalculates the digest of the element with this name. */
const wrongFor =
  (element: string, sha256: Sha256): Sha256 =>
  (data) => {
    const digest = sha256(data)
    return typeof data !== 'string' && holds(data, utf8(element)) ? withFlippedBit(digest) : digest
  }

const holds = (data: Uint8Array, part: Uint8Array): boolean =>
  data.some((_byte, start) => part.every((byte, index) => data[start + index] === byte))

/** A well-formed disclosure that no digest references. RFC9901-4.2.1 */
const unreferenced = toBase64url(utf8('["c2FsdC1vZi1ub3RoaW5nLWF0LWFsbA","academic_title","Professor"]'))

/** The credential is not the requested one, cannot be trusted, or comes late. OID4VCI-1FINAL-8.3, SDJWTVC-3.4 */
export const credentialDeviations: readonly IssuerDeviation[] = [
  {
    id: 'credential_bad_signature',
    title: 'The credential signature is wrong.',
    clause: 'RFC9901-7.1',
    ...ofCredential,
    changes: {
      credential: (right) => ({
        ...right,
        signer: { ...right.signer, sign: (data) => withFlippedBit(right.signer.sign(data)) },
      }),
    },
  },
  {
    id: 'credential_wrong_key',
    title: 'The credential is bound to a key that the wallet does not have.',
    clause: 'OID4VCI-1FINAL-8.2',
    ...ofCredential,
    changes: { credential: (right) => ({ ...right, holderJwk: right.signer.publicJwk }) },
  },
  {
    id: 'credential_wrong_type',
    title: 'The credential type is not the one that the wallet asked for.',
    clause: 'OID4VCI-1FINALA-A',
    ...ofCredential,
    changes: { type: otherType },
  },
  {
    id: 'credential_expired',
    title: 'The credential expired a minute before it was issued.',
    clause: 'SDJWTVC-3.2.2.2',
    ...ofCredential,
    changes: { credential: (right) => ({ ...right, expiresAt: addSeconds(right.now, -60) }) },
  },
  {
    id: 'credential_untrusted_issuer',
    title: 'The credential is signed with an unpublished key whose certificate is self-signed.',
    clause: 'HAIP-6.1.1',
    ...ofCredential,
    changes: { credential: (right, stranger) => ({ ...right, signer: stranger }) },
  },
  {
    id: 'mdoc_digest_mismatch',
    title: 'The digest of one element of the mdoc is wrong.',
    clause: 'ISO18013-5-9.1.2.5',
    ...ofCredential,
    format: 'mso_mdoc',
    changes: { credential: (right) => ({ ...right, sha256: wrongFor('birth_date', right.sha256) }) },
  },
  {
    id: 'sdjwt_unreferenced_disclosure',
    title: 'The credential comes with a disclosure that no digest covers.',
    clause: 'RFC9901-7.1',
    ...ofCredential,
    format: 'dc+sd-jwt',
    changes: { issued: (credential) => `${credential}${unreferenced}~` },
  },
  {
    id: 'response_not_encrypted',
    title: 'The credential response is not encrypted although the wallet asked for encryption.',
    clause: 'OID4VCI-1FINAL-8.3',
    ...ofCredential,
    changes: { plain: true },
  },
  {
    id: 'slow_answer',
    title: 'The credential response comes after fifteen seconds.',
    clause: 'RFC9110-9.2.2',
    ...continues('The wallet waits or gives up, and does not send the request a second time.'),
    changes: { holdSeconds: 15 },
    next: sendsOnce,
    silence: 'continued',
  },
]
