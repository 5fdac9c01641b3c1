import { area, of } from '../../../engine/checks/area'
import { notApplicable, type Outcome, pass, tolerated, violated } from '../../../engine/checks/check'
import { judgeKeyUse, keyUseReason } from '../../../engine/judgements/keys'
import { shown } from '../../../engine/judgements/shown'
import { epochMillis, toEpochSeconds } from '../../../shared/time/time'
import { isObject } from '../../../shared/values/json'
import { bare, listed, quote, type Said, say, type Wording, word } from '../../../shared/values/wording'
import { onKeyAttestation, responseLost } from '../../judgements/proofs'
import { credentialsMax, type ProofsReading } from '../../read/proof/proofs-reading'
import { attestedKeysMax } from '../../read/proof/read-attested-keys'
import { endBefore } from '../../read/wallet-unit/credential-end'

/** The first key declared for another use. */
function firstMisuse(keys: unknown): Outcome | null {
  for (const key of Array.isArray(keys) ? keys : []) {
    const outcome = judgeKeyUse(key, { verifies: null })
    if (outcome !== null) return outcome
  }
  return null
}

const words = {
  unknown: 'a nonce that this issuer never issued',
  other_issuer: 'a nonce from another issuer of this service',
  spent: 'a nonce that was used before',
} as const

/** A key in words, for a sentence. */
const typeOf = (key: { readonly kty: unknown; readonly crv: unknown }): Wording =>
  listed(
    [key.kty, key.crv].flatMap((part) => (part === null ? [] : [say`${shown(part)}`])),
    ' ',
  )

/** The refusal of an issuer that takes the algorithms of three curves. */
const onThreeCurves =
  'The attested_keys claim must be a non-empty array of public JWKs, EC keys on P-256, P-384 or P-521.'

