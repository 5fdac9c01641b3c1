import { blockedBy, type Check, notApplicable, type Outcome, tolerated } from '../../engine/checks/check'
import type { SessionEvidence } from '../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../shared/ports/store-types'
import { say } from '../../shared/values/wording'
import {
  eachProof,
  type JwtProof,
  type JwtProofReading,
  type KeyAttestationJwt,
  type KeyAttestationReading,
  type ProofsReading,
} from '../read/proof/proofs-reading'
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
    nonce === null || nonce.state === 'absent' || nonce.state === 'null' || nonce.state === 'not_a_string'
      ? notApplicable(say`The request carries no proof with a nonce.`)
      : judge(nonce)

/** From least to most significant. */
const ranks: readonly Outcome['result'][] = ['not_applicable', 'not_observed', 'pass', 'tolerated', 'violated']

/**
 * Applies a check of one proof to each proof of a batch. The worst outcome counts, of equal ones the earliest; its fix
 * names the proof.
 */
export const onEachProof = (check: Check<ProofsReading>): Check<ProofsReading> => ({
  ...check,
  run: (reading) => {
    if (reading.others.length === 0) return check.run(reading)
    const outcomes = eachProof(reading).map((proof) => check.run(proof))
    const rank = Math.max(...outcomes.map(({ result }) => ranks.indexOf(result)))
    const place = outcomes.findIndex(({ result }) => ranks.indexOf(result) === rank)
    const worst = outcomes[place] ?? check.run(reading)
    if (worst.result !== 'violated' && worst.result !== 'tolerated') return worst
    return { ...worst, place: say`Proof ${place + 1} of ${outcomes.length}` }
  },
})

/**
 * If the configuration requires no key attestation, one that is sent is still judged, but never refused and never worse
 * than a warning.
 */
export const advisoryUnlessDemanded = (check: Check<ProofsReading>): Check<ProofsReading> => ({
  ...check,
  run: (reading) => {
    const outcome = check.run(reading)
    if (outcome.result !== 'violated' || reading.keyAttestation?.conditions.demanded !== false) return outcome
    const { reason, expected, actual, asks } = outcome
    return tolerated({
      ...(asks !== undefined && { asks }),
      ...(reason !== undefined && { reason }),
      ...(expected !== undefined && { expected }),
      ...(actual !== undefined && { actual }),
    })
  },
})

/** Excuses a wallet that could not know better than to repeat. */
export const responseLost = 'The response to the first request may have got lost when this service restarted'

/** The first exchange whose response had credentials, immediate or deferred. */
export const firstIssued = ({ exchanges }: Pick<SessionEvidence, 'exchanges'>): StoredExchange | undefined =>
  exchanges.find(
    ({ operation, response }) =>
      (operation === 'requestCredential' || operation === 'requestDeferredCredential') && response.status === 200,
  )
