import { area, of } from '../../../engine/checks/area'
import { blockedBy, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown, shownName } from '../../../engine/judgements/shown'
import { formReasons, whatForm } from '../../../shared/recognise/what-form'
import { fromBase64url, fromUtf8 } from '../../../shared/values/base64url'
import { bare, quote, say, word } from '../../../shared/values/wording'
import { otherKeyWords } from '../../judgements/signatures'
import { keyOfRequest, onJwe, onJweHeader, onOwnJweHeader } from '../../judgements/subjects'
import type { ResponseReading } from '../../read/response/response-reading'

const isBase64url = (value: unknown): value is string => typeof value === 'string' && fromBase64url(value) !== null

const textOf = (value: unknown): string | null => {
  const bytes = isBase64url(value) ? fromBase64url(value) : null
  return bytes && fromUtf8(bytes)
}

/** Drafts put a printable nonce here; random bytes are almost never printable. */
const isText = (value: unknown): boolean => /^[\x20-\x7e]{8,}$/.test(textOf(value) ?? '')

/** Forms in which an encrypted response comes in place of a compact JWE. */
const responseForms = ['signed_not_encrypted', 'json_serialisation', 'plain_json', 'percent_twice'] as const

const known = ['alg', 'enc', 'kid', 'epk', 'apu', 'apv', 'cty', 'typ']

