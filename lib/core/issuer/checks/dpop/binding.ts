import { area, of } from '../../../engine/checks/area'
import { notApplicable, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { fromBase64url, toHex, withoutPadding } from '../../../shared/values/base64url'
import { bare, quote, say, word } from '../../../shared/values/wording'
import { onProof, onProofWithToken } from '../../judgements/requests'
import { nonceWindow } from '../../read/oauth/dpop/dpop-nonce'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

const bitsRequired = 96

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Maximum entropy per character, for the narrowest alphabet that fits the text. */
function bitsPerCharacter(text: string): number {
  if (/^[0-9]+$/.test(text)) return Math.log2(10)
  if (/^[0-9a-f]+$/i.test(text)) return 4
  return 6
}

export const dpopScheme = area(
  'vci.dpop',
  { subject: of<DpopReading>() },
  {
    scheme: {
      title: 'The access token is sent with the DPoP scheme',
      reasons: {
        broken: {
          says: 'The access token is bound to a key, but was not sent with the DPoP scheme',
          fix: 'Use the token_type of the token response, DPoP, as the scheme of the Authorization header.',
        },
        bearer_request: {
          says: 'The access token is bound to a key, but was sent as a Bearer request without a DPoP proof',
          fix: 'Send it with the scheme DPoP, and with a DPoP proof made for this address that has ath, the hash of the token.',
          refusal: 'The access token is bound to a key: send it with the scheme DPoP and a DPoP proof that has ath.',
        },
        no_proof_either: {
          says: 'The access token is bound to a key, but was sent without the DPoP scheme and without a DPoP proof',
          fix: 'Write DPoP, a blank and the token into Authorization, and add a DPoP proof made for this address that has ath.',
          refusal: 'The access token is bound to a key: send it with the scheme DPoP and a DPoP proof that has ath.',
        },
        no_scheme: {
          says: 'The Authorization header has one word, so no scheme stands before the access token',
          fix: 'Write DPoP, a blank and the access token into the Authorization header.',
        },
      },
      clauses: ['RFC9449-7.1', 'RFC9449-7.2'],
      level: 'must',
      rejects: 'invalid_token',
      refusal: 'The access token is bound to a key: send it with the scheme DPoP, not with another one.',
      concerns: ['dpop_proof'],
      why: 'A server that took a bound token as Bearer would give up the protection of the binding.',
      run: ({ role, authorizationScheme, authorizationIsOneWord = false, headerCount }) => {
        if (role === 'as') return notApplicable(say`A request to the authorization server carries no access token.`)
        if (authorizationScheme === null) return notObserved(say`The request has no Authorization header.`)
        if (authorizationScheme.toLowerCase() === 'dpop') return pass(quote(authorizationScheme))
        // An unknown scheme may be the token itself, sent without one.
        const scheme = authorizationScheme.toLowerCase()
        const seen = ['bearer', 'basic'].includes(scheme)
          ? quote(authorizationScheme)
          : authorizationIsOneWord
            ? say`no scheme`
            : say`another scheme`
        if (headerCount === 0) {
          // The scheme alone would be refused again, so both are told as the one cause.
          const reason = scheme === 'bearer' ? 'bearer_request' : 'no_proof_either'
          return violated(reason, {
            expected: say`DPoP, with a DPoP proof`,
            actual: say`${seen}, without a DPoP proof`,
          })
        }
        const mismatch = { expected: say`DPoP`, actual: seen }
        return authorizationIsOneWord ? violated('no_scheme', mismatch) : violated(mismatch)
      },
    },
  },
)

export const dpopBinding = area(
  'vci.dpop',
  { subject: of<DpopReading>(), needs: ['vci.dpop.wellformed'], concerns: ['dpop_proof'] },
  {
    ath_present: {
      title: 'The DPoP proof carries the hash of the access token',
      problem: 'The DPoP proof has no ath claim',
      clauses: ['RFC9449-4.2', 'RFC9449-7'],
      level: 'must',
      rejects: 'invalid_dpop_proof',
      refusal: (problem) => `${problem}: add the base64url SHA-256 of the access token.`,
      judges: { token: 'dpop', member: 'claims.ath' },
      why: 'It ties the proof to one access token, so that the proof cannot be used with another.',
      hint: 'Add ath: SHA-256 of the ASCII access token, base64url without padding, in every proof that goes with a token.',
      run: onProofWithToken(({ claims }) =>
        claims.ath === undefined ? violated({ expected: say`ath`, actual: null }) : pass(),
      ),
    },
    ath_matches: {
      title: 'The DPoP proof belongs to the access token of the request',
      reasons: {
        other_hash: {
          says: 'The ath claim of the DPoP proof is not the base64url SHA-256 of the access token that was sent',
          fix: 'Hash the token exactly as in the Authorization header, without the scheme; write 32 bytes as base64url.',
        },
        hexadecimal: {
          says: 'The ath claim of the DPoP proof has the right hash in hexadecimal',
          fix: 'Write the 32 bytes of the hash as base64url without padding.',
        },
        other_encoding: {
          says: 'The ath claim of the DPoP proof has the right hash in another encoding',
          fix: 'Write the 32 bytes of the hash with - and _ in place of + and /, and cut the = sign.',
        },
        no_text: {
          says: 'The ath claim of the DPoP proof is a {seen}',
          fix: 'Send ath as a JSON string with the base64url SHA-256 of the access token.',
        },
      },
      clauses: ['RFC9449-4.3', 'RFC9449-4.2'],
      level: 'must',
      rejects: 'invalid_dpop_proof',
      judges: { token: 'dpop', member: 'claims.ath' },
      why: 'A proof for another token proves nothing about this one.',
      run: onProofWithToken(({ claims: { ath } }, { accessTokenHash }) => {
        if (ath === undefined) return notApplicable(say`The proof has no ath; see vci.dpop.ath_present.`)
        if (accessTokenHash === null) return notApplicable(say`No access token came with the request.`)
        if (ath === accessTokenHash) return pass()
        const padded =
          typeof ath === 'string' && withoutPadding(ath).replaceAll('+', '-').replaceAll('/', '_') === accessTokenHash
        const expected = say`the hash of the access token that was sent`
        if (typeof ath !== 'string') return violated('no_text', { expected, actual: word(typeof ath) })
        const bytes = fromBase64url(accessTokenHash)
        const isHexadecimal = bytes !== null && ath.toLowerCase() === toHex(bytes)
        if (isHexadecimal) return violated('hexadecimal', { expected, actual: bare.anotherValue })
        return violated(padded ? 'other_encoding' : 'other_hash', { expected, actual: bare.anotherValue })
      }),
    },
    key_bound_to_token: {
      title: 'The DPoP proof is made with the key that the access token is bound to',
      problem: 'The access token is bound to a different DPoP key from the one that signed the proof',
      clauses: ['RFC9449-4.3', 'RFC9449-6.1', 'RFC9449-7.1'],
      level: 'must',
      rejects: 'invalid_token',
      needs: ['vci.dpop.signature'],
      judges: { token: 'dpop', member: 'thumbprint' },
      why: 'This is what makes a stolen token useless.',
      hint: 'Sign with the same key as at the token endpoint; keep it for the life of the token.',
      run: onProofWithToken(({ thumbprint }, { boundThumbprint }) => {
        if (boundThumbprint === null) return notApplicable(say`There is no readable token that is bound to a key.`)
        return thumbprint === boundThumbprint
          ? pass(quote(thumbprint))
          : violated({ expected: { thumbprint: quote(boundThumbprint) }, actual: { thumbprint: quote(thumbprint) } })
      }),
    },
    nonce_role: {
      title: 'The DPoP nonce comes from the server it is sent to',
      problem: 'The nonce in the DPoP proof came from the other server',
      clauses: ['RFC9449-9', 'RFC9449-8'],
      // Section 9 uses a lower-case 'should', which is not a normative requirement.
      level: 'should',
      rejects: 'use_dpop_nonce',
      refusal: (problem) => `${problem}: use the one in the DPoP-Nonce header of this response.`,
      impossibleIn: ['no_dpop_nonce'],
      judges: { token: 'dpop', member: 'claims.nonce' },
      why: "Authorization server and credential issuer issue nonces independently and do not accept each other's.",
      hint: 'Keep one nonce per server: one for the token endpoint, one for the credential and nonce endpoints.',
      run: onProof(({ nonce }, { policy, role }) => {
        if (policy === 'off') return notApplicable(say`This session uses no DPoP nonces; a nonce is ignored.`)
        if (nonce.state === 'absent') return notObserved(say`The proof carries no nonce.`)
        const names = { as: 'authorization server', rs: 'credential issuer' } as const
        return nonce.state === 'other_role'
          ? violated({
              expected: say`a nonce of the ${word(names[role])}`,
              actual: say`a nonce of the ${word(names[role === 'as' ? 'rs' : 'as'])}`,
            })
          : pass()
      }),
    },
    nonce_adopted: {
      title: 'The DPoP proof carries the latest nonce of this server',
      reasons: {
        missing: {
          says: 'The DPoP proof has no nonce, although a DPoP-Nonce header came with an earlier response',
          fix: 'Put the value of the latest DPoP-Nonce header of this server into the nonce claim of the next proof.',
          error: null,
        },
        missing_required: {
          says: 'The DPoP proof has no nonce, which this session requires',
          fix: 'Put the value of the latest DPoP-Nonce header of this server into the nonce claim of the next proof.',
        },
        unknown: {
          says: 'The nonce of the DPoP proof is none that this server makes',
          fix: 'Copy the DPoP-Nonce header of the latest response of this server, character by character.',
        },
        other_value: {
          says: 'The nonce of the DPoP proof is {seen}',
          fix: 'Put the value of the latest DPoP-Nonce header of this server into nonce, and nothing else.',
        },
        no_text: {
          says: 'The nonce of the DPoP proof is not a string',
          fix: 'Put the value of the DPoP-Nonce header into the claim as a JSON string.',
        },
        expired: {
          says: 'The nonce of the DPoP proof is an old one that has expired',
          fix: 'Remember the DPoP-Nonce header of every response, successful ones too, and use the latest.',
        },
        older: {
          says: 'The nonce of the DPoP proof is an older one of this server, still accepted',
          fix: 'Remember the DPoP-Nonce header of every response, successful ones too, and use the latest.',
        },
        of_no_use: {
          says: 'The DPoP proof has another nonce than the latest one, in a session that uses none',
          fix: 'Leave nonce out until a response has a DPoP-Nonce header, and then use that value.',
        },
      },
      clauses: ['RFC9449-8.2', 'RFC9449-4.2', 'HAIP-4'],
      level: 'must',
      rejects: 'use_dpop_nonce',
      refusal: 'The DPoP proof must carry the nonce of the latest DPoP-Nonce header of this server.',
      impossibleIn: ['no_dpop_nonce'],
      judges: { token: 'dpop', member: 'claims.nonce' },
      why: 'A nonce limits a proof to a short time chosen by the server, regardless of the device clock.',
      run: onProof(({ nonce, claims }, { role, policy, history }) => {
        const sent = typeof claims.nonce === 'string' ? claims.nonce : ''
        const asks =
          nonce.state === 'unknown' ? [{ value: sent, due: 'dpop_nonce', reason: 'other_value' } as const] : []
        if (nonce.state === 'challenge')
          return notApplicable(say`The nonce answers a challenge; see vci.wallet_attestation.challenge.`)
        const offeredAt = history.nonceOfferedAt[role]
        if (policy === 'off') {
          return offeredAt === null || nonce.state === 'absent' || nonce.state === 'current' || nonce.state === 'recent'
            ? notApplicable(say`This session uses no DPoP nonces.`)
            : tolerated('of_no_use', { expected: say`the last nonce`, actual: bare.anotherValue, asks })
        }
        if (nonce.state === 'other_role')
          return notApplicable(say`The nonce is from the other server; see vci.dpop.nonce_role.`)
        if (nonce.state === 'absent') {
          if (offeredAt === null)
            return history.lost?.nonceOf === role
              ? notObserved(say`The response with the nonce may have got lost when this service restarted.`)
              : notApplicable(say`This server has not sent a nonce in this session yet.`)
          // RFC 9449 section 4.3 item 10 allows a refusal, but simple test clients should be able to finish by default.
          const reason = policy === 'required' ? 'missing_required' : 'missing'
          return violated(reason, { expected: say`the last nonce`, actual: bare.noNonce })
        }
        if (!('window' in nonce)) {
          const expected = say`a nonce from this server`
          return nonce.state === 'unknown'
            ? violated('unknown', { expected, actual: say`an unknown value`, asks })
            : violated('no_text', { expected, actual: say`not a string` })
        }
        if (offeredAt === null || nonce.window >= nonceWindow(offeredAt)) return pass(word(nonce.state))
        return nonce.state === 'stale'
          ? violated('expired', { expected: say`the last nonce`, actual: say`an expired one` })
          : tolerated('older', { expected: say`the last nonce`, actual: say`an older one that is still accepted` })
      }),
    },
    /**
     * Challenges a wallet that did nothing wrong: on first contact it has no nonce, and its last one may have expired.
     * So the reply is `use_dpop_nonce`, but the finding only a warning.
     */
    nonce_current: {
      title: 'The DPoP proof carries the nonce that this server requires',
      problem: 'A DPoP nonce is required',
      clauses: ['RFC9449-8', 'RFC9449-9'],
      level: 'info',
      rejects: 'use_dpop_nonce',
      refusal: (problem) => `${problem}: repeat the request with the value of the DPoP-Nonce header of this response.`,
      impossibleIn: ['no_dpop_nonce'],
      why: 'A server that requires nonces has to challenge the first request, and again after a nonce has expired.',
      hint: 'On first contact the wallet did nothing wrong: repeat the request with a new proof that carries the nonce from this response.',
      run: onProof(({ nonce }, { policy }) => {
        if (policy === 'off') return notApplicable(say`This session uses no DPoP nonces.`)
        if (nonce.state === 'stale')
          return violated({ expected: say`a nonce from the last few minutes`, actual: say`an expired one` })
        if (nonce.state === 'current' || nonce.state === 'recent') return pass(word(nonce.state))
        if (nonce.state !== 'absent')
          return notApplicable(say`The nonce is not from this server; see vci.dpop.nonce_adopted.`)
        return policy === 'required'
          ? violated({ expected: say`a nonce`, actual: bare.noNonce })
          : notApplicable(say`This session does not require a nonce.`)
      }),
    },
    jti_entropy: {
      title: 'The jti of the DPoP proof has room for 96 random bits or is a version 4 UUID',
      problem: 'The jti of the DPoP proof is too short to be random',
      clauses: ['RFC9449-4.2'],
      level: 'info',
      judges: { token: 'dpop', member: 'claims.jti' },
      why: 'A counter or timestamp used as jti collides across devices, and valid proofs are then refused as replays.',
      hint: 'Use a version 4 UUID or at least 12 random bytes as jti.',
      run: onProof(({ claims: { jti } }) => {
        if (typeof jti !== 'string' || jti === '')
          return notApplicable(say`The proof has no jti; see vci.dpop.claims_complete.`)
        if (uuidV4.test(jti)) return pass(say`uuid v4`)
        if (uuid.test(jti)) return violated({ expected: say`uuid v4`, actual: say`uuid v${jti.charAt(14)}` })
        const bits = Math.floor(jti.length * bitsPerCharacter(jti))
        return bits >= bitsRequired
          ? pass({ at_most_bits: bits })
          : violated({ expected: { at_least_bits: bitsRequired }, actual: { at_most_bits: bits } })
      }),
    },
    ath_absent_at_as: {
      title: 'A DPoP proof for the authorization server has no ath claim',
      problem: 'The DPoP proof for the authorization server has an ath claim',
      clauses: ['RFC9449-4.2'],
      level: 'should',
      judges: { token: 'dpop', member: 'claims.ath' },
      why: 'There is no access token yet, so the claim is meaningless; other test suites refuse such a proof.',
      hint: 'Leave ath out of proofs that are sent to the authorization server.',
      run: onProof(({ claims }, { role }) => {
        if (role === 'rs') return notApplicable(say`At the resource server the claim is required.`)
        return claims.ath === undefined ? pass() : tolerated({ expected: say`no ath`, actual: say`ath` })
      }),
    },
    same_key_across: {
      title: 'One DPoP key is used throughout the session',
      problem: 'The wallet changed its DPoP key within the session',
      clauses: ['RFC9449-10.1', 'RFC9449-7'],
      level: 'must',
      needs: ['vci.dpop.signature'],
      why: 'Code and token are bound to the first key; a second key means another device or a lost key.',
      hint: 'Make one DPoP key per session and use it at every endpoint.',
      run: onProof(({ thumbprint }, { role, boundThumbprint, history }) => {
        if (thumbprint === null || history.thumbprints.length === 0)
          return notObserved(say`No earlier proof of this session to compare with.`)
        const others = [...new Set(history.thumbprints)].filter((earlier) => earlier !== thumbprint)
        if (others.length === 0) return pass(quote(thumbprint))
        // One cause is blamed once.
        if (boundThumbprint !== null && boundThumbprint !== thumbprint)
          return notObserved(
            say`The request is refused for its key; see ${word(role === 'rs' ? 'vci.dpop.key_bound_to_token' : 'vci.dpop.key_bound_to_code')}.`,
          )
        return history.lost !== null && others.every((one) => history.lost?.thumbprints.includes(one))
          ? notObserved(say`This service restarted after the earlier proof, so the wallet may have had to begin again.`)
          : violated({ expected: others.map(quote), actual: quote(thumbprint) })
      }),
    },
    key_fresh: {
      title: 'The DPoP key is new in this session',
      problem: 'The DPoP key was used in an earlier session',
      clauses: ['OID4VCI-1FINAL-15.4', 'RFC9449-10'],
      level: 'info',
      needs: ['vci.dpop.signature'],
      why: 'A key that is reused across sessions lets servers recognise the same wallet.',
      hint: 'Make a new DPoP key for every issuance session.',
      run: onProof(({ thumbprint, keyFirstSession }, { sessionId }) => {
        if (sessionId === null) return notApplicable(say`The request belongs to no session yet.`)
        return keyFirstSession === null || keyFirstSession === sessionId
          ? pass(quote(thumbprint))
          : violated({
              expected: say`a key of this session only`,
              actual: { thumbprint: quote(thumbprint), seen_in: say`another session` },
            })
      }),
    },
    key_not_holder_key: {
      title: 'The DPoP key differs from the keys that credentials are bound to',
      problem: 'The DPoP key is also a key that a credential is bound to',
      clauses: ['OID4VCI-1FINAL-15.4.1'],
      level: 'should',
      needs: ['vci.dpop.signature'],
      why: 'A shared key links presentations to the issuance, and serves two purposes.',
      hint: 'Use separate keys for DPoP and for holder binding.',
      run: onProof(({ thumbprint }, { holderThumbprints }) => {
        if (holderThumbprints === null || holderThumbprints.length === 0)
          return notApplicable(say`The request does not present a key for binding.`)
        return thumbprint !== null && holderThumbprints.includes(thumbprint)
          ? violated({ expected: say`two different keys`, actual: { thumbprint: quote(thumbprint) } })
          : pass()
      }),
    },
    nonce_retry: {
      title: 'After a nonce challenge the request is repeated with the nonce and a new jti',
      problem: 'The request was not repeated with the requested nonce and a new jti',
      clauses: ['RFC9449-8', 'HAIP-4'],
      level: 'must',
      impossibleIn: ['no_dpop_nonce'],
      why: 'A wallet that does not retry with the nonce cannot work with servers that require nonces.',
      hint: 'On use_dpop_nonce make a new proof with a new jti and the nonce of the DPoP-Nonce header, then repeat the request.',
      run: onProof(({ claims, nonce }, { history }) => {
        if (history.challenge === null) return notApplicable(say`The previous response was not a challenge.`)
        const adopted = nonce.state === 'current' || nonce.state === 'recent'
        const sameJti = history.challenge.jti !== null && claims.jti === history.challenge.jti
        if (adopted && !sameJti) return pass()
        // One cause is blamed once.
        if (!('window' in nonce) && !sameJti)
          return notObserved(say`The nonce of the challenge is missing; see vci.dpop.nonce_adopted.`)
        return violated({
          expected: { nonce: say`of the challenge`, jti: say`new` },
          actual: { nonce: word(nonce.state), jti: sameJti ? say`the same` : say`new` },
        })
      }),
    },
    no_unsolicited_nonce: {
      title: 'The DPoP proof carries no nonce before this server has provided one',
      problem: 'The DPoP proof carries a nonce although this server has provided none',
      clauses: ['RFC9449-8'],
      level: 'info',
      judges: { token: 'dpop', member: 'claims.nonce' },
      why: 'The nonce comes from the server; a wallet that makes one up misunderstands the claim.',
      hint: 'Leave the nonce claim out until a response from this server has carried a DPoP-Nonce header.',
      run: onProof(({ nonce }, { role, history }) => {
        if (history.nonceOfferedAt[role] !== null)
          return notApplicable(say`This server had already sent a nonce in this session.`)
        if (nonce.state === 'absent') return pass()
        // Only we create our nonces, even if the session does not show where.
        if (nonce.state !== 'unknown' && nonce.state !== 'not_a_string')
          return notApplicable(say`This service issued the nonce.`)
        return violated({ expected: bare.noNonce, actual: bare.aNonceThatNoServerIssued })
      }),
    },
  },
)

export const dpopCode = area(
  'vci.dpop',
  { subject: of<DpopReading>() },
  {
    key_bound_to_code: {
      title: 'The token request is made with the DPoP key that the authorization code is bound to',
      problem: 'The authorization code is bound to a different DPoP key from the one that signed the proof',
      clauses: ['RFC9449-10', 'RFC9449-10.1'],
      level: 'must',
      rejects: 'invalid_grant',
      needs: ['vci.dpop.signature'],
      concerns: ['code', 'dpop_proof'],
      impossibleIn: ['pre_authorized_code'],
      judges: { token: 'dpop', member: 'thumbprint' },
      why: 'It prevents an attacker who intercepted the code from redeeming it with another key.',
      hint: 'Use one DPoP key from the pushed authorization request to the token request.',
      run: onProof(({ thumbprint }, { role, boundThumbprint }) => {
        if (role === 'rs' || boundThumbprint === null)
          return notApplicable(say`No authorization code is bound to a key here.`)
        return thumbprint === boundThumbprint
          ? pass(quote(thumbprint))
          : violated({ expected: { thumbprint: quote(boundThumbprint) }, actual: { thumbprint: quote(thumbprint) } })
      }),
    },
  },
)
