import { issueSdJwtVc, type SdJwtVcDraft } from '../formats/sd-jwt-vc/issue'
import type { HeldCredential } from '../formats/stored-credential'
import { applyPatch } from '../misbehaviours/apply'
import { need, nowSeconds, randomText } from '../run'
import type { CredentialQuery } from './dcql/dcql-query'
import { makeForeignMdoc, wantedDoctype } from './foreign-mdoc'
import type { Run } from './run'

const daySeconds = 86_400
const pidType = 'urn:eudi:pid:1'

/** A fictitious person with the claims of a PID. */
const person = {
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

/** Credentials of an unknown issuer for this wallet: one for each format and type that the verifier asks for. */
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
    disclosable: { ...person },
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
  return typeof first === 'string' ? first : pidType
}
