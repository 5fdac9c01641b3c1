import { area, of } from '../../engine/checks/area'
import { type Check, notApplicable, notObserved, pass, tolerated, violated } from '../../engine/checks/check'
import { shown, shownName, shownPaths } from '../../engine/judgements/shown'
import type { PresentKbJwt } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { repeatedName } from '../../shared/jose/jwt'
import { distanceWords } from '../../shared/time/durations'
import { bare, quote, type Said, say, word } from '../../shared/values/wording'
import {
  audReasons,
  foundAbout,
  foundSignatureReasons,
  iatReasons,
  nonceReasons,
  notTheOrigin,
  partReasons,
  sdHashReasons,
  signatureReasons,
} from '../judgements/hint-reasons'
import { beforeChange, removedOnPurpose } from '../judgements/removed-on-purpose'
import { judgeSignature } from '../judgements/signatures'
import { onKbJwt, onSdJwt } from '../judgements/subjects'
import type { PresentedSubject } from '../read/response/response-reading'
import { isScaType, scaEntriesOf } from '../read/transaction/sca'

/** The value as sent, or the first five of a list. */
function shownAud(values: readonly string[], isList: boolean) {
  const [first] = values
  if (first === undefined) return null
  return isList ? values.slice(0, 5).map(shown) : shown(first)
}

/** What the hash must cover, for comparison. */
const hashedOver = ({ over: { algorithm, characters, disclosures } }: PresentKbJwt['sdHash']): Said => ({
  algorithm: quote(algorithm),
  first_characters: characters,
  disclosures,
})

/** Claims that TS12 adds where a payment or the like is confirmed; `jti` is one of any JWT. TS12-3.6 */
const ofPayment: readonly string[] = ['response_mode', 'amr']

