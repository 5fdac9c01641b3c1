import type { EpochMillis } from '../../../time/time'
import type { Json, JsonObject } from '../../../values/json'
import { audienceOf, type PresentationInput } from '../../reading-of-presentation'
import { readJws, stringMember, verifyJws, withKeyFit } from './read-jws'
import {
  clockSkewSeconds,
  keyBindingAgeSecondsMax,
  type NumericDateReading,
  readNumericDate,
} from './read-numeric-date'
import type { KbJwtReading, PresentKbJwt, SdHashInput } from './sd-jwt-vc-reading'

/** The expected values for a Key Binding JWT. */
export interface KbJwtContext {
  /** From `cnf.jwk`, the only key that counts. RFC9901-4.3.2 */
  readonly holderJwk: Readonly<Record<string, unknown>> | null
  /** The correct `sd_hash`. */
  readonly sdHash: string
  readonly hashedOver: SdHashInput
  /** Names of the revealed claims. */
  readonly claimNames: readonly string[]
}

/** Reads the last part of a presentation; empty text means no Key Binding JWT. RFC9901-4.3, RFC9901-7.3 */
export async function readKbJwt(
  text: string,
  input: Pick<
    PresentationInput,
    'now' | 'clientId' | 'browser' | 'nonce' | 'firstDeliveredAt' | 'algorithms' | 'verifySignature'
  >,
  { holderJwk, sdHash, hashedOver, claimNames }: KbJwtContext,
): Promise<KbJwtReading> {
  if (text === '') return { present: false }
  const jws = withKeyFit(readJws(text, input.algorithms.holder), holderJwk)
  const { header, claims } = jws
  const typ = stringMember(header, 'typ')
  const names = Object.keys(claims ?? {})
  const disclosedNames = new Set(claimNames)
  const unknownClaims = names.filter((name) => !kbClaims.includes(name))
  return {
    present: true,
    jws,
    typ: { value: typ, matches: typ === 'kb+jwt' },
    signature: await verifyJws(jws, holderJwk, input.verifySignature),
    headerKeys: Object.keys(header ?? {}).filter((name) => keyMembers.includes(name)),
    otherHeaderMembers: Object.keys(header ?? {}).filter(
      (name) => !keyMembers.includes(name) && !['typ', 'alg', 'crit'].includes(name),
    ),
    iat: issuedAt(readNumericDate(claims, 'iat', input.now), input.firstDeliveredAt),
    aud: readAud(memberOf(claims, 'aud'), audienceOf(input)),
    nonce: readText(memberOf(claims, 'nonce'), input.nonce),
    sdHash: { ...readText(memberOf(claims, 'sd_hash'), sdHash), computed: sdHash, over: hashedOver },
    exp: expiry(readNumericDate(claims, 'exp', input.now)),
    nbf: start(readNumericDate(claims, 'nbf', input.now)),
    unknownClaims,
    personalClaims: unknownClaims.filter((name) => personalNames.has(name) || disclosedNames.has(name)),
    transactionData: {
      hashes: memberOf(claims, 'transaction_data_hashes'),
      alg: memberOf(claims, 'transaction_data_hashes_alg'),
    },
    payment: {
      jti: memberOf(claims, 'jti'),
      responseMode: memberOf(claims, 'response_mode'),
      amr: memberOf(claims, 'amr'),
    },
  }
}

/** RFC9901-4.3, OID4VP-1FINALA-B.3.3.1, RFC7519-4.1 */
const kbClaims = [
  'iat',
  'aud',
  'nonce',
  'sd_hash',
  'transaction_data_hashes',
  'transaction_data_hashes_alg',
  'exp',
  'nbf',
  'iss',
  'jti',
]

/** Header parameters that name or carry a key. RFC7515-4.1 */
const keyMembers = ['jwk', 'jku', 'kid', 'x5u', 'x5c', 'x5t', 'x5t#S256']

const memberOf = (claims: JsonObject | null, name: string): Json | undefined =>
  claims !== null && Object.hasOwn(claims, name) ? claims[name] : undefined

function issuedAt(date: NumericDateReading, firstDeliveredAt: EpochMillis | null): PresentKbJwt['iat'] {
  const { seconds, fromNow } = date
  return {
    ...date,
    window:
      fromNow === null
        ? null
        : fromNow > clockSkewSeconds
          ? 'in_future'
          : fromNow < -keyBindingAgeSecondsMax
            ? 'too_old'
            : 'inside',
    beforeFirstDelivery:
      seconds === null || firstDeliveredAt === null ? null : seconds < firstDeliveredAt / 1000 - clockSkewSeconds,
  }
}

const expiry = (date: NumericDateReading): PresentKbJwt['exp'] => ({
  ...date,
  past: date.fromNow !== null && date.fromNow <= -clockSkewSeconds,
})

const start = (date: NumericDateReading): PresentKbJwt['nbf'] => ({
  ...date,
  inFuture: date.fromNow !== null && date.fromNow > clockSkewSeconds,
})

function readAud(aud: Json | undefined, audience: string): PresentKbJwt['aud'] {
  const values = (Array.isArray(aud) ? aud : [aud]).filter((value) => typeof value === 'string')
  return {
    type: aud === undefined ? 'absent' : Array.isArray(aud) ? 'array' : typeof aud === 'string' ? 'string' : 'other',
    values,
    matches: values.includes(audience),
  }
}

function readText(value: Json | undefined, right: string): PresentKbJwt['nonce'] {
  return {
    type: value === undefined ? 'absent' : typeof value === 'string' ? 'string' : 'other',
    value: typeof value === 'string' ? value : null,
    matches: value === right,
  }
}

/** Claims about a person, in any credential. OpenID Connect Core 1.0 section 5.1, PIDRB-4.2 */
const personalNames: ReadonlySet<string> = new Set([
  'sub',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'email',
  'email_verified',
  'gender',
  'sex',
  'birthdate',
  'birth_date',
  'zoneinfo',
  'locale',
  'phone_number',
  'phone_number_verified',
  'address',
  'place_of_birth',
  'nationalities',
  'birth_family_name',
  'birth_given_name',
  'age_in_years',
  'age_birth_year',
  'age_equal_or_over',
  'personal_administrative_number',
  'document_number',
  'portrait',
])
