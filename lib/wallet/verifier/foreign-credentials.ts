import { type CborMap, type CborValue, tagged } from '../formats/mso-mdoc/cbor'
import { coseKeyOf, issueMsoMdoc, type MdocDraft } from '../formats/mso-mdoc/issue'
import { plain } from '../formats/mso-mdoc/verify'
import { issueSdJwtVc, type SdJwtVcDraft } from '../formats/sd-jwt-vc/issue'
import type { HeldCredential } from '../formats/stored-credential'
import { applyPatch } from '../misbehaviours/apply'
import { need, nowSeconds, randomText } from '../run'
import type { CredentialQuery } from './dcql/dcql-query'
import type { Run } from './run'

const hourMillis = 3_600_000

const dayMillis = 24 * hourMillis

export const pidDoctype = 'eu.europa.ec.eudi.pid.1'

/** A full-date (RFC 8943 section 2.1). */
const fullDate = (date: string): CborValue => tagged(1004, date)

/** A date-time without fractions of a second (ISO/IEC 18013-5 section 9.1.2.4). @param millis - epoch milliseconds */
export const instant = (millis: number): CborValue => tagged(0, `${new Date(millis).toISOString().slice(0, 19)}Z`)

/** A fictitious person with the elements of a PID. */
const personElements: [string, CborValue][] = [
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

/** An mdoc of this type for this wallet from an unknown issuer. */
function makeForeignMdoc(run: Run, type: string): HeldCredential {
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
    elements: new Map(personElements),
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

/** Signed at the first instant and valid until the second, both in epoch milliseconds. */
function validity(from: number, until: number): CborMap {
  return new Map([
    ['signed', instant(from)],
    ['validFrom', instant(from)],
    ['validUntil', instant(until)],
  ])
}

/** The document type that a query requests; a PID's if it names none. */
function wantedDoctype({ meta }: CredentialQuery): string {
  return typeof meta.doctype_value === 'string' ? meta.doctype_value : pidDoctype
}

const daySeconds = 86_400

export const pidVct = 'urn:eudi:pid:1'

/** A fictitious person with the claims of a PID. */
const personClaims = {
  family_name: 'Lindqvist',
  given_name: 'Åsa',
  birthdate: '1984-02-29',
  sex: 2,
  email: 'asa.lindqvist@example.com',
  phone_number: '+46700000001',
  // The first bytes of a JPEG.
  picture: 'data:image/jpeg;base64,/9j/2Q==',
  nationalities: ['SE', 'FI'],
  address: { street_address: 'Storgatan 1', locality: 'Umeå', postal_code: '903 26', country: 'SE' },
  place_of_birth: { locality: 'Kiruna', country: 'SE' },
  issuing_country: 'SE',
  issuing_jurisdiction: 'SE-AC',
  issuing_authority: 'Test Authority',
  date_of_issuance: '2026-01-15',
  date_of_expiry: '2031-01-15',
}

/** Credentials from an unknown issuer for this wallet: one per format and type that the verifier requests. */
export async function makeForeignCredentials(run: Run): Promise<HeldCredential[]> {
  const { facts } = run
  facts.foreignIssuer ??= await run.foreignIssuer()
  const queries = facts.request?.query.credentials ?? []
  const types = new Set(queries.filter(({ format }) => format === 'dc+sd-jwt').map(wantedVct))
  const doctypes = new Set(queries.filter(({ format }) => format === 'mso_mdoc').map(wantedDoctype))
  return [
    ...[...types].map((type) => makeForeignSdJwtVc(run, type)),
    ...[...doctypes].map((type) => makeForeignMdoc(run, type)),
  ]
}

function makeForeignSdJwtVc(run: Run, vct: string): HeldCredential {
  const { facts, random } = run
  const { current } = need(facts.foreignIssuer, 'issuer of its own')
  const holderKey = run.newKey()
  const now = nowSeconds(run)
  const draft: SdJwtVcDraft = {
    header: { typ: 'dc+sd-jwt', alg: 'ES256', x5c: current.x5c },
    payload: {
      vct,
      iat: now,
      exp: now + 30 * daySeconds,
      cnf: { jwk: { ...holderKey.publicJwk } },
    },
    disclosable: { ...personClaims },
    key: current.key,
    salt: () => randomText({ random }),
  }
  applyPatch(run, 'response', run.misbehaviour?.patchIssuance, draft)
  return {
    format: 'dc+sd-jwt',
    type: String(draft.payload.vct),
    raw: issueSdJwtVc(draft),
    claims: { ...draft.payload, ...draft.disclosable },
    verified: {
      holderThumbprint: holderKey.thumbprint,
      signedBy: 'x5c',
      chainTrusted: null,
      disclosures: Object.keys(draft.disclosable).length,
      expiresAt: now + 30 * daySeconds,
    },
    holderKey,
  }
}

function wantedVct({ meta }: CredentialQuery): string {
  const [first]: unknown[] = Array.isArray(meta.vct_values) ? meta.vct_values : []
  return typeof first === 'string' ? first : pidVct
}
