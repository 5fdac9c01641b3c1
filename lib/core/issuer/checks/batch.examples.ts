import type { ExamplesById } from '../../engine/checks/examples'
import { event, evidence } from '../../engine/evidence/fixtures/sessions'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { laboratoryWith } from '../configurations/fixtures/issuers'
import type { CredentialReading } from '../read/credential-request'
import {
  freshNonce,
  goodAttestationProof,
  goodProofs,
  noNonce,
  withHeader,
  withJwt,
} from '../read/proof/fixtures/good-proofs'
import type { ProofsReading } from '../read/proof/proofs-reading'
import { goodCredentialReading as single } from './credential.examples'

const [sdJwt, mdoc] = ['dc+sd-jwt', 'mso_mdoc'].map(
  (format) => single.issuer.credentialConfigurations.find((one) => one.format === format)?.id,
)

/** A batch request with one proof per key, for that credential configuration. */
const batch = (
  others: readonly ProofsReading[],
  { configuration = sdJwt, first = goodProofs, size = 3 } = {},
): CredentialReading => ({
  ...single,
  batch: { size, order: 'proofs', issue: size },
  body: {
    ...single.body,
    configurationId: configuration,
    proofs: { ...single.body.proofs, elements: ['a proof', ...others.map(() => 'another proof')] },
  },
  proofs: { ...first, others },
})
const key = (name: string): ProofsReading => {
  const known = goodProofs.jwt?.jwt?.key
  return withJwt(known ? { key: { ...known, jwk: { ...known.jwk, thumbprint: name } } } : {})
}
const nonce = (change: Partial<typeof freshNonce>): ProofsReading => ({
  ...goodProofs,
  nonce: { ...freshNonce, digest: 'digest-of-another', ...change },
})
const attested = (attestation: string): ProofsReading => withHeader({ key_attestation: attestation })
const withoutAttestation: ProofsReading = { ...goodProofs, keyAttestation: null }

const ofOne = { ...batch([]), proofs: { ...withoutAttestation, others: [] } }
const noBatch = { ...batch([key('a')]), batch: null }
const noArray = {
  ...batch([]),
  body: { ...single.body, proofs: { ...single.body.proofs, isArray: false, elements: [] } },
}

/** The request under a reuse policy that asks for one key, or for three. */
const byPolicy = (reading: CredentialReading): CredentialReading => ({
  ...reading,
  reusePolicy: {
    id: 'arf_annex_ii',
    options: [
      { details: ['once_only'], batch_size: 3, reissue_trigger_unused: 1 },
      { details: ['limited_time'], reissue_trigger_lifetime_left: 60 },
    ],
  },
})
const ownKeys = (...names: string[]): CredentialReading => {
  const [first = withoutAttestation, ...others] = names.map((name) => ({ ...key(name), keyAttestation: null }))
  return byPolicy(batch(others, { first }))
}

export const batchExamples: ExamplesById<CredentialReading> = {
  'vci.batch.policy_size': {
    pass: [ownKeys('a'), ownKeys('a', 'b', 'c')],
    violated: [ownKeys('a', 'b'), byPolicy(batch([]))],
    notApplicable: [single, batch([]), byPolicy({ ...single, proofs: { ...withoutAttestation, jwt: null } })],
  },
  'vci.batch.size': {
    pass: [batch([]), batch([key('a'), key('b')])],
    violated: [batch([key('a'), key('b'), key('c')])],
    notApplicable: [single, noBatch, noArray],
  },
  'vci.batch.keys_distinct': {
    pass: [batch([key('a'), key('b')])],
    violated: [batch([goodProofs]), batch([key('a'), key('a')])],
    notApplicable: [single, noBatch, batch([]), batch([key('a')], { configuration: mdoc })],
  },
  'vci.batch.keys_distinct_mdoc': {
    pass: [batch([key('a'), key('b')], { configuration: mdoc })],
    violated: [batch([goodProofs], { configuration: mdoc })],
    notApplicable: [single, noBatch, batch([], { configuration: mdoc }), batch([key('a')])],
  },
  'vci.batch.one_attestation': {
    pass: [batch([]), batch([attested('…')]), batch([], { first: goodAttestationProof })],
    violated: [batch([attested('another one')])],
    notApplicable: [single, noBatch, ofOne, batch([withoutAttestation], { first: withoutAttestation })],
  },
}

const proofs = (...others: readonly ProofsReading[]): ProofsReading => ({ ...goodProofs, others })

export const batchNonceExamples: ExamplesById<ProofsReading> = {
  'vci.batch.nonce_each': {
    pass: [proofs(goodProofs), proofs(nonce({})), { ...proofs(nonce({ state: 'spent', digest: freshNonce.digest })) }],
    violated: [
      proofs(goodProofs, { ...goodProofs, nonce: noNonce }),
      ...(['not_a_string', 'unknown', 'other_issuer', 'spent', 'expired'] as const).map((state) =>
        proofs(nonce({ state })),
      ),
    ],
    notApplicable: [goodProofs, goodAttestationProof],
  },
}

const ofBatch = { session: { laboratory: laboratoryWith({ batch: { size: 3, order: 'proofs' } }) } }
const token = (second: number) => event(second, 'token_issued')
const issued = (second: number, count: number, configuration = 'pid', more: object = {}) =>
  event(second, 'credential_issued', { count, credential_configuration_id: configuration, ...more })
const whole = (...events: ReturnType<typeof event>[]): IssuanceEvidence => evidence([], { ...ofBatch, events })

export const batchSessionExamples: ExamplesById<IssuanceEvidence> = {
  'vci.batch.used': {
    pass: [
      whole(token(1), issued(2, 3)),
      whole(token(1), issued(2, 3), issued(3, 3)),
      whole(token(1), issued(2, 1), issued(3, 1, 'another')),
      whole(token(1), issued(2, 1, 'pid', { dataset: 1 }), issued(3, 1, 'pid', { dataset: 2 })),
      whole(token(1), issued(2, 1), token(3), issued(4, 1)),
      whole(token(1), issued(2, 1), event(3, 'token_refreshed'), issued(4, 1)),
    ],
    violated: [
      whole(token(1), issued(2, 1), issued(3, 1)),
      whole(token(1), issued(2, 1, 'pid', { dataset: 1 }), issued(3, 1, 'pid', { dataset: 1 })),
    ],
    notApplicable: [whole(token(1)), evidence([], { events: [token(1), issued(2, 1), issued(3, 1)] })],
  },
}
