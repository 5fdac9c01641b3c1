import type { IssueInput } from '../../shared/formats/credential-format'
import type { Sha256 } from '../../shared/ports/ports'
import { addSeconds, type EpochMillis, toDate } from '../../shared/time/time'
import { toBase64url, utf8 } from '../../shared/values/base64url'
import { continues, type IssuerDeviation, reports, stops, withFlippedBit, without } from './issuer-deviation'
import { goesOnWith, notifies, sendsAgain, sendsOnce } from './next-step'

const must = 'The wallet must not keep the credential. If it notifies, it reports credential_failure.'

/** Without a notification it is unknown whether the wallet kept the credential. */
const ofCredential = { expects: 'refusal', must, next: notifies, silence: 'says_nothing' } as const

const otherType = (configuration: IssueInput['configuration']): IssueInput['configuration'] =>
  configuration.format === 'mso_mdoc'
    ? { ...configuration, doctype: 'com.example.another-document' }
    : { ...configuration, vct: 'urn:example:another-credential' }

/** Corrupts the digest of the named element. */
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

/** The credential differs from the request, cannot be trusted, or comes late. OID4VCI-1FINAL-8.3, SDJWTVC-3.4 */
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
    otherwise: {
      says: 'The wallet sent another credential request, although the response to the first was only late',
      fix: 'Allow at least thirty seconds for the response, and tell the user instead of sending the request again.',
    },
  },
]

/** A type that its issuer hosts the metadata of. Synthetic data only. */
const hostedType = {
  id: 'urn:example:library-card',
  format: 'dc+sd-jwt',
  claims: { number: 'TEST-CARD-1', library: 'Test library' },
  display: [{ name: 'Library card (test)', locale: 'en' }],
}

/** The first character of a digest after its algorithm. */
const firstOfDigest = /(?<=^sha256-)./

/** Wrong integrity of what a credential refers to. SDJWTVC-7 */
export const integrityDeviations: readonly IssuerDeviation[] = [
  {
    id: 'type_metadata_integrity',
    title: 'The hash that the credential has of its type metadata is another one.',
    clause: 'SDJWTVC-7',
    expects: 'refusal',
    must: 'A wallet that fetches the type metadata must reject them. If it notifies, it reports credential_failure.',
    next: notifies,
    silence: 'says_nothing',
    format: 'dc+sd-jwt',
    needs: { laboratory: { credentials: [hostedType], vct_integrity: true } },
    changes: {
      credential: ({ typeIntegrity, ...right }) =>
        typeIntegrity === undefined
          ? right
          : {
              ...right,
              typeIntegrity: typeIntegrity.replace(firstOfDigest, (one) => (one === 'A' ? 'B' : 'A')),
            },
    },
    untestedWithout: 'getTypeMetadata',
  },
]

/** No specification makes a wallet read these dates. */
const ofMdocDates = {
  clause: 'ISO18013-5-9.1.2.4',
  ...reports('No text says what a wallet does: it may refuse the mdoc, or leave its dates to verifiers.'),
  format: 'mso_mdoc',
  needs: { laboratory: {} },
  next: notifies,
  silence: 'says_nothing',
} as const

const daySeconds = 86_400

