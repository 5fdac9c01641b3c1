import type { Json } from '../values/json'
import { type PidIdentifier, type PidValue, pidAttributes } from './attributes'

/**
 * A portrait of nobody: 120 x 160 pixels, baseline JPEG, 2338 bytes, standard base64. Drawn for this project from plain
 * shapes (ellipses for shoulders, hair, face and eyes, a rectangle for the neck, two strokes for nose and mouth on
 * grey) and compressed at quality 60.
 */
export const portraitJpegBase64 =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO' +
  'UlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P' +
  'T09PT09PT0//wAARCACgAHgDASIAAhEBAxEB/8QAGwABAAIDAQEAAAAAAAAAAAAAAAUGAgMEBwH/xABFEAABAwIEAwMGCAsJAAAA' +
  'AAABAAIDBBEFEiExBkFhE1GBFCIycZGhFSM1QlKxstEWJTNUcnOCoqPBwkNEYmR0g5KT4f/EABkBAQADAQEAAAAAAAAAAAAAAAAB' +
  'AwQCBf/EACARAQEAAgEEAwEAAAAAAAAAAAABAhEDEiExQQQyURP/2gAMAwEAAhEDEQA/ALqiIrHAiIgIiICIiAiIgIiICIiAiIgI' +
  'iICIiAiKs8Q8TeRyGkw/I+YXEkhFww9w7z7htryi2TymS26iwVFVTU2XymoihzXy9o8Nv6rqO/CbBvzz+E/7l55LLJPIZJpHyPdu' +
  '57iSfErFVXkvpbOKe3qdLX0dZbyWqilJbmyteMwHUbjddK8kY90b2vY4tc03a4GxB71a8A4odnZSYm4ZbBrJzuD/AIvv9veuseTf' +
  'lzlx68LgiIrFYiIgIiICIiAiLF72xsc97g1rRdzibADvQQfFeLnD6MU8Dy2pnGjmkXY3me/XYeOuioTGue8MY0uc42AAuSV04nVm' +
  'uxKoqiSRI8ltwAQ3YDTpZWfhjCW09O2tnYDNILx63ysI+s/V4rNnn7asMNTTjw7hVz48+IyOjJvaOMi46k6jv096l/wdwn80/iP+' +
  '9SiKnqq3UVnEOFY+zdJh8jg8XIiebg9AeXjdVieGWnmfDOwskYbOaeS9NUVj+EtxGlL4mDyqMeYb2uPon+XXxUzL9RcXNwdi5lZ8' +
  'G1DyXsBMLnEatHze/TfnpfaytS8lhlfBMyaJ2V8bg5ptexGoXqlJUx1lLFUwm7JGhw206G3MbLVx5bmmXkx1dtyIisViIiAiIgKI' +
  '4pqvJsBns/K+W0TdL3vuP+OZS6q/HU+WjpafL+UkL819sotb973LnK6jrCbyitYJQ/CGJRwuF42+fJ+iOXjoPFegqt8G07RT1FUb' +
  'Fzn9mNNQALnXrcexWRYsr3bcZ2ERFykREQUjiih8kxIzMHxdRd46O+cP5+PRWDgmq7XCpKdz7ugk0bb0Wu1HvzLDiynbLhBmNg6B' +
  '4cDa5IJsRfluD4Lh4Fny1lVT5fykYfmvtlNrfve5aOK91HLOy6IiLSzCIiAiIgKo8ef3D/c/pVuVY46ha6gppyTmZKWAcrOFz9kL' +
  'nP6usPs28LxsZgcLmixkc5ztdzcj6gFPUwcIqh8DGyVbIy6njfs59ja+3O3NQfDXyDTftfaKlQSCCCQRsQscusttlm8dIbhWsxat' +
  'fiAxYyvgjJOeUWcya48wdwte7bWFhtzmFm+SSS3aPc622Y3XKfPrRoCI2XvfYn/wKeTPqu9I48Oma2+47NWUvDM0+Eg+UZrTvb6c' +
  'UetyO7lry1PK41YJNWVOAU8+Jg+UF1o3O9KSKws53W9xfmBfXddrHvYbsc5p7wbL45znuLnuLieZN1P9J0dOnP8AO9fVtxYxGyXB' +
  '6tsguBE52/MC494CrvA/yzN/p3faarJinyVWfqH/AGSoLgSFrqmrnJOZjGsA5WcST9kKeLycvhc0RFrZBERAREQFF8S03lOA1TQG' +
  'Zo29oC7ll1NutrjxUoiizcJdXaq8Hy5sLkjMlyyU2bf0QQOXIXv71PKs4c34H4nqKF/xcE/5Icjrdup12uPWrMsOc1W7G7guaPtm' +
  'VEhMFw93pZxsNBot7HsfmyPa7Kcpsb2Pcsly6EWL3sjYXyPaxo3LjYBZIIviWXs8DqLSZHPytGtibkXHsv4XTgym7HBjMQy88hcC' +
  'N8o0sfEH2qO4me+urqTCqY5nudmeLXAJ2vbUWFyehurdDEyCFkMTcrI2hrRe9gNAtPDj7Z+fL0zREWhnEREBERAREQRPEOFuxGja' +
  '+nuKuA5oSH5ddLj3adQNd18wytFdSCQtLJWHJKwtIyvG4sVLrgqsPLqoVlI8Rz2tI0jzZgNg7uI5O5dx2VPLx9XeLeLk6e1aKijM' +
  'kvbQTPgmIsXNFw79Ic+a1/jf/I/vrqjmD3ZHsdFKL3jfbNy10JBGo1Hf3rYsvhsmXZxxUb3StmrJjK9pu1gFmMPQcyNdSt1ZVRUV' +
  'LJUzk5Ixc2FyeQHtWcsrY7Cxc8+ixvpO1A08SNdhfVYxUDp6qOqrTpHrFT8o3fScfnO9w1tfdd4YXKuOTkmPlycO4dNG6bEq9pbW' +
  'VJPmknzGGxAty225ADbVTiItkmppit3d0REUoEREBERAREQEUJi/EdPQl0NOBPUAlrhezWG3M89eQ67KqV2K11c53bzuyO/s2mzL' +
  'XuNOfjqu5ha4uUi6zua+d5Y4OF7XBvqND71hmd9I+1R2BfJEH7X2ipBedyTWdejx/SPrXtY8Pe4Na03c4mwA71KKCxD5Oqf1TvqK' +
  'qVJiFZREGlqJIxe+UG7SbW1B0K0/Gx3KzfJy1Y9KRV3C+KIah3ZV7WwP5PF8jjf3cum+ysSuss8qZZRERQkREQEREBVDiLH+3zUV' +
  'C/4raSQH0+g6defq37OK8VEMHkEDgZJB8aQTdje7x+r1qnq3DH3VeWXoREVitujq6mNgZHUSsaNmteQAsvLqz87n/wCwrnRR0z8T' +
  '1X9b3VlW5pa6pmLSLEGQ2IWhESSTwW2+RTfD+OOw94p6kl1K4+sxnvHTvHj64REs2S6epMc17GvY4Oa4XBBuCF9VR4TxURv+D53A' +
  'MebxOcT6X0fHf1+tW5UZTVXS7giIoSLVVVEdJTSVExsyNpcevQdVtVe4xqjFh8VM0kGd9zoLFrdbe0j2KZN3SLdRUqqokq6mSomN' +
  '3yOLj06DotSItCgREQEREBERAREQfWOcx7XscWuabgg2IK9GwqubiGHxVAtmIs8D5rhv9/qIXnCtHBdUc9RRkmxHatFhYcj/AE+x' +
  'cZzcd4XutaIipWv/2Q=='