export const jweHeader = area(
  'vp.jwe',
  { subject: of<ResponseReading>() },
  {
    compact: {
      title: 'Encrypted response is a compact JWE',
      reasons: {
        not_compact: {
          says: 'The parameter response is not a compact JWE',
          fix: 'Send five base64url parts without padding, separated by dots.',
        },
        ...formReasons('parameter response', responseForms),
      },
      clauses: ['RFC7516-3.1', 'OID4VP-1FINAL-8.3'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      refusal: 'The parameter response is not a compact JWE: it needs five base64url parts.',
      why: 'The parameter response carries the compact serialization.',
      run: onJwe(({ compactError, text }, { request }) => {
        if (compactError === null) return pass()
        // Where no JWE is due, that there is a parameter response is what is wrong.
        if (request.responseMode === 'direct_post') return blockedBy('vp.response.plain')
        return violated(whatForm(text, responseForms) ?? 'not_compact', {
          expected: say`a compact JWE`,
          actual: compactError,
        })
      }),
    },
    header_json: {
      title: 'Header of the JWE is a JSON object with unique members',
      problem: 'The header of the JWE is not a JSON object with unique members',
      clauses: ['RFC7516-4'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      needs: ['vp.jwe.compact'],
      why: 'Libraries disagree on which of two members counts.',
      hint: 'Serialize the header as a JSON object in UTF-8, each member once.',
      run: onJwe(({ headerError }) =>
        headerError === null ? pass() : violated({ expected: say`a JSON object`, actual: headerError }),
      ),
    },
    alg: {
      title: 'JWE uses the alg of the offered key',
      problem: 'The alg of the JWE is not the alg of the key in client_metadata',
      clauses: ['OID4VP-1FINAL-8.3', 'HAIP-5'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      counterpart: 'ValidateJWEHeaderAlgMatchesRequestedAlgorithm',
      judges: { token: 'jwe', member: 'header.alg' },
      why: 'The verifier fixes the algorithm in its key.',
      hint: 'Take alg from the JWK that the response is encrypted to.',
      run: onOwnJweHeader(({ alg }, { offered }) => {
        if (offered === null) return notApplicable(say`The request offered no key.`)
        return alg === offered.alg
          ? pass(quote(offered.alg))
          : violated({ expected: quote(offered.alg), actual: shown(alg) })
      }),
    },
    enc: {
      title: 'JWE uses an enc that the request offers',
      problem: 'The enc of the JWE is not in encrypted_response_enc_values_supported',
      clauses: ['OID4VP-1FINAL-8.3', 'OID4VP-1FINAL-5.1'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      counterpart: 'ValidateJWEHeaderEncMatchesRequestedAlgorithm',
      judges: { token: 'jwe', member: 'header.enc' },
      why: 'The verifier can only decrypt what it offers.',
      hint: 'Choose enc from encrypted_response_enc_values_supported, or use A128GCM without that list.',
      run: onJweHeader(({ enc }, { offered }) => {
        if (offered === null) return notApplicable(say`The request offered no key.`)
        return typeof enc === 'string' && offered.encValues.includes(enc)
          ? pass(quote(enc))
          : violated({ expected: offered.encValues.map(quote), actual: shown(enc) })
      }),
    },
    enc_haip: {
      title: 'JWE uses A128GCM or A256GCM',
      problem: 'The JWE uses neither A128GCM nor A256GCM',
      clauses: ['HAIP-5'],
      level: 'must',
      profile: 'haip',
      judges: { token: 'jwe', member: 'header.enc' },
      why: 'HAIP allows only these two.',
      hint: 'Use A256GCM or A128GCM.',
      run: onJweHeader(({ enc }) =>
        enc === 'A128GCM' || enc === 'A256GCM'
          ? pass(word(enc))
          : violated({ expected: [say`A128GCM`, say`A256GCM`], actual: shown(enc) }),
      ),
    },
    kid_present: {
      title: 'JWE names the key that it is encrypted to',
      problem: 'The JWE does not name the key that it is encrypted to',
      clauses: ['OID4VP-1FINAL-8.3'],
      level: 'must',
      judges: { token: 'jwe', member: 'header.kid' },
      why: 'With kid the verifier finds its key without trying them all.',
      hint: 'Copy the kid of the JWK in client_metadata.jwks into the header.',
      run: onOwnJweHeader((header, { offered }) => {
        if (offered === null) return notApplicable(say`The request offered no key.`)
        return typeof header.kid === 'string'
          ? pass()
          : violated({ expected: quote(offered.kid), actual: shown(header.kid) })
      }),
    },
    kid_matches: {
      title: 'JWE names the key of this request in kid',
      reasons: {
        another: {
          says: 'The kid of the JWE, {seen}, is not that of the key in this request',
          fix: 'Take kid from client_metadata.jwks of the request that is answered.',
        },
        another_request: {
          says: 'The kid of the JWE names {seen}',
          fix: 'Use the key in the request that is answered, and name it.',
        },
        another_entry: {
          says: 'The kid of the JWE names {seen} of this request, and the response answers another one',
          fix: 'Name the key of the entry that is answered, and encrypt to it.',
        },
      },
      clauses: ['OID4VP-1FINAL-8.3'],
      level: 'must',
      needs: ['vp.jwe.kid_present'],
      counterpart: 'ValidateJWEHeaderKidIsInClientMetadataJWKs',
      judges: { token: 'jwe', member: 'header.kid' },
      why: 'A different kid means that the response was made for another request, or that the header is wrong.',
      run: onOwnJweHeader(({ kid }, jwe, { session }) => {
        const { offered, otherSession } = jwe
        if (offered === null) return notApplicable(say`The request offered no key.`)
        if (kid === offered.kid) return pass(quote(offered.kid))
        const expected = quote(offered.kid)
        if (otherSession !== null) return violated('another_request', { expected, actual: otherKeyWords(jwe) })
        const place = session.dcApi?.entries.findIndex(({ encryptionKid }) => encryptionKid === kid) ?? -1
        return place === -1
          ? violated('another', { expected, actual: shown(kid) })
          : violated('another_entry', { expected, actual: say`the key of entry ${place}` })
      }),
    },
    key_of_request: {
      title: 'Response is encrypted to the key of this request',
      problem: 'The response is encrypted to the key of another request',
      clauses: ['HAIP-5', 'OID4VP-1FINAL-5.1'],
      level: 'must',
      profile: 'haip',
      rejects: 'invalid_encrypted_response',
      judges: { token: 'jwe', member: 'decrypted' },
      why: 'A key per request protects old responses, and shows that the wallet read this request.',
      hint: 'Encrypt to the key in the request that is answered, not to a key fetched earlier.',
      run: onJwe((jwe) => {
        const { openedWith } = jwe
        if (openedWith === null) return notApplicable(say`The response could not be decrypted; see vp.jwe.decrypts.`)
        return openedWith === 'session'
          ? pass()
          : violated({ expected: keyOfRequest(jwe.offered?.kid), actual: otherKeyWords(jwe) })
      }),
    },
    epk: {
      title: 'Ephemeral key is a public key on the curve of the offered key',
      problem: 'The epk of the JWE is not a public key on P-256',
      clauses: ['RFC7518-4.6.1.1', 'RFC7518-6.2.1'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      judges: { token: 'jwe', member: 'header.epk' },
      why: 'Points off the curve are used to attack the private key of the verifier.',
      hint: 'Send epk with the kty, crv, x and y of a new key on P-256, without its d.',
      run: onOwnJweHeader(({ alg }, { epk }) => {
        if (typeof alg === 'string' && !alg.startsWith('ECDH-ES'))
          return notApplicable(say`The alg uses no ephemeral key.`)
        if (epk === null) return violated({ expected: say`epk`, actual: null })
        const { facts } = epk
        if (facts.privateMembers.length > 0)
          return violated({ expected: say`public members only`, actual: facts.privateMembers.map(quote) })
        return facts.valid && facts.kty === 'EC' && facts.crv === 'P-256'
          ? pass(say`EC P-256`)
          : violated({
              expected: say`EC P-256, on the curve`,
              actual: quote(`${shown(facts.kty) ?? say`no kty`} ${shown(facts.crv) ?? say``}`.trim()),
            })
      }),
    },
    epk_fresh: {
      title: 'Ephemeral key is new for each response',
      problem: 'The ephemeral key was used for an earlier response',
      clauses: ['RFC7518-4.6'],
      level: 'must',
      judges: { token: 'jwe', member: 'header.epk' },
      why: 'A reused key links responses, and one leak decrypts all of them.',
      hint: 'Generate a new key pair for every JWE.',
      run: onJwe(({ epk }) => {
        if (epk === null || epk.facts.thumbprint === null) return notApplicable(say`The JWE has no ephemeral key.`)
        return epk.seenBefore ? violated({ expected: say`a fresh key`, actual: bare.aKeyThatCameBefore }) : pass()
      }),
    },
    encrypted_key_empty: {
      title: 'JWE with ECDH-ES has no encrypted key',
      problem: 'The second part of the JWE is not empty, although its alg is ECDH-ES',
      clauses: ['RFC7516-5.2'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      refusal: 'With alg ECDH-ES the second part of the JWE must be empty.',
      judges: { token: 'jwe', member: 'part_lengths' },
      why: 'ECDH-ES uses the agreed key directly, so no encrypted key is sent.',
      hint: 'Leave the second part of the JWE empty for ECDH-ES.',
      run: onJweHeader(({ alg }, { partLengths }) => {
        if (alg !== 'ECDH-ES') return notApplicable(say`The alg is not ECDH-ES.`)
        const length = partLengths[1] ?? 0
        return length === 0 ? pass() : violated({ expected: say`an empty part`, actual: say`${length} characters` })
      }),
    },
    zip_absent: {
      title: 'JWE is not compressed',
      problem: 'The JWE is compressed',
      clauses: ['RFC7516-4.1.3', 'RFC8725-3.6'],
      level: 'should',
      rejects: 'invalid_encrypted_response',
      refusal: (problem) => `${problem}: leave out zip.`,
      judges: { token: 'jwe', member: 'header.zip' },
      why: 'Compression reveals the content through its length, and a small body can expand without limit.',
      hint: 'Leave out zip.',
      run: onJweHeader((header) =>
        Object.hasOwn(header, 'zip') ? violated({ expected: say`no zip`, actual: shown(header.zip) }) : pass(),
      ),
    },
    cty: {
      title: 'The cty of the JWE is json',
      problem: 'The cty of the JWE is not json',
      clauses: ['RFC7516-4.1.12', 'OID4VP-1FINAL-8.3'],
      level: 'should',
      counterpart: 'ValidateJWEHeaderCtyJson',
      judges: { token: 'jwe', member: 'header.cty' },
      why: 'The payload is the JSON object with the parameters, not another token.',
      hint: 'Leave out cty, or set it to json.',
      run: onJweHeader(({ cty }) => {
        if (cty === undefined) return notApplicable(say`The header has no cty.`)
        return cty === 'json' || cty === 'application/json'
          ? pass(say`json`)
          : violated({ expected: say`json`, actual: shown(cty) })
      }),
    },
    typ: {
      title: 'The typ of the JWE is JWT',
      problem: 'The typ of the JWE is not JWT',
      clauses: ['RFC7519-5.1'],
      level: 'info',
      judges: { token: 'jwe', member: 'header.typ' },
      why: 'A different typ announces a different kind of token.',
      hint: 'Leave out typ, or set it to JWT.',
      run: onJweHeader(({ typ }) => {
        if (typ === undefined) return notApplicable(say`The header has no typ.`)
        return typeof typ === 'string' && typ.toUpperCase() === 'JWT'
          ? pass(say`JWT`)
          : violated({ expected: say`JWT`, actual: shown(typ) })
      }),
    },
    crit: {
      title: 'JWE uses no critical extension',
      problem: 'The crit header of the JWE names an extension that is not supported',
      clauses: ['RFC7516-4.1.13'],
      level: 'must',
      rejects: 'invalid_encrypted_response',
      judges: { token: 'jwe', member: 'header.crit' },
      why: 'A verifier must refuse critical extensions that it does not understand.',
      hint: 'Leave crit out.',
      run: onJweHeader((header) =>
        Object.hasOwn(header, 'crit') ? violated({ expected: say`no crit`, actual: shown(header.crit) }) : pass(),
      ),
    },
    apu_apv: {
      title: 'The apu and apv of the JWE are base64url and hold no mdoc nonce',
      reasons: {
        not_encoded: {
          says: 'The apu or the apv of the JWE is not base64url',
          fix: 'Leave apu and apv out: OpenID4VP 1.0 gives them no meaning.',
        },
        mdoc_nonce: {
          says: 'The apu or the apv of the JWE is a nonce, as in ISO/IEC 18013-7',
          fix: 'Leave apu and apv out of the header, and use OpenID4VPHandover of OpenID4VP 1.0 for mdocs.',
          draft: 'OpenID4VP up to draft 24',
        },
      },
      clauses: ['RFC7518-4.6.1.2', 'RFC7518-4.6.1.3', 'OID4VP-1FINAL-8.3'],
      level: 'info',
      judges: { token: 'jwe', member: 'header.apu' },
      why: 'Both are inputs of the key derivation, byte for byte.',
      run: onJweHeader(({ apu, apv }, _jwe, { request }) => {
        if (apu === undefined && apv === undefined) return notApplicable(say`The header has neither apu nor apv.`)
        if (![apu, apv].every((value) => value === undefined || isBase64url(value)))
          return violated('not_encoded', { expected: say`base64url`, actual: bare.somethingElse })
        return isText(apu) || textOf(apv) === request.nonce
          ? tolerated('mdoc_nonce', { expected: say`no mdoc nonce`, actual: say`a text` })
          : pass()
      }),
    },
    header_minimal: {
      title: 'Header of the JWE has only members that decryption needs',
      problem: 'The header of the JWE has members that decryption does not need',
      clauses: ['RFC7516-4.1'],
      level: 'info',
      judges: { token: 'jwe', member: 'header' },
      why: 'The header is not encrypted, so anything else in it reveals something about the wallet.',
      hint: 'Send alg, enc, kid and epk. Also known are apu, apv, cty and typ.',
      run: onJweHeader((header) => {
        const others = Object.keys(header).filter((name) => !known.includes(name))
        return others.length === 0
          ? pass()
          : violated({ expected: known.map(quote), actual: others.slice(0, 20).map(shownName) })
      }),
    },
  },
)
