import { area, of } from '../../engine/checks/area'
import { broken, type Check, notApplicable, pass, tolerated, violated } from '../../engine/checks/check'
import { judgeKeyUse, keyUseReason } from '../../engine/judgements/keys'
import { formOf, isUnusable, shown, shownChainError } from '../../engine/judgements/shown'
import { algorithmFitsKey, signatureAlgorithm } from '../../shared/jose/jwt'
import { clockSkewPastSeconds } from '../../shared/time/durations'
import { bare, quote, say, word } from '../../shared/values/wording'
import { pathReasons, unreadableX5c } from '../judgements/judge-certificates'
import {
  expiryReasons,
  issuedNowReasons,
  judgeExpiry,
  judgeIssuedNow,
  judgeNotBefore,
  noNumberReason,
  notBeforeReasons,
} from '../judgements/judge-time'
import { onEachProof, onJwtProof } from '../judgements/proofs'
import { othersIn } from '../judgements/requests'
import { asksOfSigner, signerReasons } from '../judgements/signer-reasons'
import { algReasons, unreadableReasons, whyUnreadable } from '../judgements/token-reasons'
import { judgeAlg, judgeTyp, unreadableToken } from '../judgements/tokens'
import type { ProofsReading } from '../read/proof/proofs-reading'
import { notAString } from '../read/proof/read-proofs'

const known = new Set(['alg', 'typ', 'kid', 'jwk', 'x5c', 'key_attestation', 'trust_chain'])

/** Claims of a proof that have a use of their own. OID4VCI-1FINALA-F.1 */
const proofClaims: ReadonlySet<string> = new Set(['iss', 'aud', 'iat', 'exp', 'nbf', 'jti', 'nonce'])

/** Other JWTs of an issuance, and the reasons of a proof whose typ says that it is one of them. */
const otherTyps: ReadonlyMap<unknown, string> = new Map([
  ['key-attestation+jwt', 'key_attestation'],
  ['keyattestation+jwt', 'key_attestation'],
  ['dpop+jwt', 'dpop_proof'],
  ['oauth-client-attestation+jwt', 'attestation_pop'],
  ['oauth-client-attestation-pop+jwt', 'attestation_pop'],
])

/** What the key of a proof has to be where an issuer takes the algorithms of several curves; `null`: none of them. */
const curveOf = (alg: string | null) => ({
  expected: {
    kty: say`EC`,
    crv: alg === null ? say`P-256, P-384 or P-521` : quote(signatureAlgorithm(alg)?.crv),
    valid: true,
  },
  refusal:
    'The key of the proof must be an EC key with valid coordinates: on P-256 for ES256, P-384 for ES384, P-521 for ES512.',
})

const notReadable = 'The proof is not a readable JWT.'
const noKey = 'The key of the proof cannot be found.'

