import { area, of } from '../../engine/checks/area'
import { type Check, notApplicable, pass, tolerated, violated } from '../../engine/checks/check'
import { judgeKeyUse } from '../../engine/judgements/keys'
import { isUnusable, shown, shownChainError } from '../../engine/judgements/shown'
import { clockSkewPastSeconds } from '../../shared/time/durations'
import { bare, quote, say, word } from '../../shared/values/wording'
import { judgeExpiry, judgeIssuedNow, judgeNotBefore } from '../judgements/judge-time'
import { onEachProof, onJwtProof } from '../judgements/proofs'
import { judgeAlg, judgeTyp, unreadableToken } from '../judgements/tokens'
import type { ProofsReading } from '../read/proof/proofs-reading'

const known = new Set(['alg', 'typ', 'kid', 'jwk', 'x5c', 'key_attestation', 'trust_chain'])

export const proofJwt = area(
  'vci.proof.jwt',
  { subject: of<ProofsReading>(), rejects: 'invalid_proof', needs: ['vci.proof.jwt.parse'] },
  {
    parse: {
      title: 'The jwt proof is a well-formed JWT',
      problem: 'The proof is not a well-formed JWT',
      clauses: ['OID4VCI-1FINALA-F.1', 'RFC7515-7.1', 'RFC7515-4', 'RFC7519-4', 'RFC7517-4'],
      level: 'must',
      refusal: (problem) => `${problem}: send a compact JWS with a JSON header and JSON claims.`,
      why: 'A proof that cannot be decoded does not prove possession of a key.',
      hint: 'Send the JWT in compact form: three base64url parts without padding, separated by dots.',
      run: ({ jwt: reading }) => {
        if (reading === null) return notApplicable(say`The request carries no jwt proof.`)
        const { unreadable } = reading
        return unreadable === null
          ? pass()
          : violated({
              ...unreadableToken(say`The proof`, unreadable, say`a compact JWS with JSON header and claims`),
              refusal: `The proof is not a readable JWT. ${unreadable.reason}`,
            })
      },
      needs: [],
    },
    typ: {
      title: 'The jwt proof is typed openid4vci-proof+jwt',
      problem: { subject: 'The typ header parameter of the proof', must: 'be openid4vci-proof+jwt' },
      clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.4'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'header.typ' },
      why: 'The explicit type prevents a JWT that was signed for another purpose from passing as a proof of possession.',
      hint: 'Set the JOSE header parameter typ to openid4vci-proof+jwt.',
      run: onJwtProof(({ header }) => judgeTyp(header.typ, say`openid4vci-proof+jwt`)),
    },
    alg: {
      title: 'The jwt proof is signed with a published asymmetric algorithm',
      problem: 'The alg of the proof is not one of proof_signing_alg_values_supported',
      clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.4'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'header.alg' },
      why: 'The issuer can only rely on algorithms that it announced; an unsigned proof or a MAC does not prove possession of a private key.',
      hint: 'Sign with an algorithm of proof_signing_alg_values_supported of this credential configuration.',
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
        },
        jwk_not_an_object: {
          says: 'The jwk of the proof is not a JSON object',
          fix: 'Send the public key in jwk as an object with kty, crv, x and y.',
        },
        certificates_unreadable: {
          says: 'No certificate could be read from the x5c of the proof',
          fix: 'Send x5c as an array of base64 DER, the certificate of the key first.',
        },
        kid_not_a_string: {
          says: 'The kid of the proof is not a string',
          fix: 'Leave kid out and send the public key as jwk, or set kid to the index in attested_keys as a text.',
        },
        kid_did: {
          says: 'The kid of the proof is a DID URL, and this issuer resolves no DIDs',
          fix: 'Leave kid out and send the public key as jwk, as cryptographic_binding_methods_supported says.',
          clause: 'OID4VCI-1FINAL-12.2.4',
        },
        kid_alone: {
          says: 'The kid of the proof gives no key, and there are no attested keys to find it in',
          fix: 'Send the public key as jwk in place of kid.',
        },
        kid_unmatched: {
          says: 'The kid of the proof fits no attested key, neither as its kid nor as its index or thumbprint',
          fix: 'Set kid to the index of the key in attested_keys, from 0, or send the public key as jwk.',
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
            ...(unresolved !== null && { refusal: `The key of the proof cannot be found. ${unresolved.sentence}` }),
          })
        }
        return pass(word(key.via))
      }),
    },
    x5c: {
      title: 'The certificates of the jwt proof are readable, and the certificate of the key comes first',
      problem: 'The x5c header parameter is not an array of base64 DER certificates that starts with that of the key',
      clauses: ['OID4VCI-1FINALA-F.1', 'RFC7515-4.1.6'],
      level: 'must',
      refusal:
        'The x5c header parameter must be an array of base64 DER certificates, the certificate of the key first.',
      judges: { token: 'proof_jwt', member: 'header.x5c' },
      why: 'The key that the credential will be bound to is taken from the first certificate.',
      hint: 'Send base64 (not base64url) DER, leaf first, each certificate followed by the one that certifies it.',
      run: onJwtProof(({ certificates }) => {
        if (certificates === null) return notApplicable(say`The proof does not carry x5c.`)
        if (!certificates.readable) {
          return violated({
            expected: say`readable certificates`,
            actual: certificates.reason,
          })
        }
        const { chainError, chained } = certificates
        const count = certificates.certificates.length
        if (chainError === null) return pass({ certificates: count })
        return violated({
          expected: say`each certificate certifies the one before it`,
          actual: { certificates: count, chained, chain: shownChainError(chainError, count) },
          // Whether a CA may issue wallet keys is up to that CA and its relying parties.
          ...(chained && !isUnusable(chainError) && { error: null }),
        })
      }),
    },
    trust_chain: {
      title: 'The trust_chain of the jwt proof is an array of statements that are signed with a published algorithm',
      problem: 'The trust_chain header parameter is not a chain of signed statements that an issuer can use',
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'header.trust_chain' },
      why: 'An issuer of a federation takes what it knows of the wallet from this chain. This issuer is in none: it does not follow the chain.',
      hint: 'Send a JSON array of entity statements, each a JWT signed with an algorithm of proof_signing_alg_values_supported; with kid where the chain has the key of the proof.',
      run: onJwtProof(({ trustChain, references }, { algorithms }) => {
        if (trustChain === null) return notApplicable(say`The proof does not carry trust_chain.`)
        const { length, unreadable } = trustChain
        const statements = say`an array of signed JWTs`
        if (length === null) return violated({ expected: statements, actual: bare.somethingElse })
        if (length === 0) return violated({ expected: statements, actual: say`an empty array` })
        if (unreadable !== null)
          return violated({
            expected: statements,
            actual: say`element ${unreadable + 1} of ${length} is no signed JWT`,
          })
        const foreign = trustChain.algorithms.filter((alg) => !algorithms.some((published) => published === alg))
        if (foreign.length > 0)
          return violated({ expected: algorithms.map(quote), actual: foreign.slice(0, 10).map(shown) })
        // With jwk or x5c the chain verifies no signature, and kid must be absent.
        if (references.length === 0)
          return violated({
            expected: say`kid`,
            actual: bare.absent,
            hint: say`Add kid: without jwk and x5c, only the chain could have the key of the proof.`,
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
      problem: 'The key of the proof is no valid EC key on the curve P-256',
      clauses: ['OID4VCI-1FINALA-F.4', 'HAIP-7', 'RFC7517-4'],
      level: 'must',
      refusal: 'The key of the proof must be an EC key on the curve P-256 with valid coordinates.',
      judges: { token: 'proof_jwt', member: 'header.jwk' },
      why: 'The credential is bound to this key and verifiers must be able to use it.',
      hint: 'Make an EC key pair on P-256 and send both coordinates in full length, 32 bytes each.',
      run: onJwtProof(({ key, header }) => {
        if (key === null) return notApplicable(say`No key could be found; see vci.proof.jwt.key_reference.`)
        const { kty, crv, valid } = key.jwk
        const actual = { kty: shown(kty), crv: shown(crv), valid }
        if (!valid || kty !== 'EC' || crv !== 'P-256')
          return violated({ expected: { kty: say`EC`, crv: say`P-256`, valid: true }, actual })
        // Keys from an attestation are judged there.
        return (key.via === 'jwk' ? judgeKeyUse(header.jwk, { verifies: 'ES256' }) : null) ?? pass(actual)
      }),
    },
    signature: {
      title: 'The signature of the jwt proof verifies with the key it names',
      problem: 'The signature of the proof does not verify with the key that the proof names',
      clauses: ['OID4VCI-1FINALA-F.4', 'OID4VCI-1FINALA-F.1'],
      level: 'must',
      needs: ['vci.proof.jwt.alg', 'vci.proof.jwt.key_type'],
      judges: { token: 'proof_jwt', member: 'signature' },
      why: 'Only the signature shows that the wallet holds the private key.',
      hint: 'Sign header and claims as sent with the private half of the named key; ES256 signatures are r and s, 64 bytes, not DER.',
      run: onJwtProof(({ header, signature, key }) => {
        if (signature === 'valid') return pass({ thumbprint: quote(key?.jwk.thumbprint) ?? null })
        if (signature === 'unverifiable')
          return notApplicable(say`Without a usable key and a published algorithm there is nothing to verify.`)
        return violated({
          expected: say`made with the key that the proof names`,
          actual: { thumbprint: quote(key?.jwk.thumbprint) ?? null },
          ...(header.crit !== undefined && {
            hint: say`The header has crit, but this service supports no extensions: leave it out.`,
          }),
        })
      }),
    },
    aud: {
      title: 'The jwt proof is made for this issuer',
      problem: {
        subject: 'The aud claim of the proof',
        must: 'be the Credential Issuer Identifier of this issuer, as a string',
      },
      clauses: ['OID4VCI-1FINALA-F.1'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'claims.aud' },
      why: 'It prevents a proof made for one issuer from being used at another.',
      hint: 'Set aud to credential_issuer of the metadata, character by character, as one string.',
      run: onJwtProof(({ claims: { aud } }, { credentialIssuer }) => {
        if (aud === credentialIssuer) return pass(quote(credentialIssuer))
        if (Array.isArray(aud) && aud.length === 1 && aud[0] === credentialIssuer) {
          return tolerated({
            expected: quote(credentialIssuer),
            actual: [quote(credentialIssuer)],
            hint: say`Send aud as a string, not as an array.`,
          })
        }
        const actual = Array.isArray(aud) ? aud.slice(0, 5).map(shown) : shown(aud)
        return violated({ expected: quote(credentialIssuer), actual })
      }),
    },
    iat: {
      title: 'The jwt proof was made just now',
      problem: { subject: 'The iat claim of the proof', must: 'be a number within 300 s past and 60 s future' },
      clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.4', 'OID4VCI-1FINAL-13.8'],
      level: 'must',
      judges: { token: 'proof_jwt', member: 'claims.iat' },
      why: 'A proof that was made long ago may have been made for something else.',
      hint: 'Make the proof right before the request and set iat to the current time as a number of seconds.',
      run: onJwtProof(({ claims: { iat } }, { now }) => {
        if (typeof iat === 'number') return judgeIssuedNow(iat, now, say`the proof`)
        return violated({ expected: say`a number of seconds`, actual: iat === undefined ? null : word(typeof iat) })
      }),
    },
    nonce_present: {
      title: 'The jwt proof carries a nonce',
      problem: 'The proof has no nonce claim',
      clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINAL-8.3.1.2'],
      level: 'must',
      impossibleIn: ['no_nonce_endpoint'],
      refusal: (problem) => `${problem}: put in the c_nonce of the nonce endpoint as a string.`,
      judges: { token: 'proof_jwt', member: 'claims.nonce' },
      why: 'This issuer has a nonce endpoint; its nonce shows that the proof was made for this request.',
      hint: 'Ask the nonce endpoint for a c_nonce right before the request and put it into the nonce claim.',
      run: (reading) =>
        onJwtProof(({ nonce: { state } }) => {
          if (state === 'absent' && !reading.hasNonceEndpoint)
            return notApplicable(say`This issuer has no nonce endpoint, so that a proof needs no nonce.`)
          return state === 'absent' || state === 'not_a_string'
            ? violated({ expected: say`a string`, actual: state === 'absent' ? null : say`not a string` })
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
      problem: 'The proof is expired or not valid yet by its exp or nbf claim',
      clauses: ['RFC7519-4.1.4', 'RFC7519-4.1.5'],
      level: 'must',
      refusal:
        'The exp or nbf of the proof says that it is not valid now: leave both out, or set them around now, in seconds.',
      judges: { token: 'proof_jwt' },
      why: 'The claims are not needed in a proof, but a JWT that says it is not valid now must not be used.',
      hint: 'Leave exp and nbf out of the proof, or set them around the current time, in seconds.',
      run: onJwtProof(({ claims: { exp, nbf } }, { now }) => {
        if (exp === undefined && nbf === undefined) return notApplicable(say`The proof has neither exp nor nbf.`)
        const expiry = exp === undefined ? pass() : judgeExpiry(exp, now, clockSkewPastSeconds, say`the proof`)
        return nbf === undefined || expiry.result !== 'pass' ? expiry : judgeNotBefore(nbf, now, say`the proof`)
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