export const attestedKeys = area(
  'vci.key_attestation',
  { subject: of<ProofsReading>() },
  {
    attested_keys: {
      title: 'The key attestation lists at least one key, and all of them are public keys to bind credentials to',
      reasons: {
        missing: {
          says: 'The key attestation has no attested_keys claim',
          fix: 'Add attested_keys, a JSON array with the public JWK of each attested key.',
        },
        not_an_array: {
          says: 'The attested_keys claim is not an array',
          fix: 'Put the JWKs into square brackets, even if there is one key.',
        },
        empty: {
          says: 'The attested_keys claim is an empty array',
          fix: 'List the public JWK of each key that a credential is to be bound to.',
        },
        too_many: {
          says: `The attested_keys claim has {keys} keys, more than the ${attestedKeysMax} that are read`,
          fix: `Attest at most ${attestedKeysMax} keys in one key attestation.`,
          refusal: `The attested_keys claim holds more than ${attestedKeysMax} keys.`,
        },
        private_members: {
          says: 'A key in attested_keys holds private members',
          fix: 'Export kty, crv, x and y alone, and stop using this key: it has been disclosed.',
        },
        unusable: {
          says: 'A key in attested_keys is no valid public key',
          fix: 'Send kty EC, crv P-256 and both coordinates in full length, 32 bytes each.',
        },
        other_curve: {
          says: 'No key in attested_keys is an EC key on P-256: {seen}',
          fix: 'Attest keys on the curve P-256 (crv P-256), to which this issuer binds credentials.',
        },
        some_other_curve: {
          says: 'Some keys in attested_keys are not on P-256: {seen}',
          fix: 'Attest P-256 keys alone: credentials are issued to those only.',
        },
        unusable_point: {
          says: 'A key in attested_keys is no valid public key',
          fix: 'Send kty EC, the curve as crv and both coordinates in its full length: 32 bytes for P-256, 48 for P-384, 66 for P-521.',
        },
        no_curve: {
          says: 'No key in attested_keys is an EC key on P-256, P-384 or P-521: {seen}',
          fix: 'Attest keys on one of these curves, to which this issuer binds credentials.',
        },
        some_no_curve: {
          says: 'Some keys in attested_keys are not on P-256, P-384 or P-521: {seen}',
          fix: 'Leave out the keys of other kinds: credentials are issued to those on the three curves only.',
        },
        ...keyUseReason('an element of attested_keys'),
      },
      clauses: ['OID4VCI-1FINALA-D.1', 'RFC7517-4'],
      level: 'must',
      rejects: 'invalid_proof',
      refusal: 'The attested_keys claim must be a non-empty array of public JWKs, EC keys on P-256.',
      judges: { token: 'key_attestation', member: 'claims.attested_keys' },
      why: 'Credentials are bound to these keys, one each.',
      run: onKeyAttestation(({ attestedKeys: { shape, count, keys }, claims }, { conditions: { algorithms } }) => {
        const takesThree = algorithms.length > 1
        const due = {
          expected: say`a non-empty array of public JWKs`,
          ...(takesThree ? { refusal: onThreeCurves } : {}),
        }
        if (shape === 'absent') return violated('missing', { ...due, actual: null })
        if (shape !== 'array') return violated('not_an_array', { ...due, actual: say`not an array` })
        if (count === 0) return violated('empty', { ...due, actual: say`an empty array` })
        if (count > attestedKeysMax)
          return violated('too_many', { expected: { at_most: attestedKeysMax }, actual: { keys: count } })
        const errors = keys.flatMap(({ index, privateMembers, publicJwk }): Said[] => {
          if (privateMembers.length > 0) return [{ index, private_members: privateMembers.map(quote) }]
          return publicJwk === null ? [{ index, problem: say`no valid public key` }] : []
        })
        if (errors.length > 0) {
          const isPrivate = keys.some(({ privateMembers }) => privateMembers.length > 0)
          const unusable = takesThree ? 'unusable_point' : 'unusable'
          return violated(isPrivate ? 'private_members' : unusable, { ...due, actual: errors.slice(0, 10) })
        }
        const others = keys.filter(({ bindable }) => !bindable)
        if (others.length === 0) return firstMisuse(claims.attested_keys) ?? pass({ keys: count })
        const actual = others.slice(0, 10).map((key) => say`key ${key.index + 1} is ${typeOf(key)}`)
        if (takesThree) {
          const three = { expected: say`EC keys on P-256, P-384 or P-521`, actual }
          return others.length === keys.length
            ? violated('no_curve', { ...due, ...three })
            : tolerated('some_no_curve', three)
        }
        const mismatch = { expected: say`EC keys on P-256`, actual }
        return others.length === keys.length
          ? violated('other_curve', mismatch)
          : tolerated('some_other_curve', mismatch)
      }),
    },
    proof_key_attested: {
      title: 'The key that signed the jwt proof is one of the attested keys',
      problem: 'The key that signed the proof is not in attested_keys of its key attestation',
      clauses: ['OID4VCI-1FINALA-D.1'],
      level: 'must',
      rejects: 'invalid_proof',
      needs: ['vci.key_attestation.attested_keys'],
      judges: { token: 'key_attestation', member: 'claims.attested_keys' },
      why: 'It shows that wallet and attestation belong together.',
      hint: 'Sign the proof with one of the attested keys and name that key.',
      run: onKeyAttestation(({ attestedKeys: { keys } }, { carrier, proofKey }) => {
        if (carrier === 'attestation_proof')
          return notApplicable(say`An attestation proof is not signed by an attested key.`)
        if (proofKey === null)
          return notApplicable(say`The key of the proof is unknown; see vci.proof.jwt.key_reference.`)
        const index = keys.findIndex(({ thumbprint }) => thumbprint !== null && thumbprint === proofKey.thumbprint)
        return index >= 0
          ? pass({ index, thumbprint: quote(proofKey.thumbprint) })
          : violated({
              expected: { one_of: keys.slice(0, 20).map(({ thumbprint }) => quote(thumbprint)) },
              actual: { thumbprint: quote(proofKey.thumbprint) },
            })
      }),
    },
    key_storage_level: {
      title: 'The key storage has a level that the issuer demands',
      problem: 'The key_storage of the key attestation asserts none of the levels that the metadata demands',
      clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINALA-D.2'],
      level: 'must',
      rejects: 'invalid_proof',
      judges: { token: 'key_attestation', member: 'claims.key_storage' },
      why: 'The metadata demands a level of key protection that this attestation does not vouch for.',
      hint: 'Use keys with a storage that has one of the levels in key_attestations_required.',
      run: onKeyAttestation(({ claims }, { conditions }) =>
        judgeDemandedLevel(claims.key_storage, conditions.keyStorageLevels),
      ),
    },
    user_authentication_level: {
      title: 'The user authentication has a level that the issuer demands',
      problem: 'The user_authentication of the key attestation asserts none of the levels that the metadata demands',
      clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINALA-D.2'],
      level: 'must',
      rejects: 'invalid_proof',
      judges: { token: 'key_attestation', member: 'claims.user_authentication' },
      why: 'The metadata demands a level of user authentication that this attestation does not vouch for.',
      hint: 'Use keys guarded by a user authentication that has one of the levels in key_attestations_required.',
      run: onKeyAttestation(({ claims }, { conditions }) =>
        judgeDemandedLevel(claims.user_authentication, conditions.userAuthenticationLevels),
      ),
    },
    attested_keys_distinct: {
      title: 'The attested keys differ from each other',
      problem: 'The key attestation names a key more than once',
      clauses: ['OID4VCI-1FINAL-3.3.2', 'RFC9901-10.1'],
      level: 'should',
      judges: { token: 'key_attestation', member: 'claims.attested_keys' },
      why: 'Each key is for a credential of its own; two credentials with one key can be linked.',
      hint: 'List each key once; one credential is issued for each distinct key.',
      run: onKeyAttestation(({ attestedKeys: { keys } }) => {
        const thumbprints = keys.flatMap(({ thumbprint }) => (thumbprint === null ? [] : [thumbprint]))
        if (thumbprints.length < 2) return notApplicable(say`There are not two readable attested keys.`)
        const repeated = thumbprints.filter((thumbprint, index) => thumbprints.indexOf(thumbprint) !== index)
        return repeated.length === 0
          ? pass({ keys: thumbprints.length })
          : violated({
              expected: say`distinct keys`,
              actual: { repeated: [...new Set(repeated)].slice(0, 10).map(quote) },
            })
      }),
    },
    attested_keys_count: {
      title: 'Attested keys do not outnumber the credentials issued at once',
      reasons: {
        beyond_service: {
          says: 'The key attestation names {seen} keys, more than this service issues credentials for at once',
          fix: `Attest at most ${credentialsMax} keys at once; this issuer gives no more credentials for one request.`,
        },
        beyond_batch: {
          says: 'The key attestation names {seen} keys, more than the batch_size of this issuer',
          fix: 'Read batch_size of the issuer metadata, and attest no more keys at once.',
        },
      },
      clauses: ['OID4VCI-1FINAL-14.6'],
      level: 'info',
      judges: { token: 'key_attestation', member: 'claims.attested_keys' },
      why: 'The issuer decides how many credentials it gives; the keys beyond that get none.',
      run: onKeyAttestation(({ attestedKeys: { shape, count } }, { conditions: { keysMax } }) => {
        if (shape !== 'array') return notApplicable(say`There is no array of attested keys.`)
        if (count <= keysMax) return pass(count)
        return violated(keysMax === credentialsMax ? 'beyond_service' : 'beyond_batch', {
          expected: { at_most: keysMax },
          actual: count,
        })
      }),
    },
    proof_key_first: {
      title: 'The key that signed the jwt proof is the first of the attested keys',
      problem: 'The key that signed the jwt proof is not the first of the attested keys',
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'info',
      needs: ['vci.key_attestation.proof_key_attested'],
      why: 'ETSI TS 119 472-3 lets the first attested key sign, and some issuers look nowhere else.',
      hint: 'Put the key that signs the proof first into attested_keys.',
      run: onKeyAttestation(({ attestedKeys: { keys } }, { carrier, proofKey }) => {
        if (carrier === 'attestation_proof')
          return notApplicable(say`An attestation proof is not signed by an attested key.`)
        const index = keys.findIndex(({ thumbprint }) => thumbprint !== null && thumbprint === proofKey?.thumbprint)
        if (index < 0) return notApplicable(say`The key of the proof is not attested.`)
        return index === 0 ? pass(0) : violated({ expected: 0, actual: index })
      }),
    },
    key_storage: {
      title: 'The key attestation states key_storage in defined values',
      problem: 'The key attestation does not state key_storage in defined values',
      clauses: ['OID4VCI-1FINALA-D.1', 'OID4VCI-1FINALA-D.2'],
      level: 'should',
      judges: { token: 'key_attestation', member: 'claims.key_storage' },
      why: 'An issuer decides by this level whether it may bind a credential to the keys.',
      hint: 'Give key_storage as a non-empty array of the values of appendix D.2, e.g. iso_18045_high, or URLs.',
      run: onKeyAttestation(({ claims }) => judgeLevels(claims.key_storage)),
    },
    user_authentication: {
      title: 'The key attestation states user_authentication in defined values',
      problem: 'The key attestation does not state user_authentication in defined values',
      clauses: ['OID4VCI-1FINALA-D.1', 'OID4VCI-1FINALA-D.2'],
      level: 'should',
      judges: { token: 'key_attestation', member: 'claims.user_authentication' },
      why: 'An issuer decides by this level whether someone else with the device could use the keys.',
      hint: 'Give user_authentication as a non-empty array of the values of appendix D.2, e.g. iso_18045_high, or URLs.',
      run: onKeyAttestation(({ claims }) => judgeLevels(claims.user_authentication)),
    },
    certification_status: {
      title: 'Certification and status of the key attestation are usable',
      problem: 'The certification or status of the key attestation is unusable',
      clauses: ['OID4VCI-1FINALA-D.1'],
      level: 'info',
      judges: { token: 'key_attestation', member: 'claims.status' },
      why: 'A link to the certification and a way to learn of revocation let an issuer judge the storage later too.',
      hint: 'Give certification as a URL and status as an object, e.g. with status_list.',
      run: onKeyAttestation(({ claims }, { conditions: { unit } }) => {
        const { status } = claims
        // In the framework vci.key_attestation.certification judges it, and blames it alone.
        const certification = unit.isEuropean ? undefined : claims.certification
        if (certification === undefined && status === undefined) {
          return notApplicable(
            unit.isEuropean
              ? say`The key attestation has no status; for its certification see vci.key_attestation.certification.`
              : say`The key attestation has neither certification nor status.`,
          )
        }
        const isUrl = typeof certification === 'string' && URL.canParse(certification)
        const errors = {
          ...(certification !== undefined && !isUrl && { certification: shown(certification) }),
          ...(status !== undefined && !isObject(status) && { status: shown(status) }),
        }
        if (Object.keys(errors).length > 0)
          return violated({ expected: { certification: say`a URL`, status: say`an object` }, actual: errors })
        return pass({
          ...(!unit.isEuropean && { certification: shown(certification) }),
          status: isObject(status) ? Object.keys(status).slice(0, 10).map(shown) : null,
        })
      }),
    },
    not_expired_before_credential: {
      title: 'The key attestation lives as long as the credential bound to its keys',
      problem: 'The key attestation expires before the credential bound to its keys',
      clauses: ['OID4VCI-1FINALA-D.1'],
      level: 'info',
      judges: { token: 'key_attestation', member: 'claims.exp' },
      why: 'Its exp is also the time at which the attested keys expire, so a longer credential outlives its keys.',
      hint: 'Choose an exp for the attested keys that is not before the end of the credentials that they get.',
      run: onKeyAttestation(({ claims: { exp, key_storage_status: kept } }, { conditions }) => {
        const { credentialExpiresAt, now, unit } = conditions
        if (typeof exp !== 'number') return notApplicable(say`The key attestation has no exp that is a number.`)
        if (credentialExpiresAt === null) return notApplicable(say`No credential would be issued.`)
        const end = unit.isEuropean
          ? toEpochSeconds(endBefore(epochMillis(credentialExpiresAt * 1000), [kept], now))
          : credentialExpiresAt
        return exp >= end ? pass(exp) : violated({ expected: { from: end }, actual: exp })
      }),
    },
    nonce_same_as_proof: {
      title: 'Key attestation and jwt proof carry the same nonce',
      problem: 'The key attestation and the jwt proof carry different nonces',
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'should',
      judges: { token: 'key_attestation', member: 'claims.nonce' },
      why: 'Two different nonces mean that the attestation was made for another request than the proof.',
      hint: 'Use the one c_nonce of the nonce endpoint for both.',
      run: onKeyAttestation(({ nonce }, { carrier, proofNonceDigest }) => {
        if (carrier === 'attestation_proof') return notApplicable(say`An attestation proof has no proof around it.`)
        if (nonce.digest === null || proofNonceDigest === null)
          return notApplicable(say`One of the two carries no nonce.`)
        return nonce.digest === proofNonceDigest
          ? pass()
          : violated({ expected: say`the same nonce`, actual: bare.twoDifferentOnes })
      }),
    },
    nonce: {
      title: 'The key attestation carries an unused nonce of this issuer',
      reasons: {
        missing: {
          says: 'The key attestation has no nonce claim',
          fix: 'Fetch a c_nonce first, and have the wallet provider put it into the nonce claim of the key attestation.',
          error: 'invalid_proof',
        },
        missing_beside_proof: {
          says: 'The key attestation has no nonce claim, and the proof around it has one',
          fix: 'Have the wallet provider put the c_nonce of the proof into the nonce claim of the key attestation too.',
          error: null,
        },
        no_text: {
          says: 'The nonce claim of the key attestation is not a string',
          fix: 'Put the c_nonce of the nonce endpoint into the claim as a JSON string, unchanged.',
          error: 'invalid_proof',
        },
        unknown: {
          says: 'The nonce of the key attestation is none of this issuer',
          fix: 'Have the wallet provider put the c_nonce that nonce_endpoint of this issuer gives into the key attestation.',
        },
        other_issuer: {
          says: 'The nonce of the key attestation is from another issuer of this service',
          fix: 'Fetch the c_nonce from nonce_endpoint of the issuer that the credential is requested from.',
        },
        spent: {
          says: 'The nonce of the key attestation was used before',
          fix: 'Fetch a new c_nonce for every credential request, and have a new key attestation made with it.',
        },
        response_lost: {
          says: responseLost,
          fix: 'Fetch a new c_nonce, and send the request again with a new key attestation.',
        },
      },
      clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.3', 'OID4VCI-1FINALA-D.1'],
      level: 'must',
      rejects: 'invalid_nonce',
      refusal: 'The key attestation must carry a c_nonce of this issuer that was not used before.',
      judges: { token: 'key_attestation', member: 'claims.nonce' },
      why: 'It shows that the attestation was made for this issuance and not copied from an earlier one.',
      run: (reading) =>
        onKeyAttestation(({ nonce: { state, spentInLost } }, { carrier, conditions, proofNonceDigest }) => {
          if (state === 'absent' && !reading.hasNonceEndpoint)
            return notApplicable(say`This issuer has no nonce endpoint, so that a key attestation needs no nonce.`)
          // vci.nonce.alive refuses an expired nonce, since the wallet cannot know about it.
          if (state === 'fresh' || state === 'expired') return pass()
          const expected = say`an unused nonce of this issuer`
          if (state === 'not_a_string' || state === 'null')
            return violated('no_text', { expected, actual: state === 'null' ? say`null` : say`not a string` })
          if (spentInLost) return violated('response_lost', { expected, actual: say`used before`, echo: true })
          if (state !== 'absent') return violated(state, { expected, actual: word(words[state]) })
          // Appendix F.1 requires it and D.1 calls it optional; the nonce of the enclosing proof already shows
          // freshness. Without that one nothing shows it.
          const refused = carrier === 'attestation_proof' || conditions.strictNonce || proofNonceDigest === null
          return violated(refused ? 'missing' : 'missing_beside_proof', { expected, actual: null })
        })(reading),
    },
  },
)

