import { area, of } from '../../../engine/checks/area'
import { notApplicable, type Outcome, pass, type Reason, tolerated, violated } from '../../../engine/checks/check'
import { derivationReasons } from '../../../engine/judgements/derivations'
import { shown, shownName } from '../../../engine/judgements/shown'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { exceededJsonBound } from '../../../shared/http/read-json'
import type { CheckId } from '../../../shared/ports/check-id'
import { bare, declared, quote, say, word } from '../../../shared/values/wording'
import { deviationOf } from '../../deviations'
import { otherKeyWords } from '../../judgements/signatures'
import { keyOfRequest, onAnnouncement, onJwe, onJweHeader, sealedForTester } from '../../judgements/subjects'
import { encValuesOf } from '../../read/request/client-metadata'
import type { JwePayloadReading, ResponseJweReading } from '../../read/response/response-jwe-reading'
import type { ResponseReading } from '../../read/response/response-reading'

/** Runs a check on the decrypted content, if one of our keys decrypts it. */
const onJwePayload = (
  run: (payload: JwePayloadReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onJwe((jwe, reading) =>
    jwe.payload === null
      ? notApplicable(say`The response could not be decrypted; see vp.jwe.decrypts.`)
      : run(jwe.payload, reading),
  )

/** The check on the header parameter that rules out decryption with any key; `null` if there is none. */
function obstacleIn({ header, epk, partLengths }: ResponseJweReading): CheckId | null {
  if (header === null) return null
  if (Object.hasOwn(header, 'zip')) return 'vp.jwe.zip_absent'
  if (Object.hasOwn(header, 'crit')) return 'vp.jwe.crit'
  if (epk !== null && (!epk.facts.valid || epk.facts.privateMembers.length > 0)) return 'vp.jwe.epk'
  return header.alg === 'ECDH-ES' && partLengths[1] !== 0 ? 'vp.jwe.encrypted_key_empty' : null
}

const bound = (reason: 'too_deep' | 'too_wide') => `The payload of the JWE ${exceededJsonBound({ ok: false, reason })}`

/** What a payload is that is no JSON object. */
const payloadReasons = {
  not_json: {
    says: 'The payload of the JWE is not JSON',
    fix: 'Serialize the parameters as one JSON object in UTF-8, with vp_token as an object.',
    refusal: 'The payload of the JWE is not JSON.',
  },
  not_utf8: {
    says: 'The payload of the JWE is not UTF-8',
    fix: 'Serialize the parameters as one JSON object, and encrypt its text as UTF-8.',
    refusal: 'The payload of the JWE is not UTF-8.',
  },
  not_an_object: {
    says: 'The payload of the JWE is JSON, but no object',
    fix: 'Put the parameters into one JSON object, with vp_token and state as its members.',
    refusal: 'The payload of the JWE is JSON, but no object.',
  },
  too_deep: {
    says: bound('too_deep'),
    fix: 'Put the parameters into one JSON object, with presentations that are strings.',
    refusal: `${bound('too_deep')}.`,
  },
  too_wide: {
    says: bound('too_wide'),
    fix: 'Send fewer members and fewer presentations in one response.',
    refusal: `${bound('too_wide')}.`,
  },
} as const satisfies Readonly<Record<NonNullable<JwePayloadReading['error']>, Reason>>

export const jweSession = area(
  'vp.jwe',
  { subject: of<PresentationEvidence>() },
  {
    enc_preference: {
      title: 'Wallet that supports A128GCM and A256GCM uses A256GCM',
      problem: 'The wallet did not use A256GCM, although it supports it',
      clauses: ['HAIP-5'],
      level: 'should',
      profile: 'haip',
      judges: { token: 'jwe', member: 'header.enc' },
      why: 'HAIP prefers the longer key where both sides support it.',
      hint: 'Take A256GCM where the request offers it.',
      run: onAnnouncement(
        'vp_response_decrypted',
        say`No encrypted response was opened.`,
        ({ event: { detail }, announced: { encValues } }, { session }) => {
          const offered = encValuesOf(session.request.client_metadata)
          const both = ['A128GCM', 'A256GCM'].every((enc) => offered.includes(enc) && encValues?.includes(enc))
          if (!both) return notApplicable(say`Only one of A128GCM and A256GCM is known to both sides.`)
          const { enc = null } = detail
          return enc === 'A256GCM' ? pass(word(enc)) : violated({ expected: say`A256GCM`, actual: shown(enc) })
        },
      ),
    },
  },
)

export const jwePayload = area(
  'vp.jwe',
  { subject: of<ResponseReading>() },
  {
    decrypts: {
      title: 'JWE can be decrypted with the key of the request',
      reasons: {
        named_key: {
          says: 'The response names the key of this request and cannot be decrypted with it',
          fix: 'Encrypt to the JWK that kid names, and derive the key with the apu, apv and enc of the header.',
        },
        another_kid: {
          says: 'The response names another key than that of this request, whose key does not decrypt it',
          fix: 'Encrypt to the key in client_metadata.jwks of the request, and name it in kid.',
        },
        no_kid: {
          says: 'The response names no key, and the key of this request does not decrypt it',
          fix: 'Encrypt to the key in client_metadata.jwks of the request, and copy its kid into the header.',
        },
        another_request: {
          says: 'The response is encrypted to {encrypted_to}',
          fix: 'Use the key in the request that is answered.',
        },
        ...derivationReasons('the response'),
      },
      refusal: 'The JWE cannot be decrypted with the key of this request.',
      clauses: ['OID4VP-1FINAL-8.3', 'RFC7516-5.2'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      needs: ['vp.jwe.compact', 'vp.jwe.header_json'],
      counterpart: 'DecryptResponse',
      judges: { token: 'jwe', member: 'decrypted' },
      why: 'The verifier cannot use a response that it cannot decrypt.',
      run: onJwe((jwe) => {
        const { openedWith, otherThumbprint, offered, header } = jwe
        if (openedWith === 'session') return pass()
        if (offered === null) return notApplicable(say`The request offers no key to encrypt to.`)
        if (jwe.forTester) return notApplicable(sealedForTester)
        const obstacle = obstacleIn(jwe)
        if (obstacle !== null) return notApplicable(say`This header does not allow decryption; see ${word(obstacle)}.`)
        const expected = { kid: quote(offered.kid), thumbprint: quote(offered.thumbprint) }
        const kid = shown(header?.kid)
        if (jwe.misderived !== null)
          return violated(jwe.misderived, {
            expected: { ...expected, derived: say`as RFC 7518, 4.6.2 has it` },
            actual: { kid, thumbprint: expected.thumbprint, derived: say`in another way` },
          })
        if (openedWith === 'other_session')
          return violated('another_request', {
            expected,
            actual: { kid, thumbprint: quote(otherThumbprint), encrypted_to: otherKeyWords(jwe) },
          })
        const named = header?.kid === offered.kid ? 'named_key' : 'another_kid'
        return violated(kid === null ? 'no_kid' : named, { expected, actual: { kid, thumbprint: say`unknown` } })
      }),
    },
    unsigned: {
      title: 'Payload of the JWE is not signed',
      problem: 'The JWE holds a signed JWT',
      clauses: ['OID4VP-1FINAL-8.3'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      refusal: (problem) => `${problem}: encrypt the JSON object with the parameters directly.`,
      why: 'OpenID4VP asks for an unsigned, encrypted JWT. A signature would identify the wallet.',
      hint: 'Encrypt the JSON object with the parameters directly.',
      run: onJwePayload(({ nestedJws }) =>
        nestedJws ? violated({ expected: say`a JSON object`, actual: say`a signed JWT` }) : pass(),
      ),
    },
    payload_object: {
      title: 'Payload of the JWE is a JSON object with unique members',
      reasons: {
        ...payloadReasons,
        named_twice: {
          says: 'The payload of the JWE names a member more than once: {seen}',
          fix: 'Send each member of the JSON object once.',
          refusal: 'The payload of the JWE names a member more than once.',
        },
      },
      clauses: ['OID4VP-1FINAL-8.3'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      why: 'Its members are the parameters of the response.',
      run: onJwePayload(({ error, duplicates }) => {
        if (error !== null)
          return violated(error, { expected: say`a JSON object`, actual: declared(payloadReasons[error].refusal) })
        const twice = duplicates.filter((path) => !path.slice(1).includes('/'))
        return twice.length === 0
          ? pass()
          : violated('named_twice', { expected: say`each name once`, actual: twice.slice(0, 20).map(shownName) })
      }),
    },
    no_iss_aud_exp: {
      title: 'Payload of the JWE has no iss, aud or exp',
      problem: 'The payload of the JWE has an iss, aud or exp',
      clauses: ['OID4VP-1FINAL-8.3'],
      level: 'should',
      counterpart: 'ValidateJWEBodyDoesNotIncludeIssExpAud',
      why: 'These claims belong to JARM, which OpenID4VP 1.0 does not use.',
      hint: 'Leave out iss, aud and exp.',
      run: onJwePayload(({ parameters }) => {
        if (parameters === null) return notApplicable(say`The payload is not a JSON object.`)
        const found = ['iss', 'aud', 'exp'].filter((name) => Object.hasOwn(parameters, name))
        if (found.length === 0) return pass()
        // RFC 9207 defines `iss`.
        return found.length === 1 && found[0] === 'iss'
          ? tolerated({ expected: bare.absent, actual: found.map(quote) })
          : violated({ expected: bare.absent, actual: found.map(quote) })
      }),
    },
    ignores_unusable_key: {
      title: 'Wallet skips a key that it does not know how to use',
      problem: 'The wallet did not skip a key that it cannot use',
      clauses: ['RFC7517-5'],
      level: 'should',
      why: 'Verifiers list keys for several wallets. A new kind of key must not prevent older wallets from responding.',
      hint: 'Ignore keys whose kty or alg the wallet does not know, and take the next one.',
      run: (reading) => {
        if (deviationOf(reading.session)?.id !== 'unusable_enc_key')
          return notApplicable(say`The request lists only keys that can be used.`)
        return onJweHeader(({ kid }, { offered }) =>
          kid === offered?.kid ? pass() : violated({ expected: quote(offered?.kid), actual: shown(kid) }),
        )(reading)
      },
    },
    key_without_use: {
      title: 'Wallet encrypts to a key that does not say what it is used for',
      problem: 'The wallet did not encrypt to a key that does not say what it is used for',
      clauses: ['OID4VP-1FINAL-5.1'],
      level: 'must',
      why: 'A JWK may leave use out.',
      hint: 'Treat a key without use as an encryption key if its alg is for encryption.',
      run: (reading) => {
        if (deviationOf(reading.session)?.id !== 'enc_key_without_use')
          return notApplicable(say`The key of the request says what it is used for.`)
        return onJwe(({ openedWith, offered }) =>
          openedWith === 'session'
            ? pass()
            : violated({ expected: keyOfRequest(offered?.kid), actual: bare.anotherOne }),
        )(reading)
      },
    },
    default_enc: {
      title: 'Wallet encrypts with A128GCM where the request lists no enc',
      problem: 'The wallet did not encrypt with A128GCM, although the request lists no enc',
      clauses: ['OID4VP-1FINAL-5.1', 'OID4VP-1FINAL-8.3'],
      level: 'must',
      judges: { token: 'jwe', member: 'header.enc' },
      why: 'Without a list, a verifier only has to support A128GCM.',
      hint: 'Use A128GCM when encrypted_response_enc_values_supported is absent.',
      run: (reading) => {
        if (deviationOf(reading.session)?.id !== 'no_enc_values')
          return notApplicable(say`The request lists how content may be encrypted.`)
        return onJweHeader(({ enc }) =>
          enc === 'A128GCM' ? pass() : violated({ expected: say`A128GCM`, actual: shown(enc) }),
        )(reading)
      },
    },
  },
)