/**
 * The test subject, identical for every issuer and session, so that what wallets show can be compared. Not a real
 * person; one value is deliberately not ASCII. Dates are full-dates, the portrait is a base64 JPEG.
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

/** Given names that distinguish the datasets at a glance. */
const givenNames = ['Elena', 'Giulia', 'Marco', 'Luca'] as const

/** What differs in the n-th dataset, counted from 1. */
const differences = (dataset: number): Partial<typeof values> =>
  dataset === 1
    ? {}
    : {
        given_name: givenNames[dataset - 1] ?? givenNames[0],
        document_number: `TEST-PID-000${dataset}`,
        personal_administrative_number: `TEST-PAN-000${dataset}`,
      }

/**
 * All attributes of the test PID in catalogue order.
 * @param credentialIssuer issuer identifier, for its trust anchor
 * @param dataset 1 for the default values; up to 4, each with another given name and other numbers.
 * OID4VCI-1FINAL-3.3.4
 */
export const testPid = (credentialIssuer: string, dataset = 1): readonly PidValue[] => {
  const known = { ...values, ...differences(dataset) }
  return pidAttributes.map((attribute) => ({
    ...attribute,
    value:
      attribute.identifier === 'trust_anchor' ? `${credentialIssuer}/trust-anchor.pem` : known[attribute.identifier],
  }))
}