const known = ['iso_18045_high', 'iso_18045_moderate', 'iso_18045_enhanced-basic', 'iso_18045_basic']

/**
 * Judges `key_storage` or `user_authentication`: a non-empty array of appendix D.2 values or, recommended for other
 * ecosystems, of URLs. OID4VCI-1FINALA-D.2
 */
export function judgeLevels(value: unknown): Outcome {
  // The claim is OPTIONAL (appendix D.1). Another check judges required levels.
  if (value === undefined) return tolerated({ expected: say`a non-empty array`, actual: null })
  if (!Array.isArray(value) || value.length === 0) {
    const actual = Array.isArray(value) ? say`an empty array` : word(typeof value)
    return violated({ expected: say`a non-empty array`, actual })
  }
  const unknown = value.filter((level) => !isLevel(level))
  const actual = value.slice(0, 10).map(shown)
  return unknown.length === 0
    ? pass(actual)
    : violated({ expected: [...known.map(quote), say`or a URL`], actual: unknown.slice(0, 10).map(shown) })
}

/** Judges whether one of the required levels is asserted. OID4VCI-1FINAL-12.2.4 */
function judgeDemandedLevel(value: unknown, demanded: readonly string[]): Outcome {
  if (demanded.length === 0) return notApplicable(say`The metadata does not require a level.`)
  const asserted: readonly unknown[] = Array.isArray(value) ? value : []
  const met = demanded.filter((level) => asserted.includes(level))
  return met.length > 0
    ? pass(met.map(quote))
    : violated({ expected: { one_of: demanded.map(quote) }, actual: asserted.slice(0, 10).map(shown) })
}

const isLevel = (value: unknown): boolean =>
  typeof value === 'string' && (known.includes(value) || (/^https?:\/\//.test(value) && URL.canParse(value)))
