import { type CborMap, type CborValue, tagged } from '../formats/mso-mdoc/cbor'
import { plain } from '../formats/mso-mdoc/elements'
import { coseKeyOf, issueMsoMdoc, type MdocDraft } from '../formats/mso-mdoc/issue'
import type { HeldCredential } from '../formats/stored-credential'
import { applyPatch } from '../misbehaviours/apply'
import { need } from '../run'
import type { CredentialQuery } from './dcql/dcql-query'
import type { Run } from './run'

const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis
const pidType = 'eu.europa.ec.eudi.pid.1'

/** A full-date (RFC 8943 section 2.1). */
const fullDate = (date: string): CborValue => tagged(1004, date)
/** A date-time without fractions of a second (ISO/IEC 18013-5 section 9.1.2.4). @param millis - epoch milliseconds */
export const instant = (millis: number): CborValue => tagged(0, `${new Date(millis).toISOString().slice(0, 19)}Z`)

/** A fictitious person with the elements of a PID. */
const person: [string, CborValue][] = [
  ['family_name', 'Lindqvist'],
  ['given_name', 'Åsa'],
  ['birth_date', fullDate('1984-02-29')],
  ['place_of_birth', new Map([['country', 'SE']])],
  ['nationality', ['SE', 'FI']],
  ['sex', 2],
  ['email_address', 'asa.lindqvist@example.com'],
  ['mobile_phone_number', '+46700000001'],
  ['portrait', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['issuing_country', 'SE'],
  ['issuing_jurisdiction', 'SE-AC'],
  ['issuing_authority', 'Test Authority'],
  ['issuance_date', fullDate('2026-01-15')],
  ['expiry_date', fullDate('2031-01-15')],
]

/** An mdoc of this type for this wallet, from an unknown issuer. */
export function makeForeignMdoc(run: Run, type: string): HeldCredential {
  const { random } = run
  const issuer = need(run.facts.foreignIssuer, 'issuer of its own')
  const holderKey = run.newKey()
  const expiresAt = run.clock() + 30 * dayMillis
  const draft: MdocDraft = {
    mobileSecurityObject: new Map<string, CborValue>([
      ['version', '1.0'],
      ['digestAlgorithm', 'SHA-256'],
      ['docType', type],
      ['validityInfo', validity(run.clock() - hourMillis / 2, expiresAt)],
      ['deviceKeyInfo', new Map([['deviceKey', coseKeyOf(holderKey)]])],
    ]),
    namespace: type,
    elements: new Map(person),
    headers: {
      protectedHeader: new Map([[1, -7]]),
      unprotectedHeader: new Map([[33, issuer.documentSigner]]),
    },
    key: issuer.current.key,
    salt: () => Buffer.from(random(16)),
  }
  applyPatch(run, 'response', run.misbehaviour?.patchMdocIssuance, draft)
  return {
    format: 'mso_mdoc',
    type,
    raw: issueMsoMdoc(draft),
    claims: { [draft.namespace]: Object.fromEntries([...draft.elements].map(([name, value]) => [name, plain(value)])) },
    verified: {
      holderThumbprint: holderKey.thumbprint,
      signedBy: 'x5c',
      chainTrusted: null,
      disclosures: draft.elements.size,
      expiresAt: Math.floor(expiresAt / 1000),
    },
    holderKey,
  }
}

/** Signed at the first and valid until the second, both in epoch milliseconds. */
function validity(from: number, until: number): CborMap {
  return new Map([
    ['signed', instant(from)],
    ['validFrom', instant(from)],
    ['validUntil', instant(until)],
  ])
}

/** The document type that a query asks for; that of a PID when it names none. */
export function wantedDoctype({ meta }: CredentialQuery): string {
  return typeof meta.doctype_value === 'string' ? meta.doctype_value : pidType
}
