import { area, of } from '../../../engine/checks/area'
import { blockedBy, notApplicable, pass, violated } from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/keys'
import { clockSkewFutureSeconds, distanceWords } from '../../../shared/time/durations'
import { say, word } from '../../../shared/values/wording'
import { judgeCertificates, judgeTrust, signerOf } from '../../judgements/judge-certificates'
import { inMilliseconds, judgeExpiry, judgeNotBefore, looksLikeMilliseconds } from '../../judgements/judge-time'
import { onKeyAttestation } from '../../judgements/proofs'
import { judgeAlg, judgeTyp, unreadableToken } from '../../judgements/tokens'
import type { ProofsReading } from '../../read/proof/proofs-reading'

const oldTyp = 'keyattestation+jwt'

/** 2012-01-01: older than any key attestation, so an earlier value means that the clock was never set. */
const earliest = 1_325_376_000

const attestation = say`the key attestation`

const notAhead = say`at most ${clockSkewFutureSeconds} s in the future`

export const keyAttestation = area(
  'vci.key_attestation',
  { subject: of<ProofsReading>(), rejects: 'invalid_proof' },
  {
    present: {
      title: 'The proof comes with a readable key attestation where the issuer demands one',
      problem: 'A key attestation is required',
      clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINALA-D.1', 'RFC7515-4', 'RFC7519-4', 'RFC7517-4'],
      level: 'must',
      refusal: (problem) =>
        `${problem}: send one as a JWT in the key_attestation header parameter or as an attestation proof.`,
      judges: { token: 'proof_jwt', member: 'header.key_attestation' },
      why: 'Without it the issuer does not know how the keys are protected and may not bind a PID to them.',
      hint: 'Put the key attestation of your wallet provider, a compact JWT, as a string into the header of the proof.',
      run: ({ keyAttestation: reading, jwt }) => {
        if (reading === null) return notApplicable(say`The request carries no proof that could have a key attestation.`)
        if (reading.value === 'readable') return pass()
        if (jwt !== null && jwt.jwt === null) return blockedBy('vci.proof.jwt.parse')
        if (reading.value === 'absent') {
          return reading.conditions.demanded
            ? violated({
                expected: say`key_attestation`,
                actual: null,
                cause: say`The proof has no key attestation, which this credential configuration demands`,
              })
            : notApplicable(say`This credential configuration demands no key attestation.`)
        }
        const expected = say`a compact JWS as a string`
        if (reading.unreadable === null) return violated({ expected, actual: say`not a string` })
        return violated({
          ...unreadableToken(say`The key attestation`, reading.unreadable, expected),
          refusal: `The key attestation is not a JWT that can be read. ${reading.unreadable.reason}`,
        })
      },
    },
    not_needed: {
      title: 'No key attestation is sent where the issuer demands none',
      problem: 'The wallet sent a key attestation although the issuer demands none',
      clauses: ['OID4VCI-1FINAL-12.2.4'],
      level: 'info',
      impossibleIn: ['key_attestation_demanded'],
      why: 'A key attestation tells about the device, so it should go only to issuers that ask for it.',
      hint: 'Send a key attestation only when key_attestations_required is in the metadata of the proof type.',
      run: ({ keyAttestation: reading }) => {
        if (reading === null || reading.carrier === 'attestation_proof')
          return notApplicable(say`The request carries no jwt proof.`)
        if (reading.conditions.demanded)
          return notApplicable(say`This credential configuration demands a key attestation.`)
        return reading.value === 'absent'
          ? pass()
          : violated({ expected: say`no key attestation`, actual: say`key_attestation` })
      },
      rejects: null,
    },
    typ: {
      title: 'The key attestation is typed key-attestation+jwt',
      problem: { subject: 'The typ header parameter of the key attestation', must: 'be key-attestation+jwt' },
      clauses: ['OID4VCI-1FINALA-D.1'],
      level: 'must',
      judges: { token: 'key_attestation', member: 'header.typ' },
      why: 'The explicit type keeps a JWT that was signed for another purpose from passing as an attestation.',
      hint: 'Set the JOSE header parameter typ of the key attestation to key-attestation+jwt.',
      run: onKeyAttestation(({ header }) =>
        judgeTyp(
          header.typ,
          say`key-attestation+jwt`,
          header.typ === oldTyp
            ? say`This is the spelling of drafts before 1.0: write key-attestation+jwt, with a hyphen.`
            : undefined,
        ),
      ),
    },
    alg: {
      title: 'The key attestation is signed with a published asymmetric algorithm',
      problem: 'The alg of the key attestation is not one of proof_signing_alg_values_supported',
      clauses: ['OID4VCI-1FINALA-D.1', 'OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.3', 'HAIP-7'],
      level: 'must',
      judges: { token: 'key_attestation', member: 'header.alg' },
      why: 'The algorithms of the proof type apply to the key attestation too.',
      hint: 'Have the wallet provider sign with an algorithm of proof_signing_alg_values_supported.',
      run: onKeyAttestation(({ header }, { conditions }) => judgeAlg(header.alg, conditions.algorithms)),
    },
    x5c: {
      title:
        'The key attestation carries its certificates: leaf first, valid now, not self-signed, without the trust anchor',
      problem: 'The x5c of the key attestation is not a chain that starts with the signer',
      clauses: ['HAIP-4.5.1', 'RFC7515-4.1.6'],
      level: 'must',
      profile: 'haip',
      refusal:
        'The x5c header parameter of the key attestation must hold certificates that certify one another, the signer first.',
      judges: { token: 'key_attestation', member: 'header.x5c' },
      why: 'The issuer finds the key of the attestation and its way to a trusted wallet provider through these certificates.',
      hint: 'Put the signer certificate and the intermediates into x5c as base64 DER, leaf first, and leave the trust anchor out.',
      run: onKeyAttestation(({ certificates }, { conditions: { now } }) => judgeCertificates(certificates, now)),
    },
    signature: {
      title: 'The signature of the key attestation verifies with its certificate',
      problem: 'The signature of the key attestation does not verify with the first certificate of its x5c',
      clauses: ['OID4VCI-1FINALA-D.1'],
      level: 'must',
      needs: ['vci.key_attestation.alg'],
      judges: { token: 'key_attestation', member: 'signature' },
      why: 'Only the signature shows that the wallet provider vouches for these keys.',
      hint: 'Sign with the key of the first certificate; ES256 signatures are r and s, 64 bytes, not DER.',
      run: onKeyAttestation(({ header, signature, certificates }) => {
        if (signature === 'valid') return pass()
        if (signature === 'unverifiable')
          return notApplicable(say`Without a readable certificate there is no key to verify with.`)
        return violated({
          expected: { signed_with_key_of: signerOf(certificates) },
          actual: say`signed with another key, or changed after it was signed`,
          cause: say`The key of the first certificate in x5c did not sign this key attestation: another key did, or it was changed`,
          ...(header.crit !== undefined && {
            hint: say`The header has crit, but this service supports no extensions: leave it out.`,
          }),
        })
      }),
    },
    trusted: {
      title: 'The certificates of the key attestation chain to a configured trust anchor',
      problem: 'The issuer of the key attestation is not trusted here',
      clauses: ['OID4VCI-1FINAL-13.3', 'OID4VCI-1FINALA-D'],
      level: 'must',
      refusal: (problem) => `${problem}: its certificates chain to no configured trust anchor.`,
      needs: ['vci.key_attestation.signature'],
      judges: { token: 'key_attestation', member: 'header.x5c' },
      why: 'Anybody can sign an attestation; it means something only when its issuer is one we trust.',
      hint: 'Add the root of your wallet provider to the trust anchors of this installation (trust/*.pem), or use its test provider.',
      run: onKeyAttestation((attestation, { conditions }) => judgeTrust(attestation, conditions.trust)),
    },
    provider_listed: {
      title: 'Provider of the key attestation is on a list of wallet providers',
      problem: 'The provider of the key attestation is on no list of wallet providers',
      clauses: ['ARF3-ISSU_21', 'E602-E'],
      level: 'should',
      profile: 'eu',
      toldUnclaimed: true,
      needs: ['vci.key_attestation.signature'],
      judges: { token: 'key_attestation', member: 'header.x5c' },
      why: 'An issuer accepts keys that a notified wallet provider vouches for; the list says which those are. The clause of ETSI is cited after the EU libraries.',
      hint: 'Have the authority that certifies your wallet provider put on a list that this installation relies on (trust/lists.json).',
      run: onKeyAttestation(({ certificates, signature }) =>
        judgeListing(certificates, { signed: signature === 'valid', who: listedParties.wallet }),
      ),
      rejects: null,
    },
    iat: {
      title: 'The key attestation says when it was issued',
      problem: {
        subject: 'The iat claim of the key attestation',
        must: 'be a number of seconds that is not in the future',
      },
      clauses: ['OID4VCI-1FINALA-D.1', 'RFC7519-4.1.5'],
      level: 'must',
      refusal:
        'The iat of the key attestation must be a number of seconds that is not in the future, and so must its nbf, if it has one.',
      judges: { token: 'key_attestation', member: 'claims.iat' },
      why: 'The older an attestation, the less its statement about the keys is worth.',
      hint: 'Set iat to the time of issuance as a number of seconds since 1970.',
      run: onKeyAttestation(({ claims: { iat, nbf } }, { conditions: { now } }) => {
        if (typeof iat !== 'number')
          return violated({ expected: say`a number of seconds`, actual: iat === undefined ? null : word(typeof iat) })
        const latest = Math.floor(now / 1000) + clockSkewFutureSeconds
        if (iat >= earliest && iat <= latest)
          return nbf === undefined ? pass(iat) : judgeNotBefore(nbf, now, attestation)
        if (looksLikeMilliseconds(iat))
          return violated({ expected: notAhead, ...inMilliseconds('iat', iat, attestation) })
        const distance = distanceWords(iat - now / 1000)
        return violated({
          expected: iat < earliest ? say`a time when keys were attested` : notAhead,
          actual: say`${distance} (${iat})`,
          cause: say`The iat of the key attestation is ${distance}`,
        })
      }),
    },
    exp_present: {
      title: 'The key attestation of a jwt proof says when it expires',
      problem: 'The key attestation of a jwt proof needs an exp claim',
      clauses: ['OID4VCI-1FINALA-D.1'],
      level: 'must',
      judges: { token: 'key_attestation', member: 'claims.exp' },
      why: 'It can be sent with many proofs, so it must expire at some point.',
      hint: 'Set exp in every key attestation that is used with the jwt proof type.',
      run: onKeyAttestation(({ claims }, { carrier }) => {
        if (carrier === 'attestation_proof') return notApplicable(say`An attestation proof may do without exp.`)
        return claims.exp === undefined ? violated({ expected: say`exp`, actual: null }) : pass()
      }),
    },
    exp_valid: {
      title: 'The key attestation is not expired',
      problem: 'The key attestation has expired, or its exp is not a sensible number of seconds',
      clauses: ['OID4VCI-1FINALA-D.1', 'RFC7519-4.1.4'],
      level: 'must',
      judges: { token: 'key_attestation', member: 'claims.exp' },
      why: 'After that time nobody vouches for the keys.',
      hint: 'Get a new key attestation from the wallet provider before this one expires.',
      run: onKeyAttestation(({ claims: { exp } }, { conditions: { now } }) =>
        // Issued by a server with a good clock, so a slow device clock is no excuse.
        exp === undefined
          ? notApplicable(say`The key attestation has no exp.`)
          : judgeExpiry(exp, now, 0, say`the key attestation`),
      ),
    },
  },
)
