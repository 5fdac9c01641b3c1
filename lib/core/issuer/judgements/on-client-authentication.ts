import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type {
  AttestationJwt,
  AttestationPop,
  ClientAssertionReading,
  ClientAuthenticationReading,
  WalletAttestationReading,
} from '../read/oauth/client-authentication/client-authentication-reading'

/** Runs a check on a readable wallet attestation. */
export const onAttestation =
  (judge: (attestation: AttestationJwt, reading: WalletAttestationReading) => Outcome) =>
  ({ attestation: reading }: ClientAuthenticationReading): Outcome =>
    reading?.attestation
      ? judge(reading.attestation, reading)
      : notApplicable(say`There is no readable wallet attestation.`)

/** Runs a check on a readable proof of possession. */
export const onPop =
  (judge: (pop: AttestationPop, reading: WalletAttestationReading) => Outcome) =>
  ({ attestation: reading }: ClientAuthenticationReading): Outcome =>
    reading?.pop ? judge(reading.pop, reading) : notApplicable(say`There is no readable attestation PoP.`)

/** Runs a check on a readable client assertion. */
export const onAssertion =
  (judge: (jwt: NonNullable<ClientAssertionReading['jwt']>, reading: ClientAssertionReading) => Outcome) =>
  ({ assertion: reading }: ClientAuthenticationReading): Outcome =>
    reading?.jwt ? judge(reading.jwt, reading) : notApplicable(say`There is no readable client assertion.`)
