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

/** All attributes of the test PID in table order. `credentialIssuer`: identifier of the issuer, for its trust anchor. */
export const testPid = (credentialIssuer: string): readonly PidValue[] =>
  pidAttributes.map((attribute) => ({
    ...attribute,
    value:
      attribute.identifier === 'trust_anchor' ? `${credentialIssuer}/trust-anchor.pem` : values[attribute.identifier],
  }))