export const kb = area(
  'vp.kb',
  { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
  {
    present: {
      title: 'Presentation has a Key Binding JWT',
      problem: 'The presentation has no Key Binding JWT',
      clauses: ['OID4VP-1FINALA-B.3', 'RFC9901-7.3', 'HAIP-6.1.1.1'],
      level: 'must',
      counterpart: 'ParseCredentialAsSdJwtKb',
      judges: { token: 'presented_credential', member: 'key_binding' },
      why: 'It proves possession of the holder key for this request.',
      hint: 'Append a JWT, signed with the key in cnf, after the last tilde.',
      run: onSdJwt(({ kbJwt }, { presented }) => {
        if (presented.match?.holderBinding.required === false && !kbJwt.present)
          return notApplicable(say`The query does not ask for holder binding.`)
        return kbJwt.present ? pass() : violated({ expected: say`a JWT after the last tilde`, actual: null })
      }),
    },
    parses: {
      title: 'Key Binding JWT can be read',
      reasons: {
        unreadable: {
          says: 'The Key Binding JWT cannot be read: {seen}',
          fix: 'Send a compact JWS whose header and payload are JSON objects.',
        },
        repeated_member: {
          says: 'The Key Binding JWT has {seen}',
          fix: 'Write each member of header and payload once.',
        },
        ...partReasons,
      },
      refusal: 'The Key Binding JWT cannot be read.',
      clauses: ['RFC9901-4.3', 'RFC7519-7.2', 'RFC7515-4', 'RFC7519-4'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding' },
      why: 'An unreadable proof proves nothing.',
      run: onKbJwt(({ jws }, { hints }) => {
        const repeated = repeatedName(jws.duplicates)
        const expected = say`a compact JWS`
        if (jws.unreadable !== null)
          return violated(foundAbout(hints, 'vp.kb.parses')[0]?.found ?? 'unreadable', {
            expected,
            actual: jws.unreadable,
          })
        return repeated === null
          ? pass()
          : violated('repeated_member', { expected, actual: say`${shownName(repeated)} twice` })
      }),
    },
    typ: {
      title: 'Key Binding JWT is typed kb+jwt',
      problem: 'The typ of the Key Binding JWT is not kb+jwt',
      clauses: ['RFC9901-4.3', 'RFC9901-7.3'],
      level: 'must',
      counterpart: 'CheckTypInBindingJwt',
      judges: { token: 'presented_credential', member: 'key_binding.header.typ' },
      why: 'The type prevents other JWTs of the wallet from passing as a Key Binding JWT.',
      hint: 'Set typ to kb+jwt.',
      run: onKbJwt(({ typ, jws }) => {
        if (jws.header === null) return notApplicable(say`The header cannot be read.`)
        return typ.matches ? pass(say`kb+jwt`) : violated({ expected: say`kb+jwt`, actual: shown(typ.value) })
      }),
    },
    alg: {
      title: 'Key Binding JWT is signed with an algorithm that the request allows',
      reasons: {
        not_allowed: {
          says: 'The alg of the Key Binding JWT is {seen}, which the request does not allow',
          fix: 'Use an algorithm of kb-jwt_alg_values that fits the key in cnf.',
        },
        no_signature: {
          says: 'The alg of the Key Binding JWT is {seen}, which is no digital signature',
          fix: 'Sign the Key Binding JWT with the key in cnf, and set alg to an algorithm of kb-jwt_alg_values.',
        },
        absent: {
          says: 'The Key Binding JWT names no alg that is a text',
          fix: 'Set alg in the header to an algorithm of kb-jwt_alg_values.',
        },
        other_key: {
          says: 'The alg of the Key Binding JWT is {seen}, which does not fit the key in cnf',
          fix: 'Use the algorithm of the curve of the key in cnf, such as ES256 for P-256.',
          explains: ['vp.kb.signature_encoding'],
        },
      },
      refusal: 'The alg of the Key Binding JWT is not allowed by the request, or does not fit the key in cnf.',
      clauses: ['RFC9901-4.3', 'OID4VP-1FINALA-B.3.4', 'RFC8725-3.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.header.alg' },
      why: 'An unsigned token or a MAC does not prove possession of a key.',
      run: onKbJwt(({ jws: { header, alg } }) => {
        if (header === null) return notApplicable(say`The header cannot be read.`)
        if (!alg.asymmetric)
          return violated(alg.value === null ? 'absent' : 'no_signature', {
            expected: say`a digital signature`,
            actual: shown(alg.value),
          })
        if (!alg.allowed)
          return violated('not_allowed', { expected: say`an algorithm of kb-jwt_alg_values`, actual: shown(alg.value) })
        return alg.fitsKey === false
          ? violated('other_key', { expected: say`an algorithm for the key of cnf`, actual: shown(alg.value) })
          : pass(shown(alg.value))
      }),
    },
    signature: {
      title: 'Signature of the Key Binding JWT is valid',
      reasons: {
        ...signatureReasons('Key Binding JWT', {
          invalid: {
            says: 'The signature of the Key Binding JWT is not valid with the key in cnf',
            fix: 'Sign header and payload, as sent, with the private key that belongs to cnf.',
          },
        }),
        ...foundSignatureReasons('Key Binding JWT', { key: 'Sign with the private key that belongs to cnf.' }),
        no_usable_key: {
          says: 'The cnf of the credential holds no public JWK that can be used, so nothing proves who holds it',
          fix: 'Report it to the issuer: it puts the public JWK of the holder into cnf.',
          acts: 'issuer',
        },
      },
      refusal: 'The signature of the Key Binding JWT is invalid or cannot be verified.',
      clauses: ['RFC9901-4.3.2', 'RFC9901-7.3'],
      level: 'must',
      counterpart: 'ValidateSdJwtKeyBindingSignature',
      judges: { token: 'presented_credential', member: 'key_binding.signature' },
      why: 'It proves possession of the holder key.',
      run: onKbJwt(({ signature }, { hints, cnf }) =>
        // Without cnf a separate check fails; without a usable key in cnf the signature would pass unverified.
        signature.unverifiedBecause === 'no_key' && cnf.isObject
          ? violated('no_usable_key', { expected: say`a public key in cnf`, actual: say`none that can be used` })
          : judgeSignature(signature, { hints, about: 'vp.kb.signature' }),
      ),
    },
    signature_encoding: {
      title: 'Signature of the Key Binding JWT is r and s concatenated',
      problem: 'The signature of the Key Binding JWT is not r and s concatenated',
      clauses: ['RFC7518-3.4'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.signature' },
      why: 'JOSE uses no ASN.1 for ECDSA signatures.',
      hint: 'Convert the DER signature of the platform: concatenate r and s, each padded to the length of the curve order.',
      run: onKbJwt(({ signature: { encoding } }) => {
        if (encoding === null)
          return notApplicable(say`The signature cannot be read, or its algorithm has no fixed length.`)
        return encoding.form === 'raw'
          ? pass(say`${encoding.bytes} bytes`)
          : violated({
              expected: say`${encoding.expectedBytes} bytes`,
              actual: say`${encoding.bytes} bytes, ${encoding.form}`,
            })
      }),
    },
    no_header_keys: {
      title: 'Header of the Key Binding JWT holds only typ and alg',
      problem: 'The header of the Key Binding JWT holds more than typ and alg',
      clauses: ['RFC9901-4.3'],
      level: 'info',
      counterpart: 'CheckForUnexpectedParametersInBindingJwtHeader',
      judges: { token: 'presented_credential', member: 'key_binding.header' },
      why: 'The verifier uses the key in cnf and must ignore any other.',
      hint: 'Send typ and alg only.',
      run: onKbJwt(({ headerKeys, otherHeaderMembers, jws }) => {
        if (jws.header === null) return notApplicable(say`The header cannot be read.`)
        const others = [...headerKeys, ...otherHeaderMembers]
        return others.length === 0
          ? pass()
          : tolerated({ expected: [say`typ`, say`alg`], actual: others.slice(0, 20).map(shownName) })
      }),
      rejects: null,
    },
    crit: {
      title: 'Key Binding JWT uses no critical extension',
      problem: 'The crit header of the Key Binding JWT names an extension that is not supported',
      clauses: ['RFC7515-4.1.11'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.header.crit' },
      why: 'A verifier must refuse critical extensions that it does not understand.',
      hint: 'Leave crit out.',
      run: onKbJwt(({ jws }) => {
        if (jws.header === null) return notApplicable(say`The header cannot be read.`)
        return jws.crit === null
          ? pass()
          : violated({
              expected: say`no crit`,
              actual: jws.crit === 'malformed' ? say`malformed` : jws.crit.slice(0, 20).map(shown),
            })
      }),
    },
    iat_present: {
      title: 'Key Binding JWT says when it was made',
      problem: 'The Key Binding JWT has no numeric iat',
      clauses: ['RFC9901-4.3', 'RFC7519-2'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.claims.iat' },
      why: 'The verifier uses iat to see that the proof is fresh.',
      hint: 'Set iat to the seconds since 1970, as a number.',
      run: onKbJwt(({ iat, jws }) => {
        if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
        if (iat.seconds === null) return violated({ expected: say`a number`, actual: word(iat.type) })
        return pass()
      }),
    },
    iat_window: {
      title: 'Key Binding JWT was made just now',
      reasons: iatReasons,
      refusal: 'The iat of the Key Binding JWT is too old or in the future.',
      clauses: ['RFC9901-7.3', 'RFC7519-2'],
      level: 'must',
      counterpart: 'CheckIatInBindingJwt',
      judges: { token: 'presented_credential', member: 'key_binding.claims.iat' },
      why: 'An old proof may be a replay.',
      run: onKbJwt(({ iat }) => {
        if (iat.window === null) return notApplicable(say`There is no numeric iat.`)
        if (iat.window === 'inside') return pass(say`${Math.round(iat.fromNow ?? 0)} s`)
        const expected = say`300 s in the past to 60 s in the future`
        if (iat.looksLikeMilliseconds) return violated('milliseconds', { expected, actual: say`milliseconds` })
        return violated(iat.window === 'too_old' ? 'in_the_past' : 'in_the_future', {
          expected,
          actual: say`${distanceWords(iat.fromNow ?? 0)}`,
        })
      }),
    },
    iat_after_request: {
      title: 'Key Binding JWT was made after the request',
      problem: 'The Key Binding JWT was made before the request',
      clauses: ['RFC9901-7.3'],
      level: 'should',
      judges: { token: 'presented_credential', member: 'key_binding.claims.iat' },
      why: 'A proof made before the request cannot belong to it.',
      hint: 'Create the Key Binding JWT with the response, not in advance.',
      run: onKbJwt(({ iat: { beforeFirstDelivery, window } }) => {
        // One cause is blamed once.
        if (window === 'too_old') return notObserved(say`The iat is refused as too old; see vp.kb.iat_window.`)
        if (beforeFirstDelivery === null) return notApplicable(say`The time of the fetch or of the proof is unknown.`)
        return beforeFirstDelivery ? violated({ expected: say`after the first fetch`, actual: bare.beforeIt }) : pass()
      }),
      rejects: null,
    },
    aud_single: {
      title: 'Key Binding JWT names its audience as a single string',
      problem: 'The aud of the Key Binding JWT is not a single string',
      clauses: ['RFC9901-4.3'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.claims.aud' },
      why: 'With several audiences one verifier could replay the proof to another.',
      hint: 'Set aud to a string, not an array.',
      run: onKbJwt(({ aud }) => {
        if (aud.type === 'absent') return notApplicable(say`There is no aud; see vp.kb.aud.`)
        return aud.type === 'string' ? pass() : violated({ expected: say`string`, actual: word(aud.type) })
      }),
      rejects: null,
    },
    aud: {
      title: 'Key Binding JWT is made for this verifier',
      reasons: {
        another: {
          says: 'The aud of the Key Binding JWT is not the full client_id of the request',
          fix: 'Copy client_id of the request into aud, with its prefix.',
        },
        absent: {
          says: 'The Key Binding JWT has no aud that is a text',
          fix: 'Set aud to the text of client_id in the request, with its prefix.',
        },
        not_the_origin: {
          says: 'The aud of the Key Binding JWT is not the origin of the page',
          fix: 'Set aud to origin: followed by the origin that the browser gives, for signed requests too.',
          refusal: notTheOrigin,
        },
        ...audReasons,
      },
      refusal: 'The aud of the Key Binding JWT is not the full client_id of the request.',
      clauses: ['OID4VP-1FINALA-B.3.6', 'OID4VP-1FINAL-14.1.2', 'OID4VP-1FINAL-14.8'],
      level: 'must',
      counterpart: 'CheckAudInBindingJwt',
      judges: { token: 'presented_credential', member: 'key_binding.claims.aud' },
      why: 'A proof made for another verifier may have been stolen from it.',
      run: onKbJwt(({ aud, jws }, { hints }, { answer }) => {
        if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
        const { binding, clientId, changed } = answer.request
        const removed = removedOnPurpose(answer.request, 'client_id')
        if (removed !== null) return notApplicable(removed)
        const expected = quote(binding === undefined ? clientId : `origin:${binding.origin}`)
        if (aud.matches) return pass(expected)
        const [hint] = foundAbout(hints, 'vp.kb.aud')
        const isBefore = binding === undefined && changed !== undefined && aud.values.includes(changed.clientId)
        const inLink = aud.values.length === 0 ? 'absent' : 'another'
        return violated(hint?.found ?? (binding === undefined ? inLink : 'not_the_origin'), {
          expected,
          actual: isBefore ? beforeChange : shownAud(aud.values, Array.isArray(jws.claims.aud)),
        })
      }),
    },
    nonce: {
      title: 'Key Binding JWT carries the nonce of the request',
      reasons: {
        another: {
          says: 'The nonce of the Key Binding JWT is not the nonce of the request',
          fix: 'Copy the member nonce of the request byte for byte.',
        },
        absent: {
          says: 'The Key Binding JWT has no nonce that is a text',
          fix: 'Set nonce to the text of the member nonce of the request.',
        },
        ...nonceReasons,
      },
      refusal: 'The nonce of the Key Binding JWT is not the nonce of the request.',
      clauses: ['OID4VP-1FINALA-B.3.6', 'OID4VP-1FINAL-14.1.2'],
      level: 'must',
      counterpart: 'CheckNonceInBindingJwt',
      judges: { token: 'presented_credential', member: 'key_binding.claims.nonce' },
      why: 'The nonce ties the proof to one request and prevents replay.',
      run: onKbJwt(({ nonce, jws }, { hints }, { answer }) => {
        if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
        const { changed } = answer.request
        const removed = removedOnPurpose(answer.request, 'nonce')
        if (removed !== null) return notApplicable(removed)
        if (answer.request.nonce === '') return notApplicable(say`The request holds no nonce.`)
        if (nonce.matches) return pass()
        const isBefore = changed !== undefined && changed.nonce !== '' && nonce.value === changed.nonce
        const key = nonce.value === null ? 'absent' : (foundAbout(hints, 'vp.kb.nonce')[0]?.found ?? 'another')
        return violated(key, {
          expected: quote(answer.request.nonce),
          actual: isBefore
            ? beforeChange
            : nonce.value === null
              ? nonce.type === 'absent'
                ? null
                : say`no text`
              : shown(nonce.value),
        })
      }),
    },
    nonce_string: {
      title: 'Key Binding JWT carries its nonce as a string',
      problem: 'The nonce of the Key Binding JWT is not a string',
      clauses: ['RFC9901-4.3'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.claims.nonce' },
      why: 'Numbers may lose digits in transit.',
      hint: 'Set nonce to a string.',
      run: onKbJwt(({ nonce }) => {
        if (nonce.type === 'absent') return notApplicable(say`There is no nonce; see vp.kb.nonce.`)
        return nonce.type === 'string' ? pass() : violated({ expected: say`string`, actual: bare.somethingElse })
      }),
    },
    sd_hash: {
      title: 'Key Binding JWT covers this presentation',
      reasons: {
        another: {
          says: 'The sd_hash of the Key Binding JWT does not match the presentation',
          fix: 'Hash the presentation from its first character up to and including its last tilde with the algorithm of _sd_alg, and write the digest in base64url without padding.',
        },
        absent: {
          says: 'The Key Binding JWT has no sd_hash that is a text',
          fix: 'Add sd_hash: the digest of the presentation up to and including its last tilde, in base64url without padding.',
        },
        old_name: {
          says: 'The Key Binding JWT has _sd_hash in place of sd_hash',
          fix: 'Name the claim sd_hash, without an underscore before it.',
          draft: 'an early SD-JWT draft',
        },
        ...sdHashReasons,
      },
      refusal: 'The sd_hash of the Key Binding JWT does not match the presentation.',
      clauses: ['RFC9901-4.3.1', 'RFC9901-7.3'],
      level: 'must',
      counterpart: 'ValidateSdJwtKbSdHash',
      judges: { token: 'presented_credential', member: 'key_binding.claims.sd_hash' },
      why: 'The hash prevents others from adding or removing Disclosures.',
      run: onKbJwt(({ sdHash, jws }, { hints }) => {
        if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
        if (sdHash.matches) return pass()
        const [first, ...others] = foundAbout(hints, 'vp.kb.sd_hash')
        const { type, value } = sdHash
        const absent = Object.hasOwn(jws.claims, '_sd_hash') ? 'old_name' : 'absent'
        return violated(value === null ? absent : (first?.found ?? 'another'), {
          expected: { sd_hash: quote(sdHash.computed), over: hashedOver(sdHash) },
          actual: {
            sd_hash: value === null ? (type === 'absent' ? null : say`no text`) : shown(value),
            ...(first?.detail == null ? {} : { algorithm: first.detail }),
            ...(others.length === 0 ? {} : { also: others.map(({ found }) => quote(found)) }),
          },
        })
      }),
    },
    exp_nbf: {
      title: 'Key Binding JWT is valid now',
      reasons: {
        expired: {
          says: 'The exp of the Key Binding JWT is {seen}',
          fix: 'Leave exp out, or make the Key Binding JWT with the response.',
        },
        not_yet_valid: {
          says: 'The nbf of the Key Binding JWT is {seen}',
          fix: 'Leave nbf out, or choose a time that has come.',
        },
        exp_no_number: {
          says: 'The exp of the Key Binding JWT is no number: {seen}',
          fix: 'Leave exp out, or set it to the seconds since 1970, as a number.',
        },
        nbf_no_number: {
          says: 'The nbf of the Key Binding JWT is no number: {seen}',
          fix: 'Leave nbf out, or set it to the seconds since 1970, as a number.',
        },
      },
      refusal: 'The Key Binding JWT has expired or is not yet valid.',
      clauses: ['RFC9901-7.3', 'RFC7519-4.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.claims.exp' },
      why: 'A proof is only valid within its own time limits.',
      run: onKbJwt(({ exp, nbf }) => {
        if (!exp.present && !nbf.present) return notApplicable(say`There is neither exp nor nbf.`)
        if (exp.present && exp.seconds === null)
          return violated('exp_no_number', { expected: say`exp, a number`, actual: word(exp.type) })
        if (nbf.present && nbf.seconds === null)
          return violated('nbf_no_number', { expected: say`nbf, a number`, actual: word(nbf.type) })
        if (exp.past)
          return violated('expired', {
            expected: say`exp in the future`,
            actual: say`${distanceWords(exp.fromNow ?? 0)}`,
          })
        return nbf.inFuture
          ? violated('not_yet_valid', {
              expected: say`nbf in the past`,
              actual: say`${distanceWords(nbf.fromNow ?? 0)}`,
            })
          : pass()
      }),
    },
    claims_known: {
      title: 'Key Binding JWT has only claims that the specifications define',
      problem: 'The Key Binding JWT has claims that no specification defines',
      clauses: ['SDJWTVC13-4.2', 'RFC9901-4.3'],
      level: 'info',
      counterpart: 'CheckForUnexpectedClaimsInBindingJwt',
      judges: { token: 'presented_credential', member: 'key_binding.claims' },
      why: 'Other claims may reveal something about the wallet.',
      hint: 'Send iat, aud, nonce and sd_hash, and the hashes of transaction data if there is any.',
      run: onKbJwt(({ unknownClaims: unknown, jws }, _sdJwt, { presented, answer }) => {
        if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
        // TS12-3.6
        // The hash may be wrong; the wallet answers such a request all the same.
        const isPayment =
          scaEntriesOf(presented, answer.request).length > 0 ||
          answer.request.transactions.some(
            ({ type, credentialIds }) => isScaType(type) && credentialIds.includes(presented.queryId),
          )
        const unknownClaims = isPayment ? unknown.filter((name) => !ofPayment.includes(name)) : unknown
        return unknownClaims.length === 0
          ? pass()
          : tolerated({
              expected: say`known claims`,
              actual: shownPaths(unknownClaims.slice(0, 20).map((name) => [name])),
            })
      }),
      rejects: null,
    },
    no_pii: {
      title: 'Key Binding JWT reveals nothing about the user',
      problem: 'The Key Binding JWT reveals something about the user',
      clauses: ['OID4VP-1FINAL-15.8'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.claims' },
      why: 'User claims belong in Disclosures, where the user can see them.',
      hint: 'Remove claims about the user from the Key Binding JWT.',
      run: onKbJwt(({ personalClaims, jws }) => {
        if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
        return personalClaims.length === 0
          ? pass()
          : violated({ expected: bare.none, actual: shownPaths(personalClaims.slice(0, 20).map((name) => [name])) })
      }),
      rejects: null,
    },
    distinct: {
      title: 'Each credential in the response has its own holder key',
      problem: 'Several credentials in the response share a holder key',
      clauses: ['OID4VP-1FINAL-14.1.2', 'OID4VP-1FINAL-15.5'],
      level: 'should',
      why: 'A shared key lets anyone who sees the credentials link them.',
      hint: 'Bind each credential to a separate key.',
      run: onSdJwt(({ cnf }, { presented, answer }) => {
        const own = cnf.jwk.thumbprint
        const others = answer.presentations.filter(
          ({ queryId, index }) => queryId !== presented.queryId || index !== presented.index,
        )
        if (own === null || others.length === 0) return notApplicable(say`The response has only one holder key.`)
        const shared = others.filter(
          ({ reading }) =>
            reading.format === 'dc+sd-jwt' &&
            reading.cnf.jwk.thumbprint === own &&
            reading.instance !== presented.reading.instance,
        )
        return shared.length === 0
          ? pass()
          : violated({
              expected: say`a separate key`,
              actual: shared.map(({ queryId, index }) => say`the key of ${shown(queryId)} ${index}`),
            })
      }),
      rejects: null,
    },
  },
)

/** Checks of the Key Binding JWT of a presented SD-JWT VC. */
export const keyBindingChecks: readonly Check<PresentedSubject>[] = Object.values(kb)
