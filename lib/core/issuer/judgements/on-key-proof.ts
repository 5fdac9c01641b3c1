import { blockedBy, notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { JwtProof, JwtProofReading } from '../read/proof/jwt-proof-reading'
import type { KeyAttestationJwt, KeyAttestationReading } from '../read/proof/key-attestation-reading'
import type { ProofsReading } from '../read/proof/proofs-reading'
import type { NonceFacts } from '../read/proof/read-nonce'

/** Runs a check on a readable `jwt` proof. */
export const onJwtProof =
  (judge: (proof: JwtProof, reading: JwtProofReading) => Outcome) =>
  ({ jwt: reading }: ProofsReading): Outcome => {
    if (reading === null) return notApplicable(say`The request carries no jwt proof.`)
    return reading.jwt === null ? blockedBy('vci.proof.jwt.parse') : judge(reading.jwt, reading)
  }

/** Runs a check on a readable key attestation; a missing required one blocks it. */
export const onKeyAttestation =
  (judge: (attestation: KeyAttestationJwt, reading: KeyAttestationReading) => Outcome) =>
  ({ keyAttestation: reading }: ProofsReading): Outcome => {
    if (reading === null) return notApplicable(say`The request carries no proof that could have a key attestation.`)
    if (reading.jwt !== null) return judge(reading.jwt, reading)
    return reading.value === 'absent' && !reading.conditions.demanded
      ? notApplicable(say`The request carries no key attestation and needs none.`)
      : blockedBy('vci.key_attestation.present')
  }

/** Runs a check on the nonce that proves the freshness of the proof. */
export const onProofNonce =
  (judge: (nonce: NonceFacts) => Outcome) =>
  ({ nonce }: ProofsReading): Outcome =>
    nonce === null || nonce.state === 'absent' || nonce.state === 'not_a_string'
      ? notApplicable(say`The request carries no proof with a nonce.`)
      : judge(nonce)