/** An instant as mdocs write it, without a fraction of a second. */
const instant = (at: EpochMillis): string =>
  toDate(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')

/** Dates of an mdoc that its form or its certificate forbids. ISO18013-5-9.1.2.4 */
export const mdocDateDeviations: readonly IssuerDeviation[] = [
  {
    id: 'mdoc_date_fraction',
    title: 'The dates of the mdoc have fractions of a second.',
    ...ofMdocDates,
    changes: {
      credential: (right) => ({
        ...right,
        mdocDate: (_name, text) => text.replace(/Z$/, '.500Z'),
      }),
    },
  },
  {
    id: 'mdoc_signed_after_valid_from',
    title: 'The mdoc says that it was signed a day after its validity began.',
    ...ofMdocDates,
    changes: {
      credential: (right) => ({
        ...right,
        mdocDate: (name, text, at) => (name === 'validFrom' ? instant(addSeconds(at, -daySeconds)) : text),
      }),
    },
  },
  {
    id: 'mdoc_signed_outside_certificate',
    title: 'The mdoc says that it was signed a day before the certificate of its signer was valid.',
    ...ofMdocDates,
    changes: {
      credential: (right) => ({
        ...right,
        mdocDate: (name, text, at) =>
          name === 'signed' ? instant(addSeconds(right.signer.validFrom ?? at, -daySeconds)) : text,
      }),
    },
  },
]

const needs = { laboratory: { batch: {} } } as const

/** The batch differs from the request. OID4VCI-1FINAL-8.3, OID4VCI-1FINAL-11.1 */
export const batchDeviations: readonly IssuerDeviation[] = [
  {
    id: 'batch_more',
    title: 'The response has more credentials than the wallet sent keys.',
    clause: 'OID4VCI-1FINAL-8.3',
    ...reports('No text says what the wallet does with a second credential for one key.'),
    needs,
    changes: { batch: (right) => [...right, ...right.slice(0, 1)] },
    next: notifies,
    silence: 'says_nothing',
  },
  {
    id: 'batch_one_bad',
    title: 'The signature of one credential of the batch is wrong.',
    clause: 'OID4VCI-1FINAL-11.1',
    expects: 'refusal',
    must: 'The wallet must treat the whole issuance as failed. If it notifies, it reports credential_failure.',
    needs,
    changes: {
      batch: (right) =>
        right.map((input, index) =>
          index < right.length - 1
            ? input
            : { ...input, signer: { ...input.signer, sign: (data) => withFlippedBit(input.signer.sign(data)) } },
        ),
    },
    next: notifies,
    silence: 'says_nothing',
  },
]

const comesBack = goesOnWith('requestDeferredCredential')

/** Deviating deferred issuance. OID4VCI-1FINAL-9 */
export const deferredDeviations: readonly IssuerDeviation[] = [
  {
    id: 'deferred_other_transaction',
    title: 'A wallet that comes back for a deferred credential is told another transaction_id than its own.',
    clause: 'OID4VCI-1FINAL-9.2',
    ...reports(
      'No text says whether a wallet keeps its transaction_id, takes the new one, or stops: the issuer knows both.',
    ),
    needs: { laboratory: { deferred: {} } },
    changes: { otherTransaction: true },
    next: comesBack,
  },
  {
    id: 'deferred_no_interval',
    title: 'The credential is deferred without an interval to wait.',
    clause: 'OID4VCI-1FINAL-8.3',
    ...reports('No text says how long a wallet waits that was told no interval, or whether it stops.'),
    needs: { laboratory: { deferred: {} } },
    changes: { deferral: without('interval') },
    next: comesBack,
  },
  {
    id: 'deferred_no_transaction',
    title: 'A wallet that comes back for a deferred credential is told to wait, without a transaction_id.',
    clause: 'OID4VCI-1FINAL-9.2',
    ...reports('No text says whether a wallet keeps its transaction_id or stops: the issuer knows it still.'),
    needs: { laboratory: { deferred: {} } },
    changes: { pending: without('transaction_id') },
    next: comesBack,
  },
  {
    id: 'deferred_forgotten',
    title: 'The issuer does not know the transaction_id any more that it gave.',
    clause: 'OID4VCI-1FINAL-9.3',
    ...stops('The wallet gives up the deferred credential: it sends no further request with this transaction_id.'),
    needs: { laboratory: { deferred: {} } },
    changes: {
      refusal: {
        at: 'requestDeferredCredential',
        error: 'invalid_transaction_id',
        description: 'The transaction_id is not known here: start again with a new credential request.',
      },
    },
    next: sendsAgain('requestDeferredCredential', 'transaction_id', 'the same transaction_id again'),
  },
]
