import type {
  AttestationJwt,
  AttestationPop,
  ClientAssertionReading,
  ClientAuthenticationReading,
  WalletAttestationReading,
} from '../../oauth/client-authentication/client-authentication-reading'
import { notApplicable, type Outcome } from '../check'

/** Lets a check look at a readable wallet attestation. */
export const onAttestation =
  (judge: (attestation: AttestationJwt, reading: WalletAttestationReading) => Outcome) =>
  ({ attestation: reading }: ClientAuthenticationReading): Outcome =>
    reading?.attestation
      ? judge(reading.attestation, reading)
      : notApplicable('There is no readable wallet attestation.')

/** Lets a check look at a readable proof of possession. */
export const onPop =
  (judge: (pop: AttestationPop, reading: WalletAttestationReading) => Outcome) =>
  ({ attestation: reading }: ClientAuthenticationReading): Outcome =>
    reading?.pop ? judge(reading.pop, reading) : notApplicable('There is no readable attestation PoP.')

/** Lets a check look at a readable client assertion. */
export const onAssertion =
  (judge: (jwt: NonNullable<ClientAssertionReading['jwt']>, reading: ClientAssertionReading) => Outcome) =>
  ({ assertion: reading }: ClientAuthenticationReading): Outcome =>
    reading?.jwt ? judge(reading.jwt, reading) : notApplicable('There is no readable client assertion.')
