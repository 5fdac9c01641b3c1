import type { ExamplesById } from '../../engine/checks/examples'
import {
  goodAttestationProof,
  goodKeyAttestation,
  goodProofs,
  noProofs,
  seconds,
  withAttestation,
  withoutAttestation,
} from '../read/proof/fixtures/good-proofs'
import type { KeyAttestationUse, ProofsReading } from '../read/proof/proofs-reading'
import { keptStatus, unitInside, unitOutside, wrongStatuses } from '../read/wallet-unit/fixtures/rules'
import type { WalletUnitRules } from '../read/wallet-unit/wallet-unit-rules'

const daySeconds = 86_400
const high = ['iso_18045_high']
const moderate = ['iso_18045_moderate']

const rightClaims = {
  key_storage: high,
  user_authentication: high,
  certification: 'https://provider.example/certification',
  key_storage_status: keptStatus(seconds),
}

/** A request whose key attestation is as TS3 has it, changed. */
const unit = (
  change: object = {},
  rules: Partial<WalletUnitRules> = {},
  more: { readonly isPid?: boolean } = {},
): ProofsReading =>
  withAttestation(
    { claims: { ...goodKeyAttestation.jwt?.claims, status: undefined, ...rightClaims, ...change } },
    { unit: { ...unitInside, ...rules }, ...more },
  )
const kept = (ahead: number) => ({ key_storage_status: keptStatus(seconds, { exp: seconds + ahead }) })
const asked = { periods: { client: null, keyStorage: 60 * daySeconds } }
const signedBy = (thumbprint: string | null, of: ProofsReading = unit()): ProofsReading => ({
  ...of,
  keyAttestation: of.keyAttestation && { ...of.keyAttestation, proofKey: { thumbprint } },
})
const usedAs = (earlier: KeyAttestationUse['earlier']): ProofsReading => {
  const { keyAttestation, ...rest } = unit()
  const use = { earlier, attestationDigest: 'attestation', keyDigests: ['key'] }
  return { ...rest, keyAttestation: keyAttestation && { ...keyAttestation, use } }
}
const outside = [
  noProofs,
  withoutAttestation('absent'),
  withoutAttestation('absent', false),
  unit({ key_storage_status: undefined, certification: 1, key_storage: moderate }, unitOutside),
]

export const keyUnitExamples: ExamplesById<ProofsReading> = {
  'vci.key_attestation.key_storage_status': {
    pass: [unit()],
    violated: [
      ...wrongStatuses(seconds).map((key_storage_status) => unit({ key_storage_status })),
      unit({ key_storage_status: undefined, status: {} }),
    ],
    notApplicable: outside,
  },
  'vci.key_attestation.key_storage_status_period': {
    pass: [unit(), unit(kept(31 * daySeconds - 299)), unit(kept(60 * daySeconds), asked)],
    violated: [
      ...[-301, daySeconds].map((ahead) => unit(kept(ahead))),
      ...[-301, daySeconds].map((ahead) => unit(kept(ahead), asked)),
    ],
    notApplicable: [...outside, unit({ key_storage_status: {} })],
  },
  'vci.key_attestation.certification': {
    pass: [unit()],
    violated: [undefined, '', { a: 1 }, 'a text'].map((certification) => unit({ certification })),
    notApplicable: outside,
  },
  'vci.key_attestation.first_key_signs': {
    pass: [unit()],
    violated: [signedBy('key-two'), signedBy('another')],
    notApplicable: [
      ...outside,
      signedBy(null),
      {
        ...goodAttestationProof,
        keyAttestation: goodAttestationProof.keyAttestation && {
          ...goodAttestationProof.keyAttestation,
          conditions: { ...goodAttestationProof.keyAttestation.conditions, unit: unitInside },
        },
      },
    ],
  },
  'vci.key_attestation.used_once': {
    pass: [usedAs(null)],
    violated: [usedAs('attestation'), usedAs('attested_key'), usedAs('bound_key')],
    notApplicable: [...outside, unit()],
  },
  'vci.key_attestation.wscd_levels': {
    pass: [unit()],
    violated: [
      unit({ key_storage: moderate, user_authentication: moderate }),
      unit({ user_authentication: moderate }),
      unit({ key_storage: undefined }),
    ],
    notApplicable: [...outside, unit({ key_storage: moderate }, {}, { isPid: false })],
  },
  'vci.key_attestation.not_sent_unbound': {
    pass: [{ ...noProofs, isUnbound: true }],
    violated: [
      { ...goodProofs, isUnbound: true },
      { ...goodAttestationProof, isUnbound: true },
    ],
    notApplicable: [noProofs, goodProofs],
  },
}
