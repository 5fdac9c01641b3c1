import { issueSdJwtVc, type SdJwtVcDraft } from '../formats/sd-jwt-vc/issue'
import type { HeldCredential } from '../formats/stored-credential'
import { createKeyAttester, type KeyAttester } from '../issuance/credential/attester'
import { applyPatch } from '../misbehaviours/apply'
import { nowSeconds, randomText } from '../run'
import type { Run } from './run'

const yearMillis = 365 * 86_400_000
const daySeconds = 86_400
const pidType = 'urn:eudi:pid:1'

/** An issuer that no service knows: its keys with their certificates. */
export interface ForeignIssuer {
  current: KeyAttester
  /** Another one, which has nothing to do with it. */
  stranger: KeyAttester
  /** The same in the past: all its certificates have run out. */
  expired: KeyAttester
}

/** Makes such an issuer. @param nowMillis - epoch milliseconds */
export async function createForeignIssuer(nowMillis: number): Promise<ForeignIssuer> {
  const [current, stranger, expired] = await Promise.all([
    createKeyAttester(nowMillis),
    createKeyAttester(nowMillis),
    createKeyAttester(nowMillis - 2 * yearMillis),
  ])
  return { current, stranger, expired }
}

/** A person who does not exist, with the claims that PIDs have. */
const person = {
  family_name: 'Lindqvist',
  given_name: 'Åsa',
  birthdate: '1984-02-29',
  email: 'asa.lindqvist@example.com',
  nationalities: ['SE', 'FI'],
  address: { street_address: 'Storgatan 1', locality: 'Umeå', postal_code: '903 26', country: 'SE' },
  place_of_birth: { locality: 'Kiruna', country: 'SE' },
  issuing_country: 'SE',
  issuing_authority: 'Test Authority',
  date_of_issuance: '2026-01-15',
  date_of_expiry: '2031-01-15',
}

/** A credential of that issuer for this wallet, of the type that the verifier asks for. */
export async function makeForeignCredential(run: Run): Promise<HeldCredential> {
  const { facts, random } = run
  facts.foreignIssuer ??= await run.foreignIssuer()
  const { current } = facts.foreignIssuer
  const holderKey = run.newKey()
  const now = nowSeconds(run)
  const draft: SdJwtVcDraft = {
    header: { typ: 'dc+sd-jwt', alg: 'ES256', x5c: current.x5c },
    payload: {
      vct: wantedType(run) ?? pidType,
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

function wantedType({ facts }: Run): string | null {
  const query = facts.request?.query.credentials.find(({ format }) => format === 'dc+sd-jwt')
  const types: unknown = query?.meta.vct_values
  const [first] = Array.isArray(types) ? types : []
  return typeof first === 'string' ? first : null
}