export const proofJwt = area(
  'vci.proof.jwt',
  { subject: of<ProofsReading>(), rejects: 'invalid_proof', needs: ['vci.proof.jwt.parse'] },
  {
    parse: {
      title: 'The jwt proof is a well-formed JWT',
      reasons: {
        ...unreadableReasons({ prefix: '', token: 'the proof', refusal: notReadable }),
        no_text: {
          says: 'The proof is not a string',
          fix: 'Put each proof into the array as a compact JWT, in quotation marks.',
          refusal: `${notReadable} ${notAString}`,
        },
      },
      clauses: ['OID4VCI-1FINALA-F.1', 'RFC7515-7.1', 'RFC7515-4', 'RFC7519-4', 'RFC7517-4'],
      level: 'must',
      refusal: 'The proof is not a well-formed JWT: send a compact JWS with a JSON header and JSON claims.',
      why: 'A proof that cannot be decoded does not prove possession of a key.',
      run: ({ jwt: reading }) => {
        if (reading === null) return notApplicable(say`The request carries no jwt proof.`)
        const { unreadable } = reading
        return unreadable === null
          ? pass()
          : violated(
              unreadable.reason === notAString ? 'no_text' : whyUnreadable(unreadable),
              unreadableToken(unreadable, say`a compact JWS with JSON header and claims`),
            )
      },
      needs: [],
    },
    typ: {
      title: 'The jwt proof is typed openid4vci-proof+jwt',
      reasons: {
        broken: {
          says: { subject: 'The typ header parameter of the proof', must: 'be openid4vci-proof+jwt' },
          fix: 'Set the JOSE header parameter typ to openid4vci-proof+jwt.',
        },
        key_attestation: {
          says: 'A key attestation stands where the key proof is due, by its typ {seen}',
          fix: 'Sign a proof that has the key attestation in its header key_attestation, or send the attestation in proofs.attestation where proof_types_supported lists that type.',
        },
        dpop_proof: {
          says: 'A DPoP proof stands where the key proof is due, by its typ {seen}',
          fix: 'Sign a JWT of its own with the key of the credential, with aud, iat and nonce, and openid4vci-proof+jwt as typ.',
        },
        attestation_pop: {
          says: 'A JWT of the wallet attestation stands where the key proof is due, by its typ {seen}',
          fix: 'Sign a JWT of its own with the key of the credential, with aud, iat and nonce, and openid4vci-proof+jwt as typ.',
        },
      },
      clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.4'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'header.typ' },
      why: 'The explicit type prevents a JWT that was signed for another purpose from passing as a proof of possession.',
      run: onJwtProof(({ header: { typ } }) => judgeTyp(typ, say`openid4vci-proof+jwt`, otherTyps.get(typ) ?? broken)),
    },
    alg: {
      title: 'The jwt proof is signed with a published asymmetric algorithm',
      reasons: algReasons({
        token: 'the proof',
        list: 'proof_signing_alg_values_supported',
        key: 'the private half of the key that the credential is to be bound to',
      }),
      clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.4'],
      level: 'must',
      refusal: 'The alg of the proof is not one of proof_signing_alg_values_supported.',
      judges: { token: 'proof_jwt', member: 'header.alg' },
      why: 'The issuer can only rely on algorithms that it announced; an unsigned proof or a MAC does not prove possession of a private key.',
      run: onJwtProof(({ header }, { algorithms }) => judgeAlg(header.alg, algorithms)),
    },
    key_reference: {
      title: 'The jwt proof names its key by exactly one of kid, jwk and x5c, and the key can be found',
      reasons: {
        several: {
          says: 'The proof names its key by several header parameters: {seen}',
          fix: 'Keep one of kid, jwk and x5c in the header, and leave the others out.',
        },
        no_reference: {
          says: 'The header of the proof has neither kid nor jwk nor x5c',
          fix: 'Add the public key to the header, as jwk.',
          refusal: `${noKey} The header has neither kid nor jwk nor x5c.`,
        },
        jwk_not_an_object: {
          says: 'The jwk of the proof is not a JSON object',
          fix: 'Send the public key in jwk as an object with kty, crv, x and y.',
          refusal: `${noKey} The jwk parameter is not a JSON object.`,
        },
        certificates_unreadable: {
          says: 'No certificate could be read from the x5c of the proof',
          fix: 'Send x5c as an array of base64 DER, the certificate of the key first.',
          refusal: `${noKey} No certificate could be read from x5c.`,
        },
        certificates_too_many: {
          says: 'The x5c of the proof has more certificates than are read',
          fix: 'Send in x5c the signer and the intermediates between it and the root, and nothing else.',
          refusal: `${noKey} There are more than 10 certificates in x5c.`,
        },
        kid_not_a_string: {
          says: 'The kid of the proof is not a string',
          fix: 'Leave kid out and send the public key as jwk.',
          refusal: `${noKey} The kid parameter is not a string.`,
        },
        kid_did: {
          says: 'The kid of the proof is a DID URL, and this issuer resolves no DIDs',
          fix: 'Leave kid out and send the public key as jwk, as cryptographic_binding_methods_supported says.',
          clause: 'OID4VCI-1FINAL-12.2.4',
          refusal: `${noKey} The kid is a DID URL; this issuer resolves no DIDs.`,
        },
        kid_alone: {
          says: 'The kid of the proof gives no key, and there are no attested keys to find it in',
          fix: 'Send the public key as jwk in place of kid.',
          refusal: `${noKey} A kid alone does not give a key, and there are no attested keys to find it in.`,
        },
        kid_unmatched: {
          says: 'The kid of the proof fits no attested key, neither as its kid nor as its index or thumbprint',
          fix: 'Set kid to the index of the key in attested_keys, from 0, or send the public key as jwk.',
          refusal: `${noKey} The kid matches no attested key: no kid member, no index, no thumbprint.`,
        },
      },
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'must',
      refusal:
        'The proof must name its key by exactly one of the header parameters kid, jwk and x5c, and it must be found.',
      judges: { token: 'proof_jwt', member: 'header.kid' },
      why: 'The credential is bound to this key, so the key must be unambiguous.',
      run: onJwtProof(({ references, key, unresolved }) => {
        if (references.length > 1)
          return violated('several', { expected: say`one of kid, jwk, x5c`, actual: references.map(word) })
        if (key === null) {
          return violated(unresolved?.why ?? 'no_reference', {
            expected: say`a key that can be found`,
            actual: { parameters: references.map(word), reason: quote(unresolved?.sentence ?? null) },
          })
        }
        return pass(word(key.via))
      }),
    },
    x5c: {
      title: 'The certificates of the jwt proof are readable, and the certificate of the key comes first',
      reasons: pathReasons('the proof'),
      clauses: ['OID4VCI-1FINALA-F.1', 'RFC7515-4.1.6'],
      level: 'must',
      refusal:
        'The x5c header parameter must be an array of base64 DER certificates, the certificate of the key first.',
      judges: { token: 'proof_jwt', member: 'header.x5c' },
      why: 'The key that the credential will be bound to is taken from the first certificate.',
      run: onJwtProof(({ certificates }) => {
        if (certificates === null) return notApplicable(say`The proof does not carry x5c.`)
        if (!certificates.readable) {
          return violated(unreadableX5c(certificates.reason), {
            expected: say`readable certificates`,
            actual: certificates.reason,
          })
        }
        const { chainError, chained } = certificates
        const count = certificates.certificates.length
        if (chainError === null) return pass({ certificates: count })
        // Whether a CA may issue wallet keys is up to that CA and its relying parties.
        const tolerable = isUnusable(chainError) ? 'extension_rules_out' : 'path_broken'
        return violated(chained ? tolerable : 'not_chained', {
          expected: say`each certificate certifies the one before it`,
          actual: { certificates: count, chained, chain: shownChainError(chainError, count) },
        })
      }),
    },
    trust_chain: {
      title: 'The trust_chain of the jwt proof is an array of statements that are signed with a published algorithm',
      reasons: {
        not_an_array: {
          says: 'The trust_chain of the proof is not an array',
          fix: 'Send trust_chain as a JSON array of entity statements, that of the wallet first.',
        },
        empty: {
          says: 'The trust_chain of the proof is an empty array',
          fix: 'Leave trust_chain out, or put the entity statements into it.',
        },
        statement_unreadable: {
          says: 'The trust_chain of the proof has an element that is no signed JWT: {seen}',
          fix: 'Put each entity statement into trust_chain as a compact JWS, in a JSON string.',
        },
        alg_not_published: {
          says: 'A statement in the trust_chain of the proof is signed with another algorithm than the published ones',
          fix: 'Take entity statements that are signed with an algorithm of proof_signing_alg_values_supported.',
        },
        no_kid: {
          says: 'The proof has a trust_chain, and nothing names its key there',
          fix: 'Add kid: without jwk and x5c, only the chain could have the key of the proof.',
        },
      },
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'header.trust_chain' },
      why: 'An issuer of a federation takes what it knows of the wallet from this chain. This issuer is in none: it does not follow the chain.',
      run: onJwtProof(({ trustChain, references }, { algorithms }) => {
        if (trustChain === null) return notApplicable(say`The proof does not carry trust_chain.`)
        const { length, unreadable } = trustChain
        const statements = say`an array of signed JWTs`
        if (length === null) return violated('not_an_array', { expected: statements, actual: bare.somethingElse })
        if (length === 0) return violated('empty', { expected: statements, actual: say`an empty array` })
        if (unreadable !== null)
          return violated('statement_unreadable', {
            expected: statements,
            actual: say`element ${unreadable + 1} of ${length} is no signed JWT`,
          })
        const foreign = trustChain.algorithms.filter((alg) => !algorithms.some((published) => published === alg))
        if (foreign.length > 0)
          return violated('alg_not_published', {
            expected: algorithms.map(quote),
            actual: foreign.slice(0, 10).map(shown),
          })
        // With jwk or x5c the chain verifies no signature, and kid must be absent.
        if (references.length === 0)
          return violated('no_kid', {
            expected: say`kid`,
            actual: bare.absent,
            // No key reference at all, which `vci.proof.jwt.key_reference` fails.
            echo: true,
          })
        return pass({ statements: length, examined: trustChain.algorithms.length })
      }),
      rejects: null,
    },
    jwk_public: {
      title: 'The key in the jwt proof has no private members',
      problem: 'The jwk of the proof holds private key material',
      clauses: ['OID4VCI-1FINALA-F.4'],
      level: 'must',
      refusal: (problem) => `${problem}: send the public members only and replace the key.`,
      judges: { token: 'proof_jwt', member: 'header.jwk' },
      why: 'A private key that was sent is no longer private, so no credential may be bound to it.',
      hint: 'Export only kty, crv, x and y into the header, and stop using this key: it has been disclosed.',
      run: onJwtProof(({ header, key }) => {
        if (header.jwk === undefined || key?.via !== 'jwk')
          return notApplicable(say`The proof does not carry its key as jwk.`)
        const { privateMembers } = key.jwk
        return privateMembers.length === 0
          ? pass()
          : violated({ expected: say`no private member`, actual: { private_members: privateMembers.map(quote) } })
      }),
    },
    key_type: {
      title: 'The key of the jwt proof is a valid EC key on P-256',
      titleInFramework: 'The key of the jwt proof is a valid EC key on the curve of its algorithm',
      reasons: {
        other_type: {
          says: 'The key of the proof is of the type {kty}, not EC',
          fix: 'Make an EC key pair on the curve P-256, and sign the proof with it.',
        },
        other_curve: {
          says: 'The key of the proof is on the curve {crv}, not P-256',
          fix: 'Make a key pair on P-256 (crv P-256, ES256), and sign the proof with it.',
        },
        no_point: {
          says: 'The key of the proof is not complete, or no point of the curve P-256',
          fix: 'Send kty EC, crv P-256 and both coordinates x and y in full length, 32 bytes each.',
        },
        not_of_algorithm: {
          says: 'The key of the proof is no complete EC key on the curve that its alg goes with',
          fix: 'Sign ES256 with a key on P-256, ES384 with one on P-384, ES512 with one on P-521, each with both coordinates in full length.',
        },
        ...keyUseReason('the proof'),
      },
      clauses: ['OID4VCI-1FINALA-F.4', 'HAIP-7', 'RFC7517-4'],
      level: 'must',
      refusal: 'The key of the proof must be an EC key on the curve P-256 with valid coordinates.',
      judges: { token: 'proof_jwt', member: 'header.jwk' },
      why: 'The credential is bound to this key and verifiers must be able to use it.',
      run: onJwtProof(({ key, header }, { algorithms }) => {
        if (key === null) return notApplicable(say`No key could be found; see vci.proof.jwt.key_reference.`)
        const { kty, crv, valid } = key.jwk
        const actual = { kty: shown(kty), crv: shown(crv), valid }
        const alg = algorithms.find((one) => one === header.alg) ?? null
        if (algorithms.length > 1) {
          const fits = (alg === null ? algorithms : [alg]).some((one) => algorithmFitsKey(one, { kty, crv }))
          if (!valid || !fits) return violated('not_of_algorithm', { ...curveOf(alg), actual })
          return (key.via === 'jwk' ? judgeKeyUse(header.jwk, { verifies: alg }) : null) ?? pass(actual)
        }
        if (!valid || kty !== 'EC' || crv !== 'P-256') {
          const isOtherCurve = actual.crv !== null && crv !== 'P-256' ? 'other_curve' : 'no_point'
          return violated(actual.kty !== null && kty !== 'EC' ? 'other_type' : isOtherCurve, {
            expected: { kty: say`EC`, crv: say`P-256`, valid: true },
            actual,
          })
        }
        // Keys from an attestation are judged there.
        return (key.via === 'jwk' ? judgeKeyUse(header.jwk, { verifies: 'ES256' }) : null) ?? pass(actual)
      }),
    },
    signature: {
      title: 'The signature of the jwt proof verifies with the key it names',
      reasons: {
        does_not_verify: {
          says: 'The signature of the proof does not verify with the key that the proof names',
          fix: 'Sign header and claims as sent with the private half of the named key; ES256 signatures are r and s, 64 bytes, not DER.',
        },
        ...signerReasons('proof', 'Sign the proof with the private half of the key that it names.'),
        critical_header: {
          says: 'The header of the proof has crit, and this service supports no extensions',
          fix: 'Leave crit and the members that it names out of the header.',
        },
      },
      clauses: ['OID4VCI-1FINALA-F.4', 'OID4VCI-1FINALA-F.1'],
      level: 'must',
      needs: ['vci.proof.jwt.alg', 'vci.proof.jwt.key_type'],
      judges: { token: 'proof_jwt', member: 'signature' },
      why: 'Only the signature shows that the wallet holds the private key.',
      run: onJwtProof(({ header, signature, key }) => {
        if (signature === 'valid') return pass({ thumbprint: quote(key?.jwk.thumbprint) ?? null })
        if (signature === 'unverifiable')
          return notApplicable(say`Without a usable key and a published algorithm there is nothing to verify.`)
        const mismatch = {
          expected: say`made with the key that the proof names`,
          actual: { thumbprint: quote(key?.jwk.thumbprint) ?? null },
        }
        return header.crit === undefined
          ? violated('does_not_verify', { ...mismatch, asks: asksOfSigner('proof_jwt') })
          : violated('critical_header', mismatch)
      }),
    },
    aud: {
      title: 'The jwt proof is made for this issuer',
      reasons: {
        other: {
          says: {
            subject: 'The aud claim of the proof',
            must: 'be credential_issuer of the issuer metadata, as one string',
            isValue: true,
          },
          fix: 'Copy credential_issuer of the issuer metadata into aud, character by character.',
        },
        missing: {
          says: 'The proof has no aud claim',
          fix: 'Add aud, with credential_issuer of the issuer metadata as one string.',
        },
        several: {
          says: 'The aud claim of the proof is an array: {seen}',
          fix: 'Set aud to credential_issuer of the issuer metadata alone, as one string.',
        },
        in_an_array: {
          says: 'The aud claim of the proof is an array with the identifier of this issuer in it',
          fix: 'Write the identifier as a string, without brackets around it.',
        },
      },
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'claims.aud' },
      why: 'It prevents a proof made for one issuer from being used at another.',
      run: onJwtProof(({ claims: { aud } }, { credentialIssuer }) => {
        if (aud === credentialIssuer) return pass(quote(credentialIssuer))
        if (Array.isArray(aud) && aud.length === 1 && aud[0] === credentialIssuer) {
          return tolerated('in_an_array', {
            expected: quote(credentialIssuer),
            actual: [quote(credentialIssuer)],
          })
        }
        const expected = quote(credentialIssuer)
        if (Array.isArray(aud) && aud.length > 0)
          return violated('several', { expected, actual: aud.slice(0, 5).map((one) => shown(one) ?? formOf(one)) })
        return violated(aud === undefined ? 'missing' : 'other', { expected, actual: shown(aud) })
      }),
    },
    iat: {
      title: 'The jwt proof was made just now',
      reasons: {
        ...issuedNowReasons('the proof'),
        iat_missing: {
          says: 'The proof has no iat claim',
          fix: 'Add iat with the time at which the proof is made, as a number of seconds.',
        },
        ...noNumberReason('iat', 'the proof'),
      },
      clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.4', 'OID4VCI-1FINAL-13.8'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'claims.iat' },
      why: 'A proof that was made long ago may have been made for something else.',
      refusal: 'The iat claim of the proof must be a number within 300 s past and 60 s future.',
      run: onJwtProof(({ claims: { iat } }, { now }) => {
        if (typeof iat === 'number') return judgeIssuedNow(iat, now)
        const expected = say`a number of seconds`
        return iat === undefined
          ? violated('iat_missing', { expected, actual: null })
          : violated('iat_no_number', { expected, actual: formOf(iat) })
      }),
    },
    nonce_present: {
      title: 'The jwt proof carries a nonce',
      reasons: {
        missing: {
          says: 'The proof has no nonce claim',
          fix: 'Ask the nonce endpoint for a c_nonce right before the request and put it into the nonce claim.',
        },
        other_name: {
          says: 'The claim {seen} stands in place of nonce in the proof',
          fix: 'Put the c_nonce of the nonce endpoint into a claim named nonce.',
        },
        in_header: {
          says: 'The nonce stands in the header of the proof, not among its claims',
          fix: 'Move nonce from the header of the proof into its claims.',
        },
        no_text: {
          says: 'The nonce claim of the proof is not a string',
          fix: 'Put the c_nonce of the nonce endpoint into the claim as a JSON string, unchanged.',
          refusal: 'The nonce claim of the proof is not a string: put in the c_nonce of the nonce endpoint as one.',
        },
        null_claim: {
          says: 'The nonce claim of the proof is null',
          fix: 'Put the c_nonce of the nonce endpoint into the claim as a JSON string, unchanged.',
          refusal: 'The nonce claim of the proof is null: put in the c_nonce of the nonce endpoint as a string.',
        },
        null_not_fetched: {
          says: 'The nonce claim of the proof is null, and no request for a c_nonce can be linked to this session',
          fix: 'Send a POST request to nonce_endpoint of the issuer metadata, and put its c_nonce into the claim.',
          refusal:
            'The nonce claim of the proof is null: get a c_nonce from the nonce endpoint and put it in as a string.',
        },
      },
      clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINAL-8.3.1.2'],
      level: 'must',
      impossibleIn: ['no_nonce_endpoint'],
      refusal: 'The proof has no nonce claim: put in the c_nonce of the nonce endpoint as a string.',
      judges: { token: 'proof_jwt', member: 'claims.nonce' },
      why: 'This issuer has a nonce endpoint; its nonce shows that the proof was made for this request.',
      run: (reading) =>
        onJwtProof(({ nonce: { state }, header, claims }) => {
          if (state === 'absent' && !reading.hasNonceEndpoint)
            return notApplicable(say`This issuer has no nonce endpoint, so that a proof needs no nonce.`)
          if (state === 'absent' && typeof header.nonce === 'string')
            return violated('in_header', { expected: say`a claim`, actual: say`a header parameter` })
          if (state === 'absent') {
            const among = othersIn(Object.entries(claims), proofClaims)
            const asks = [{ missing: 'nonce', due: 'c_nonce', among, reason: 'other_name' }] as const
            return violated('missing', { expected: say`a string`, actual: null, asks })
          }
          if (state === 'null')
            return violated(reading.isNonceFetched === false ? 'null_not_fetched' : 'null_claim', {
              expected: say`a string`,
              actual: say`null`,
            })
          return state === 'not_a_string'
            ? violated('no_text', { expected: say`a string`, actual: say`not a string` })
            : pass()
        })(reading),
    },
    iss: {
      title: 'The iss of the jwt proof, if present, is the client of the access token',
      problem: {
        subject: 'The iss claim of the proof',
        must: 'be the client_id that the access token was given to, or be left out',
      },
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'claims.iss' },
      why: 'A proof of another client does not belong to this access token.',
      hint: 'Set iss to the client_id of the token request, not to a DID or a key thumbprint.',
      run: onJwtProof(({ claims: { iss } }, { clientId }) => {
        if (clientId === null)
          return notApplicable(say`The access token is anonymous; see vci.proof.jwt.iss_absent_anonymous.`)
        return iss === undefined || iss === clientId
          ? pass(quote(iss))
          : violated({ expected: shown(clientId), actual: shown(iss) })
      }),
    },
    exp: {
      title: 'A jwt proof with exp or nbf is valid now',
      reasons: {
        ...expiryReasons('the proof', 'Leave exp out of the proof, or make the proof right before it is sent.'),
        ...notBeforeReasons('the proof'),
      },
      clauses: ['RFC7519-4.1.4', 'RFC7519-4.1.5'],
      level: 'must',
      refusal:
        'The exp or nbf of the proof says that it is not valid now: leave both out, or set them around now, in seconds.',
      judges: { token: 'proof_jwt' },
      why: 'The claims are not needed in a proof, but a JWT that says it is not valid now must not be used.',
      run: onJwtProof(({ claims: { exp, nbf } }, { now }) => {
        if (exp === undefined && nbf === undefined) return notApplicable(say`The proof has neither exp nor nbf.`)
        const expiry = exp === undefined ? pass() : judgeExpiry(exp, now, clockSkewPastSeconds)
        return nbf === undefined || expiry.result !== 'pass' ? expiry : judgeNotBefore(nbf, now)
      }),
    },
    iss_absent_anonymous: {
      title: 'The jwt proof has no iss after anonymous access to the token endpoint',
      problem: 'The jwt proof has an iss after anonymous access to the token endpoint',
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'must',
      needs: ['vci.proof.jwt.parse', 'vci.credential.token_valid'],
      judges: { token: 'proof_jwt', member: 'claims.iss' },
      why: 'A wallet that stays anonymous at the token endpoint must not name itself afterwards.',
      hint: 'Leave iss out of the proof when the token request carried no client_id.',
      run: onJwtProof(({ claims: { iss } }, { clientId }) => {
        if (clientId !== null) return notApplicable(say`The access token was given to a named client.`)
        return iss === undefined ? pass() : violated({ expected: say`no iss`, actual: shown(iss) })
      }),
      rejects: null,
    },
    key_fresh: {
      title: 'The keys presented for binding are new in this session',
      problem: 'A key presented for binding was used in another session',
      clauses: ['OID4VCI-1FINAL-15.4.1', 'RFC9901-10.1'],
      level: 'should',
      why: 'Two credentials bound to one key show every verifier that they belong to the same person.',
      hint: 'Make new holder keys for every issuance.',
      run: ({ holderKeys, sessionId }) => {
        if (sessionId === null) return notApplicable(say`The request belongs to no session.`)
        if (holderKeys.length === 0) return notApplicable(say`No key was proven or attested.`)
        const reused = holderKeys.filter(({ firstSession }) => firstSession !== null && firstSession !== sessionId)
        return reused.length === 0
          ? pass({ keys: holderKeys.length })
          : violated({
              expected: say`keys of this session only`,
              actual: { seen_in_another_session: reused.map(({ thumbprint }) => quote(thumbprint)) },
            })
      },
      rejects: null,
      needs: [],
    },
    unknown_header: {
      title: 'The jwt proof has only header parameters from its definition',
      problem: 'The jwt proof has header parameters that its definition lacks',
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'info',
      why: 'Other parameters are ignored, so whatever the wallet wants to say with them is lost.',
      hint: 'Remove the parameter, or check its spelling against appendix F.1.',
      run: onJwtProof(({ header }) => {
        const unknown = Object.keys(header).filter((name) => !known.has(name))
        return unknown.length === 0
          ? pass()
          : violated({ expected: [...known].map(quote), actual: unknown.slice(0, 10).map(shown) })
      }),
      rejects: null,
    },
  },
)

/**
 * The `jwt` proofs and their keys, in order of refusal. The nonce follows; `vci.batch.nonce_each` judges those of
 * further proofs.
 */
export const jwtProofChecks: readonly Check<ProofsReading>[] = Object.values(proofJwt).map((check) =>
  check === proofJwt.nonce_present ? check : onEachProof(check),
)
