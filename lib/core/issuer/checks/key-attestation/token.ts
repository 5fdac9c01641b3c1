import { area, of } from '../../../engine/checks/area'
import { blockedBy, notApplicable, pass, violated } from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/keys'
import { distanceWords } from '../../../shared/time/durations'
import { say } from '../../../shared/values/wording'
import {
  certificateReasons,
  judgeCertificates,
  judgeTrust,
  signerOf,
  signingKeyOf,
} from '../../judgements/judge-certificates'
import { expiryReasons, judgeExpiry, judgeNotBefore, notBeforeReasons } from '../../judgements/judge-time'
import { onKeyAttestation } from '../../judgements/proofs'
import { asksOfOtherSigner, curveReason, judgeCurve, otherSignerReason } from '../../judgements/signer-reasons'
import { algReasons, unreadableReasons, whyUnreadable } from '../../judgements/token-reasons'
import { judgeAlg, judgeTyp, unreadableToken } from '../../judgements/tokens'
import type { ProofsReading } from '../../read/proof/proofs-reading'

const oldTyp = 'keyattestation+jwt'

/** 2012-01-01: older than any key attestation, so an earlier value means that the clock was never set. */
const earliest = 1_325_376_000

export const keyAttestation = area(
  'vci.key_attestation',
  { subject: of<ProofsReading>(), rejects: 'invalid_proof' },
  {
    present: {
      title: 'The proof comes with a readable key attestation where the issuer demands one',
      reasons: {
        missing: {
          says: 'The proof has no key attestation, which this credential configuration demands',
          fix: 'Put the key attestation of your wallet provider, a compact JWT, as a string into the header of the proof.',
        },
        no_text: {
          says: 'The key_attestation in the header of the proof is not a string',
          fix: 'Write the compact JWT of the key attestation in quotation marks, not as an object or an array.',
        },
        ...unreadableReasons({
          prefix: '',
          token: 'the key attestation',
          refusal: 'The key attestation is not a JWT that can be read.',
        }),
      },
      clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINALA-D.1', 'RFC7515-4', 'RFC7519-4', 'RFC7517-4'],
      level: 'must',
      refusal:
        'A key attestation is required: send one as a JWT in the key_attestation header parameter or as an attestation proof.',
      judges: { token: 'proof_jwt', member: 'header.key_attestation' },
      why: 'Without it the issuer does not know how the keys are protected and may not bind a PID to them.',
      run: ({ keyAttestation: reading, jwt }) => {
        if (reading === null) return notApplicable(say`The request carries no proof that could have a key attestation.`)
        if (reading.value === 'readable') return pass()
        if (jwt !== null && jwt.jwt === null) return blockedBy('vci.proof.jwt.parse')
        if (reading.value === 'absent') {
          return reading.conditions.demanded
            ? violated('missing', { expected: say`key_attestation`, actual: null })
            : notApplicable(say`This credential configuration demands no key attestation.`)
        }
        const expected = say`a compact JWS as a string`
        if (reading.unreadable === null) return violated('no_text', { expected, actual: say`not a string` })
        return violated(whyUnreadable(reading.unreadable), unreadableToken(reading.unreadable, expected))
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
      reasons: {
        other: {
          says: { subject: 'The typ header parameter of the key attestation', must: 'be key-attestation+jwt' },
          fix: 'Set the JOSE header parameter typ of the key attestation to key-attestation+jwt.',
        },
        old_spelling: {
          says: 'The typ header parameter of the key attestation is keyattestation+jwt, as in drafts before 1.0',
          fix: 'Write key-attestation+jwt, with a hyphen.',
          draft: 'OpenID4VCI before 1.0',
        },
      },
      clauses: ['OID4VCI-1FINALA-D.1'],
      level: 'must',
      judges: { token: 'key_attestation', member: 'header.typ' },
      why: 'The explicit type keeps a JWT that was signed for another purpose from passing as an attestation.',
      run: onKeyAttestation(({ header }) =>
        judgeTyp(header.typ, say`key-attestation+jwt`, header.typ === oldTyp ? 'old_spelling' : 'other'),
      ),
    },
    alg: {
      title: 'The key attestation is signed with a published asymmetric algorithm',
      reasons: algReasons({
        token: 'the key attestation',
        list: 'proof_signing_alg_values_supported',
        key: 'the private key of the wallet provider',
      }),
      refusal: 'The alg of the key attestation is not one of proof_signing_alg_values_supported.',
      clauses: ['OID4VCI-1FINALA-D.1', 'OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.3', 'HAIP-7'],
      level: 'must',
      judges: { token: 'key_attestation', member: 'header.alg' },
      why: 'The algorithms of the proof type apply to the key attestation too.',
      run: onKeyAttestation(({ header }, { conditions }) => judgeAlg(header.alg, conditions.algorithms)),
    },
    x5c: {
      title:
        'The key attestation carries its certificates: leaf first, valid now, not self-signed, without the trust anchor',
      reasons: certificateReasons('the key attestation'),
      clauses: ['HAIP-4.5.1', 'RFC7515-4.1.6'],
      level: 'must',
      profile: 'haip',
      refusal:
        'The x5c header parameter of the key attestation must hold certificates that certify one another, the signer first.',
      judges: { token: 'key_attestation', member: 'header.x5c' },
      why: 'The issuer finds the key of the attestation and its way to a trusted wallet provider through these certificates.',
      run: onKeyAttestation(({ certificates }, { conditions: { now } }) => judgeCertificates(certificates, now)),
    },
    signature: {
      title: 'The signature of the key attestation verifies with its certificate',
      reasons: {
        does_not_verify: {
          says: 'The key of the first certificate in x5c did not sign this key attestation as it was sent',
          fix: 'Sign with the key of the first certificate; ES256 signatures are r and s, 64 bytes, not DER.',
        },
        ...otherSignerReason(
          'key attestation',
          'Have the wallet provider sign the key attestation, with the key of the first certificate in x5c.',
        ),
        ...curveReason('key attestation', 'the key of its first certificate'),
        critical_header: {
          says: 'The header of the key attestation has crit, and this service supports no extensions',
          fix: 'Leave crit and the members that it names out of the header.',
        },
      },
      refusal: 'The signature of the key attestation does not verify with the first certificate of its x5c.',
      clauses: ['OID4VCI-1FINALA-D.1'],
      level: 'must',
      needs: ['vci.key_attestation.alg'],
      judges: { token: 'key_attestation', member: 'signature' },
      why: 'Only the signature shows that the wallet provider vouches for these keys.',
      run: onKeyAttestation(({ header, signature, certificates }) => {
        if (signature === 'valid') return pass()
        if (signature === 'unverifiable')
          return notApplicable(say`Without a readable certificate there is no key to verify with.`)
        if (header.crit !== undefined)
          return violated('critical_header', { expected: say`a header without crit`, actual: say`crit` })
        return (
          judgeCurve(header.alg, signingKeyOf(certificates)) ??
          violated('does_not_verify', {
            expected: { signed_with_key_of: signerOf(certificates) },
            actual: say`signed with another key, or changed after it was signed`,
            asks: asksOfOtherSigner('key_attestation'),
          })
        )
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
      reasons: {
        iat_missing: {
          says: 'The key attestation has no iat claim',
          fix: 'Add iat with the time of issuance, as a number of seconds since 1970.',
        },
        ...notBeforeReasons('the key attestation', 'iat'),
        iat_past: {
          says: 'The iat of the key attestation is {seen}, before there were any',
          fix: 'Set the clock of the wallet provider, and take iat from it.',
        },
        ...notBeforeReasons('the key attestation'),
      },
      clauses: ['OID4VCI-1FINALA-D.1', 'RFC7519-4.1.5'],
      level: 'must',
      refusal:
        'The iat of the key attestation must be a number of seconds that is not in the future, and so must its nbf, if it has one.',
      judges: { token: 'key_attestation', member: 'claims.iat' },
      why: 'The older an attestation, the less its statement about the keys is worth.',
      run: onKeyAttestation(({ claims: { iat, nbf } }, { conditions: { now } }) => {
        if (iat === undefined) return violated('iat_missing', { expected: say`a number of seconds`, actual: null })
        if (typeof iat === 'number' && iat < earliest)
          return violated('iat_past', {
            expected: say`a time when keys were attested`,
            actual: say`${distanceWords(iat - now / 1000)} (${iat})`,
          })
        const issued = judgeNotBefore(iat, now, 'iat')
        return issued.result === 'pass' && nbf !== undefined ? judgeNotBefore(nbf, now) : issued
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
      reasons: expiryReasons(
        'the key attestation',
        'Get a new key attestation from the wallet provider before each issuance, or once this one ends.',
      ),
      refusal: 'The key attestation has expired, or its exp is not a sensible number of seconds.',
      clauses: ['OID4VCI-1FINALA-D.1', 'RFC7519-4.1.4'],
      level: 'must',
      judges: { token: 'key_attestation', member: 'claims.exp' },
      why: 'After that time nobody vouches for the keys.',
      run: onKeyAttestation(({ claims: { exp } }, { conditions: { now } }) =>
        // Issued by a server with a good clock, so a slow device clock is no excuse.
        exp === undefined ? notApplicable(say`The key attestation has no exp.`) : judgeExpiry(exp, now, 0),
      ),
    },
  },
)
