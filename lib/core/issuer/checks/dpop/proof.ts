import { area, of } from '../../../engine/checks/area'
import { notApplicable, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { judgeKeyUse, keyUseReason } from '../../../engine/judgements/keys'
import { shown } from '../../../engine/judgements/shown'
import { clockSkewPastSeconds } from '../../../shared/time/durations'
import { bare, quote, say } from '../../../shared/values/wording'
import {
  expiryReasons,
  issuedNowReasons,
  judgeExpiry,
  judgeIssuedNow,
  judgeNotBefore,
  notBeforeReasons,
} from '../../judgements/judge-time'
import { responseLost } from '../../judgements/proofs'
import { inBodyReason, onProof } from '../../judgements/requests'
import { asksOfSigner, signerReasons } from '../../judgements/signer-reasons'
import { algReasons, unreadableReasons, whyUnreadable } from '../../judgements/token-reasons'
import { judgeAlg, judgeTyp, unreadableToken } from '../../judgements/tokens'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

const required = { jti: 'string', htm: 'string', htu: 'string', iat: 'number' } as const

export const dpopProof = area(
  'vci.dpop',
  {
    subject: of<DpopReading>(),
    rejects: 'invalid_dpop_proof',
    needs: ['vci.dpop.wellformed'],
    concerns: ['dpop_proof'],
  },
  {
    header_present: {
      title: 'The request carries a DPoP proof',
      reasons: {
        broken: {
          says: 'The DPoP header is missing',
          fix: 'Make a DPoP proof for this method and address and send it in the DPoP header.',
        },
        in_body: inBodyReason,
      },
      clauses: ['RFC9449-5', 'RFC9449-7', 'HAIP-4'],
      level: 'must',
      refusal: 'The DPoP header is missing: send a DPoP proof made for this request.',
      why: 'Access tokens are bound to a key of the wallet; without a proof of possession, a stolen token would be enough.',
      run: ({ demanded, headerCount, inBody }) => {
        if (headerCount > 0) return pass()
        if (!demanded) return notApplicable(say`This endpoint works without DPoP.`)
        const expected = say`one DPoP header`
        return inBody === undefined
          ? violated({ expected, actual: null })
          : violated('in_body', { expected, actual: quote(inBody) })
      },
      needs: [],
    },
    single_header: {
      title: 'The request carries exactly one DPoP proof',
      problem: 'The request has more than one DPoP header, or a header with several values',
      clauses: ['RFC9449-4.3'],
      level: 'must',
      refusal: 'More than one DPoP proof was sent: send exactly one DPoP header with one value.',
      needs: ['vci.dpop.header_present'],
      why: 'With two proofs a server may check one and use the other, so every server must refuse them.',
      hint: 'Set the DPoP header to the proof of this request in place of the one before, and add none.',
      run: ({ headerCount }) => {
        if (headerCount === 0) return notObserved(say`The request carries no DPoP header.`)
        return headerCount === 1 ? pass() : violated({ expected: 1, actual: headerCount })
      },
    },
    wellformed: {
      title: 'The DPoP proof is a well-formed JWT',
      reasons: unreadableReasons({
        prefix: '',
        token: 'the DPoP proof',
        refusal: 'The DPoP header does not contain a readable JWT.',
      }),
      clauses: ['RFC9449-4.3', 'RFC7515-7.1', 'RFC7515-4', 'RFC7519-4', 'RFC7517-4'],
      level: 'must',
      refusal: 'The DPoP header is not a well-formed JWT: send a compact JWS with a JSON header and JSON claims.',
      needs: ['vci.dpop.header_present'],
      why: 'A proof that cannot be decoded proves nothing.',
      run: ({ proof, unreadable }) => {
        if (proof !== null) return pass()
        if (unreadable === null) return notObserved(say`The request carries no DPoP header.`)
        return violated(
          whyUnreadable(unreadable),
          unreadableToken(unreadable, say`a compact JWS with JSON header and claims`),
        )
      },
    },
    claims_complete: {
      title: 'The DPoP proof has the claims jti, htm, htu and iat',
      problem: 'The DPoP proof lacks a claim',
      clauses: ['RFC9449-4.2', 'RFC9449-4.3'],
      level: 'must',
      refusal: (problem) => `${problem}: jti, htm and htu as strings and iat as a number are required.`,
      why: 'These four claims tie the proof to one request at one time; without one of them it could be used elsewhere.',
      hint: 'Put jti, htm, htu (strings) and iat (a number of seconds) into the claims of every proof.',
      run: onProof(({ claims }) => {
        const names = Object.entries(required)
        const missing = names
          .filter(([name]) => claims[name] === undefined || claims[name] === '')
          .map(([name]) => name)
        const mistyped = names
          .filter(([name, type]) => !missing.includes(name) && typeof claims[name] !== type)
          .map(([name]) => name)
        if (missing.length + mistyped.length === 0) return pass()
        return violated({
          expected: Object.keys(required).map(quote),
          actual: {
            ...(missing.length > 0 && { missing: missing.map(quote) }),
            ...(mistyped.length > 0 && { wrong_type: mistyped.map(quote) }),
          },
        })
      }),
    },
    typ: {
      title: 'The DPoP proof is typed dpop+jwt',
      problem: { subject: 'The typ header parameter of the DPoP proof', must: 'be dpop+jwt' },
      clauses: ['RFC9449-4.2', 'RFC9449-4.3'],
      level: 'must',
      judges: { token: 'dpop', member: 'header.typ' },
      why: 'The explicit type prevents a JWT signed for another purpose from passing as a proof.',
      hint: 'Set the JOSE header parameter typ to dpop+jwt.',
      run: onProof(({ header }) => judgeTyp(header.typ, say`dpop+jwt`)),
    },
    alg: {
      title: 'The DPoP proof is signed with a published asymmetric algorithm',
      reasons: algReasons({
        token: 'the DPoP proof',
        list: 'dpop_signing_alg_values_supported',
        key: 'the private half of the jwk',
      }),
      refusal: 'The alg of the DPoP proof is not one of dpop_signing_alg_values_supported.',
      clauses: ['RFC9449-4.2', 'RFC9449-4.3'],
      level: 'must',
      judges: { token: 'dpop', member: 'header.alg' },
      why: 'An unsigned proof, or one made with a shared secret, does not prove possession of a private key.',
      run: onProof(({ header }, { algorithms }) => judgeAlg(header.alg, algorithms)),
    },
    jwk_present: {
      title: 'The DPoP proof carries its public key as a usable JWK that fits its algorithm',
      reasons: {
        missing: {
          says: 'The header of the DPoP proof has no jwk',
          fix: 'Put the public key as a JWK into the header parameter jwk, with every coordinate in full length.',
        },
        kid_alone: {
          says: 'The header of the DPoP proof has a kid and no jwk',
          fix: 'Send the public key itself as jwk: a kid is only a name.',
        },
        unusable: {
          says: 'The jwk of the DPoP proof is no valid public key',
          fix: 'Send kty, crv and each coordinate in full length, as base64url without padding.',
        },
        does_not_fit_alg: {
          says: 'The jwk of the DPoP proof is a key of another kind than its alg takes',
          fix: 'Name in alg the algorithm of this key, e.g. ES256 for EC on P-256.',
        },
        ...keyUseReason('the DPoP proof'),
      },
      clauses: ['RFC9449-4.2', 'RFC7517-4'],
      level: 'must',
      refusal: 'The jwk header parameter of the DPoP proof must hold a valid public key that fits alg.',
      judges: { token: 'dpop', member: 'header.jwk' },
      why: 'The server takes the key from the proof itself; it cannot resolve a reference such as kid.',
      run: onProof(({ header, jwk }) => {
        if (!jwk.present) {
          return header.kid === undefined
            ? violated('missing', { expected: say`jwk`, actual: null })
            : violated('kid_alone', { expected: say`jwk`, actual: say`kid` })
        }
        const actual = { kty: shown(jwk.kty), crv: shown(jwk.crv) }
        if (!jwk.usable) return violated('unusable', { expected: say`a valid public key`, actual })
        // An unknown or symmetric algorithm is reported by vci.dpop.alg; one error, one finding.
        const kind = keyKindOf(header.alg)
        const fits = kind === null || (kind.kty === jwk.kty && (kind.crv === null || kind.crv === jwk.crv))
        if (!fits)
          return violated('does_not_fit_alg', { expected: { kty: quote(kind.kty), crv: quote(kind.crv) }, actual })
        return judgeKeyUse(header.jwk, { verifies: kind === null ? null : String(header.alg) }) ?? pass(actual)
      }),
    },
    jwk_public: {
      title: 'The key in the DPoP proof has no private members',
      problem: 'The jwk of the DPoP proof holds private key material',
      clauses: ['RFC9449-4.3', 'RFC9449-4.2'],
      level: 'must',
      refusal: (problem) => `${problem}: send the public members only and replace the key.`,
      judges: { token: 'dpop', member: 'header.jwk' },
      why: 'A private key that was sent is no longer private, so its signatures cannot be trusted.',
      hint: 'Export only kty, crv, x and y into the header, and stop using this key: it has been disclosed.',
      run: onProof(({ jwk }) => {
        if (!jwk.present) return notObserved(say`The proof carries no jwk.`)
        return jwk.privateMembers.length === 0
          ? pass()
          : violated({ expected: say`no private member`, actual: { private_members: jwk.privateMembers.map(quote) } })
      }),
    },
    signature: {
      title: 'The signature of the DPoP proof verifies with its key',
      reasons: {
        does_not_verify: {
          says: 'The signature of the DPoP proof does not verify with its jwk',
          fix: 'Sign header and claims as sent, with the private half of the jwk; ES256 signatures are r and s, 64 bytes, not DER.',
        },
        ...signerReasons('DPoP proof', 'Sign the DPoP proof with the private half of the jwk in its header.'),
        critical_header: {
          says: 'The header of the DPoP proof has crit, and this service supports no extensions',
          fix: 'Leave crit and the members that it names out of the header.',
        },
      },
      clauses: ['RFC9449-4.3'],
      level: 'must',
      needs: ['vci.dpop.alg', 'vci.dpop.jwk_present'],
      judges: { token: 'dpop', member: 'signature' },
      why: 'Only the signature shows that the sender holds the private key.',
      run: onProof(({ header, signature }) => {
        if (signature === 'valid') return pass()
        if (signature === 'unverifiable')
          return notApplicable(say`Without a usable key and a published algorithm there is nothing to verify.`)
        return header.crit === undefined
          ? violated('does_not_verify', { actual: say`does not verify`, asks: asksOfSigner('dpop') })
          : violated('critical_header', { actual: say`does not verify` })
      }),
    },
    htm: {
      title: 'The DPoP proof names the HTTP method of the request',
      problem: 'The htm claim of the DPoP proof is not the HTTP method of the request',
      clauses: ['RFC9449-4.3', 'RFC9449-4.2'],
      level: 'must',
      judges: { token: 'dpop', member: 'claims.htm' },
      why: 'It prevents a proof for one kind of request from being used for another.',
      hint: 'Set htm to the method of this request in upper case, here POST.',
      run: onProof(({ claims }, { method }) => {
        if (typeof claims.htm !== 'string')
          return notApplicable(say`The proof has no htm; see vci.dpop.claims_complete.`)
        return claims.htm === method
          ? pass(quote(method))
          : violated({ expected: quote(method), actual: shown(claims.htm) })
      }),
    },
    htu: {
      title: 'The DPoP proof names the endpoint it is sent to',
      problem: 'The htu claim of the DPoP proof is not the address of this endpoint',
      clauses: ['RFC9449-4.3', 'RFC9449-4.2'],
      level: 'must',
      judges: { token: 'dpop', member: 'claims.htu' },
      why: 'It prevents a proof that one server has seen from being replayed at another.',
      hint: 'Take htu from the address in the metadata, exactly as published, without query and fragment.',
      run: onProof(({ claims, htu }, { endpointUrl }) => {
        if (htu === 'missing') return notApplicable(say`The proof has no htu; see vci.dpop.claims_complete.`)
        // The query may contain anything, so it is left out of the finding.
        const actual = shown(typeof claims.htu === 'string' ? claims.htu.replace(/[?#].*$/s, '') : claims.htu)
        return htu === 'different' ? violated({ expected: quote(endpointUrl), actual }) : pass(actual)
      }),
    },
    htu_exact: {
      title: 'The DPoP proof spells the address of the endpoint as published, without query and fragment',
      problem: 'The htu of the DPoP proof spells the address of the endpoint differently',
      clauses: ['RFC9449-4.2', 'RFC9449-4.3'],
      level: 'should',
      needs: ['vci.dpop.htu'],
      judges: { token: 'dpop', member: 'claims.htu' },
      why: 'Servers should normalise before comparing, but one that compares plain text refuses any other spelling.',
      hint: 'Copy the address from the metadata into htu: no default port, no upper case in the host, no query, no fragment.',
      run: onProof(({ claims, htu }, { endpointUrl }) => {
        if (htu === 'exact') return pass()
        if (htu !== 'normalised')
          return notApplicable(say`The htu is absent or names another address; see vci.dpop.htu.`)
        const text = String(claims.htu)
        const actual = shown(text.replace(/[?#].*$/s, ''))
        return tolerated({
          expected: quote(endpointUrl),
          actual: /[?#]/.test(text) ? { htu: actual, has_query_or_fragment: true } : actual,
        })
      }),
      rejects: null,
    },
    iat_window: {
      title: 'The DPoP proof was made just now',
      reasons: issuedNowReasons('the DPoP proof'),
      refusal: 'The iat claim of the DPoP proof is outside the accepted window of 300 s past to 60 s future.',
      clauses: ['RFC9449-4.3', 'RFC9449-11.1'],
      level: 'must',
      judges: { token: 'dpop', member: 'claims.iat' },
      why: 'A short window limits how long a leaked proof can be used.',
      run: onProof(({ claims }, { now }) =>
        typeof claims.iat === 'number'
          ? judgeIssuedNow(claims.iat, now)
          : notApplicable(say`The proof has no iat that is a number; see vci.dpop.claims_complete.`),
      ),
    },
    exp_nbf: {
      title: 'A DPoP proof with exp or nbf is valid now',
      reasons: {
        ...expiryReasons('the DPoP proof', 'Leave exp out, or make the DPoP proof right before it is sent.'),
        ...notBeforeReasons('the DPoP proof'),
      },
      refusal: 'The DPoP proof is expired or not valid yet by its exp or nbf claim.',
      clauses: ['RFC7519-4.1.4', 'RFC7519-4.1.5'],
      level: 'must',
      judges: { token: 'dpop', member: 'claims.exp' },
      why: 'These claims are optional in a proof, but if present they apply as in any JWT.',
      run: onProof(({ claims: { exp, nbf } }, { now }) => {
        if (exp === undefined && nbf === undefined) return notApplicable(say`The proof has neither exp nor nbf.`)
        if (exp !== undefined) {
          const expiry = judgeExpiry(exp, now, clockSkewPastSeconds)
          if (expiry.result !== 'pass') return expiry
        }
        return nbf === undefined ? pass() : judgeNotBefore(nbf, now)
      }),
    },
    jti_unique: {
      title: 'The DPoP proof was not used before',
      reasons: {
        used_before: {
          says: 'The jti of the DPoP proof was used before with this key',
          fix: 'Make a new proof with a new random jti for every request, retries included.',
        },
        response_lost: {
          says: responseLost,
          fix: 'Send the request again with a new proof, which has a new random jti.',
        },
      },
      clauses: ['RFC9449-11.1', 'RFC9449-4.2'],
      level: 'must',
      refusal: (problem) => `${problem}: make a new proof for every request.`,
      judges: { token: 'dpop', member: 'claims.jti' },
      why: 'A proof that is accepted twice can be replayed by anyone who has seen it.',
      run: onProof(({ jtiDigest, jtiSeen, jtiSeenIn }, { history }) => {
        if (jtiDigest === null) return notApplicable(say`Without a jti and a usable key, reuse cannot be detected.`)
        if (!jtiSeen) return pass()
        const mismatch = { expected: say`a new jti`, actual: bare.usedBefore }
        return history.lost !== null && history.lost.exchangeId === jtiSeenIn
          ? violated('response_lost', { ...mismatch, echo: true })
          : violated('used_before', mismatch)
      }),
    },
  },
)

interface KeyKind {
  readonly kty: string
  readonly crv: string | null
}

const kinds: Readonly<Record<string, KeyKind>> = {
  ES256: { kty: 'EC', crv: 'P-256' },
  ES384: { kty: 'EC', crv: 'P-384' },
  ES512: { kty: 'EC', crv: 'P-521' },
  Ed25519: { kty: 'OKP', crv: 'Ed25519' },
  EdDSA: { kty: 'OKP', crv: null },
  PS256: { kty: 'RSA', crv: null },
  PS384: { kty: 'RSA', crv: null },
  PS512: { kty: 'RSA', crv: null },
  RS256: { kty: 'RSA', crv: null },
  RS384: { kty: 'RSA', crv: null },
  RS512: { kty: 'RSA', crv: null },
}

/** Key type of a signature algorithm (RFC 7518 section 3.1); `null` for any other value. */
const keyKindOf = (alg: unknown): KeyKind | null =>
  typeof alg === 'string' && Object.hasOwn(kinds, alg) ? (kinds[alg] ?? null) : null
