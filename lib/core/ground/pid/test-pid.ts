import type { Json } from '../values/json'
import type { PidValue } from './attribute'
import { type PidIdentifier, pidAttributes } from './attributes'
import { portraitJpegBase64 } from './portrait'

/**
 * The one test subject: the same values for every issuer and session, so that what a wallet shows can be compared.
 * No real person; one value is not ASCII on purpose. Dates are full-dates, the portrait is base64 of a JPEG.
 */
const values: Readonly<Record<Exclude<PidIdentifier, 'trust_anchor'>, Json>> = {
  family_name: 'Fabbri',
  given_name: 'Elena',
  birth_date: '1990-04-12',
  birth_place: { country: 'IT', region: 'Emilia-Romagna', locality: 'Bologna' },
  nationality: ['IT'],
  portrait: portraitJpegBase64,
  resident_address: 'Via Europa 1, 40121 Bologna, IT',
  resident_country: 'IT',
  resident_state: 'Emilia-Romagna',
  resident_city: 'Bologna',
  resident_postal_code: '40121',
  resident_street: 'Via Europa 1',
  resident_house_number: '1',
  personal_administrative_number: 'TEST-PAN-0001',
  family_name_birth: 'Brontë',
  given_name_birth: 'Elena',
  sex: 2,
  email_address: 'elena.fabbri@example.com',
  mobile_phone_number: '+390000000001',
  expiry_date: '2035-12-31',
  issuance_date: '2026-01-01',
  issuing_authority: 'Capture Service Test PID Provider',
  issuing_country: 'IT',
  document_number: 'TEST-PID-0001',
  issuing_jurisdiction: 'IT-BO',
  attestation_legal_category: 'PID',
}

/** Given names of the datasets, so that a person tells them apart at a glance. */
const givenNames = ['Elena', 'Giulia', 'Marco', 'Luca'] as const

/** What is different in the n-th dataset, counted from 1. */
const differences = (dataset: number): Partial<typeof values> =>
  dataset === 1
    ? {}
    : {
        given_name: givenNames[dataset - 1] ?? givenNames[0],
        document_number: `TEST-PID-000${dataset}`,
        personal_administrative_number: `TEST-PAN-000${dataset}`,
      }

/**
 * All attributes of the test PID in table order.
 * @param credentialIssuer identifier of the issuer, for its trust anchor
 * @param dataset 1 for the usual values; up to 4, each with another given name and other numbers. OID4VCI-1FINAL-3.3.4
 */
export const testPid = (credentialIssuer: string, dataset = 1): readonly PidValue[] => {
  const known = { ...values, ...differences(dataset) }
  return pidAttributes.map((attribute) => ({
    ...attribute,
    value:
      attribute.identifier === 'trust_anchor' ? `${credentialIssuer}/trust-anchor.pem` : known[attribute.identifier],
  }))
}
