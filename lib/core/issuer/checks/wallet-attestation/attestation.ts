import { area, of } from '../../../engine/checks/area'
import { notApplicable, notObserved, type Outcome, pass, tolerated, violated } from '../../../engine/checks/check'
import { europeanDraft } from '../../../engine/evidence/european-draft'
import { judgeKeyUse, judgeListing, keyUseReason, listedParties } from '../../../engine/judgements/keys'
import { shown } from '../../../engine/judgements/shown'
import type { CertificateFact } from '../../../shared/ports/certificate-facts'
import { isObject } from '../../../shared/values/json'
import { bare, listed, quote, say, type Wording, word } from '../../../shared/values/wording'
import {
  certificateReasons,
  judgeCertificates,
  judgeTrust,
  signerOf,
  signingKeyOf,
} from '../../judgements/judge-certificates'
import { expiryReasons, judgeExpiry, judgeNotBefore, notBeforeReasons } from '../../judgements/judge-time'
import { issuerWords, onAttestation, onRecorded } from '../../judgements/requests'
import { asksOfOtherSigner, curveReason, judgeCurve, otherSignerReason } from '../../judgements/signer-reasons'
import { algReasons, unreadableReasons, whyUnreadable } from '../../judgements/token-reasons'
import { judgeAlg, judgeTyp, unreadableToken } from '../../judgements/tokens'
import { refusesOtherDrafts, requiresIss } from '../../read/oauth/client-authentication/client-authentication-methods'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'
import { hasTs3Mark } from '../../read/wallet-unit/wallet-unit-rules'

/** `id-etsi-qct-wal`: a wallet provider certificate. TS 119 412-6 section 5 */
const walletProviderStatement = '0.4.0.194126.1.2'

/** Extensions that may be critical: basic constraints and key usage. */
const criticalAllowed: readonly string[] = ['2.5.29.15', '2.5.29.19']

const lacking = ({ statements, policies, subjectKeyIdentifier, criticalExtensions }: CertificateFact): Wording[] => [
  ...(statements.includes(walletProviderStatement) ? [] : [say`no statement ${walletProviderStatement}`]),
  ...(policies.length > 0 ? [] : [say`no certificate policy`]),
  ...(subjectKeyIdentifier !== null ? [] : [say`no subject key identifier`]),
  ...criticalExtensions.filter((id) => !criticalAllowed.includes(id)).map((id) => say`extension ${id} is critical`),
]

/**
 * What a wallet instance attestation has; TS3 1.5.2 has no iss, and a missing wallet_link is blamed at wallet_identity,
 * which then warns. TS3-2.3.1
 */
const instanceClaims = [
  'wallet_name',
  'wallet_version',
  'wallet_solution_certification_information',
  'client_status',
  'exp',
  'sub',
  'cnf',
] as const

/** Those whose absence a check of their own fails in the framework. */
const blamedElsewhere: readonly string[] = instanceClaims.slice(0, 4)

function judgeInstanceClaims(claims: Readonly<Record<string, unknown>>, isEuropean: boolean): Outcome {
  const missing = instanceClaims.filter((name) => claims[name] === undefined)
  if (missing.length === 0) return pass()
  const actual = say`${listed(missing.map(quote), ' and ')}`
  if (isEuropean && missing.some((name) => blamedElsewhere.includes(name)))
    return notApplicable(say`It lacks ${actual}, of which other checks tell.`)
  return isEuropean
    ? violated('missing', { expected: instanceClaims.map(quote), actual })
    : notObserved(say`It lacks ${actual}, which only a European issuer asks for.`)
}

const withoutIss = 'The wallet attestation has no iss, as in draft 08 of client attestations'

const withoutIssAsInTs3 = 'The wallet attestation has no iss, as in TS3 1.5; OpenID4VCI 1.0 with draft 07 asks for one'

const providerByCertificate = say`TS3 has no iss: the provider is who the certificate names.`

const noIssNeeded = say`The issuer takes a draft of client attestations that has no iss.`

/** The wallet attestation itself. OID4VCI-1FINALA-E, ABCA-5.1 */
export const walletAttestation = area(
  'vci.wallet_attestation',
  { subject: of<ClientAuthenticationReading>(), rejects: 'invalid_client', concerns: ['client'] },
  {
    headers_paired: {
      title: 'Wallet attestation and its proof of possession come together, each once',
      reasons: {
        counts: {
          says: 'There are {attestation} OAuth-Client-Attestation and {pop} OAuth-Client-Attestation-PoP headers',
          fix: 'Send exactly one OAuth-Client-Attestation and one OAuth-Client-Attestation-PoP, each a compact JWS.',
        },
        in_one_header: {
          says: 'The OAuth-Client-Attestation header holds several texts joined by tildes, and no header has a proof of possession',
          fix: 'Send the attestation alone in that header, and its proof of possession in OAuth-Client-Attestation-PoP.',
        },
        attestation_alone: {
          says: 'The wallet attestation comes without a proof of possession',
          fix: 'Send an attestation PoP of its own in the header OAuth-Client-Attestation-PoP.',
          draft: 'draft 09 or a later one of client attestations, where a DPoP proof can be the proof of possession',
        },
        ...unreadableReasons({
          prefix: 'attestation_',
          token: 'the wallet attestation',
          refusal: 'The OAuth-Client-Attestation header holds no JWT that can be read.',
        }),
        ...unreadableReasons({
          prefix: 'pop_',
          token: 'the proof of possession',
          refusal: 'The OAuth-Client-Attestation-PoP header holds no JWT that can be read.',
        }),
      },
      clauses: [
        'ABCA-6.1',
        'ABCA-6.2',
        'ABCA08-6.2',
        'ABCA10-7.1',
        'ABCA10-7.2',
        'ABCA10-7.3',
        'RFC7515-4',
        'RFC7519-4',
        'RFC7517-4',
      ],
      level: 'must',
      refusal:
        'Send exactly one OAuth-Client-Attestation and one OAuth-Client-Attestation-PoP header, each a compact JWS.',
      why: 'Anyone who has seen an attestation can replay it alone; with two of them, nobody can tell which one counts.',
      run: ({ attestation: reading }) => {
        if (reading === null) return notApplicable(say`The request carries no wallet attestation.`)
        const { attestationCount, popCount, attestationUnreadable, popUnreadable, combined } = reading
        // vci.dpop.single_header and vci.dpop.wellformed judge the proof then.
        if (combined !== null && attestationCount === 1 && attestationUnreadable === null) return pass()
        if (attestationCount !== 1 || popCount !== 1) {
          const isJoined = attestationUnreadable !== null && whyUnreadable(attestationUnreadable) === 'is_sd_jwt'
          const alone = isJoined ? 'in_one_header' : 'attestation_alone'
          return violated(attestationCount === 1 && popCount === 0 ? alone : 'counts', {
            expected: { attestation: 1, pop: 1 },
            actual: { attestation: attestationCount, pop: popCount },
          })
        }
        const expected = say`two compact JWS`
        if (attestationUnreadable !== null)
          return violated(
            `attestation_${whyUnreadable(attestationUnreadable)}`,
            unreadableToken(attestationUnreadable, expected),
          )
        return popUnreadable === null
          ? pass()
          : violated(`pop_${whyUnreadable(popUnreadable)}`, unreadableToken(popUnreadable, expected))
      },
    },
    typ: {
      title: 'Wallet attestation is typed oauth-client-attestation+jwt',
      problem: { subject: 'The typ of the wallet attestation', must: 'be oauth-client-attestation+jwt' },
      clauses: ['ABCA-5.1'],
      level: 'must',
      why: 'The explicit type keeps a JWT that was signed for another purpose from passing as an attestation.',
      hint: 'Set the JOSE header parameter typ to oauth-client-attestation+jwt.',
      run: onAttestation(({ header }) => judgeTyp(header.typ, say`oauth-client-attestation+jwt`)),
    },
    alg: {
      title: 'Wallet attestation is signed with a published algorithm',
      reasons: algReasons({
        token: 'the wallet attestation',
        list: 'client_attestation_signing_alg_values_supported',
        key: 'the private key of the wallet provider',
      }),
      clauses: ['ABCA-9', 'ABCA-10.1', 'HAIP-7'],
      level: 'must',
      refusal: 'Sign the wallet attestation with an algorithm that the metadata lists.',
      why: 'The server cannot verify an algorithm that it does not announce, and none is not a signature.',
      run: onAttestation(({ header }, { algorithms }) => judgeAlg(header.alg, algorithms)),
    },
    x5c: {
      title:
        'Wallet attestation carries its certificates: leaf first, valid now, not self-signed, without the trust anchor',
      reasons: certificateReasons('the wallet attestation'),
      clauses: ['HAIP-4.4.1', 'RFC7515-4.1.6'],
      level: 'must',
      profile: 'haip',
      refusal: 'The x5c of the wallet attestation must hold certificates that certify one another, the signer first.',
      why: 'The server finds the key of the wallet provider and the way to its root through these certificates.',
      run: onAttestation(({ certificates }, { now }) => judgeCertificates(certificates, now)),
    },
    signature: {
      title: 'Signature of the wallet attestation verifies with its certificate',
      reasons: {
        does_not_verify: {
          says: 'The key of the first certificate in x5c did not sign this wallet attestation as it was sent',
          fix: 'Sign with the key of the first certificate; ES256 signatures are r and s, 64 bytes, not DER.',
        },
        ...otherSignerReason(
          'wallet attestation',
          'Have the wallet provider sign the attestation, with the key of the first certificate in x5c.',
        ),
        ...curveReason('wallet attestation', 'the key of its first certificate'),
        unverifiable: {
          says: 'The signature of the wallet attestation cannot be verified: its x5c gives no usable key, or its algorithm is not accepted',
          fix: 'Put the certificate of the signer first into x5c, and sign with an algorithm of client_attestation_signing_alg_values_supported.',
        },
      },
      refusal: 'The signature of the wallet attestation does not verify with the first certificate of its x5c.',
      clauses: ['ABCA-5.1', 'OID4VCI-1FINALA-E'],
      level: 'must',
      why: 'Only the signature shows that the wallet provider vouches for this wallet.',
      run: onAttestation(({ header, signature, certificates }) => {
        if (signature === 'valid') return pass(say`valid`)
        if (signature === 'unverifiable')
          return violated('unverifiable', {
            expected: say`a signature of the first certificate`,
            actual: word(signature),
          })
        return (
          judgeCurve(header.alg, signingKeyOf(certificates)) ??
          violated('does_not_verify', {
            expected: { signed_with_key_of: signerOf(certificates) },
            actual: say`signed with another key, or changed after it was signed`,
            asks: asksOfOtherSigner('client_attestation'),
          })
        )
      }),
    },
    trusted: {
      title: 'Certificates of the wallet attestation lead to a configured trust anchor',
      problem: 'The provider of the wallet attestation is not trusted here',
      clauses: ['OID4VCI-1FINALA-E'],
      level: 'must',
      refusal: (problem) => `${problem}: its certificates chain to no configured trust anchor.`,
      needs: ['vci.wallet_attestation.signature'],
      why: 'Anybody can sign an attestation; it means something only when its provider is one we trust.',
      hint: 'Add the root of your wallet provider to the trust anchors of this installation (trust/*.pem), or use its test provider.',
      run: onAttestation((attestation, { trust }) => judgeTrust(attestation, trust)),
    },
    provider_listed: {
      title: 'Provider of the wallet attestation is on a list of wallet providers',
      problem: 'The provider of the wallet attestation is on no list of wallet providers',
      clauses: ['ARF3-ISSU_21', 'E602-E'],
      level: 'should',
      profile: 'eu',
      toldUnclaimed: true,
      needs: ['vci.wallet_attestation.signature'],
      why: 'An issuer accepts wallets whose provider a Member State has notified; the list says which those are. The clause of ETSI is cited after the EU libraries.',
      hint: 'Have the authority that certifies your wallet provider put on a list that this installation relies on (trust/lists.json).',
      run: onAttestation(({ certificates, signature }) =>
        judgeListing(certificates, { signed: signature === 'valid', who: listedParties.wallet }),
      ),
      rejects: null,
    },
    provider_certificate: {
      title: 'Certificate of the wallet provider has the form that the EU profile gives it',
      problem: 'The certificate of the wallet provider lacks what the EU profile asks for',
      clauses: ['E4126-5'],
      level: 'info',
      profile: 'eu',
      toldUnclaimed: true,
      needs: ['vci.wallet_attestation.signature'],
      why: 'The statement tells a certificate of a wallet provider from all others of the same authority. The clause of ETSI is cited after the EU libraries.',
      hint: 'Have the certificate issued with the statement 0.4.0.194126.1.2, a certificate policy and a subject key identifier; only basic constraints and key usage may be critical.',
      run: onAttestation(({ certificates, signature }) => {
        if (!certificates?.readable || signature !== 'valid')
          return notApplicable(say`There is no valid signature to rely on.`)
        if (certificates.listing === undefined)
          return notApplicable(say`This installation relies on no list of wallet providers.`)
        const missing = lacking(certificates.certificates[0])
        return missing.length === 0
          ? pass()
          : violated({
              expected: say`the statement, a policy, a subject key identifier, nothing else critical`,
              actual: missing,
            })
      }),
      rejects: null,
    },
    iss: {
      title: 'Wallet attestation names its issuer',
      reasons: {
        missing: {
          says: withoutIss,
          fix: 'Set iss to the identifier of the wallet provider.',
          error: null,
        },
        missing_in_draft: {
          says: withoutIss,
          fix: 'Add iss with the identifier of the wallet provider.',
        },
        ts3: {
          says: withoutIssAsInTs3,
          fix: 'Nothing to change for European issuers; others that follow OpenID4VCI 1.0 to the letter need iss.',
          draft: europeanDraft.draft,
        },
        ts3_refused: {
          says: withoutIssAsInTs3,
          fix: 'Add iss with the identifier of the wallet provider, which this issuer insists on.',
          draft: europeanDraft.draft,
        },
        no_text: {
          says: 'The iss of the wallet attestation is empty, or no text',
          fix: 'Write the identifier of the wallet provider into iss, as a string.',
          error: null,
        },
        no_text_in_draft: {
          says: 'The iss of the wallet attestation is empty, or no text',
          fix: 'Write the identifier of the wallet provider into iss, as a string.',
          refusal: 'The iss of the wallet attestation must be the identifier of the wallet provider.',
        },
      },
      clauses: ['ABCA-5.1', 'ABCA08-5.1', 'OID4VCI-1FINALA-E', 'TS3-2.3.1'],
      level: 'must',
      refusal: 'The wallet attestation must have iss: this issuer takes draft 07 of client attestations only.',
      why: 'The server has to know which wallet provider speaks.',
      run: onAttestation(({ claims }, { drafts, unit }) => {
        if (typeof claims.iss === 'string' && claims.iss !== '') return pass(shown(claims.iss))
        const mismatch = { expected: say`iss`, actual: shown(claims.iss) }
        const refuses = refusesOtherDrafts(drafts)
        if (claims.iss !== undefined) return violated(refuses ? 'no_text_in_draft' : 'no_text', mismatch)
        if (unit.isEuropean) return notApplicable(providerByCertificate)
        if (!requiresIss(drafts)) return notApplicable(noIssNeeded)
        if (!hasTs3Mark(claims)) return violated(refuses ? 'missing_in_draft' : 'missing', mismatch)
        const ofTs3 = { ...mismatch, actual: say`no iss, beside claims of TS3` }
        return unit.requiresIss ? violated('ts3_refused', ofTs3) : tolerated('ts3', ofTs3)
      }),
    },
    sub: {
      title: 'Wallet attestation is about the client that sends it',
      problem: { subject: 'The sub of the wallet attestation', must: 'be there and equal to client_id' },
      clauses: ['ABCA-5.1', 'ABCA-6.3', 'OID4VCI-1FINALA-E'],
      level: 'must',
      why: 'An attestation about another client says nothing about this one.',
      hint: 'Set sub to the client_id of the wallet, and send the same client_id.',
      run: onAttestation(({ claims }, { clientId }) => {
        if (typeof claims.sub !== 'string' || claims.sub === '')
          return violated({ expected: say`sub`, actual: shown(claims.sub) })
        return clientId === null || clientId === claims.sub
          ? pass(shown(claims.sub))
          : violated({ expected: shown(clientId), actual: shown(claims.sub) })
      }),
    },
    exp: {
      title: 'Wallet attestation has an expiry that lies ahead',
      reasons: {
        ...expiryReasons('the wallet attestation', 'Fetch a new wallet attestation before this one ends.'),
        exp_missing: {
          says: 'The wallet attestation has no exp claim',
          fix: 'Set exp to the time at which the wallet provider wants to look at the wallet again.',
        },
      },
      clauses: ['ABCA-5.1'],
      level: 'must',
      refusal: 'The wallet attestation has no exp or has expired: fetch a new one.',
      why: 'An attestation without an end could be used for ever after the wallet was lost.',
      run: onAttestation(({ claims }, { now }) =>
        claims.exp === undefined
          ? violated('exp_missing', { expected: say`exp`, actual: null })
          : judgeExpiry(claims.exp, now, 0),
      ),
    },
    iat_nbf: {
      title: 'Wallet attestation was not made in the future',
      reasons: {
        ...notBeforeReasons('the wallet attestation', 'iat'),
        ...notBeforeReasons('the wallet attestation'),
      },
      refusal: 'The iat or nbf of the wallet attestation is not a number of seconds, or is in the future.',
      clauses: ['ABCA-5.1'],
      level: 'must',
      why: 'A time in the future shows a wrong clock, or a date in milliseconds.',
      run: onAttestation(({ claims }, { now }) => {
        if (claims.iat === undefined && claims.nbf === undefined)
          return notApplicable(say`Neither iat nor nbf is there.`)
        const judged = (['iat', 'nbf'] as const).flatMap((name) =>
          claims[name] === undefined ? [] : [judgeNotBefore(claims[name], now, name)],
        )
        return judged.find(({ result }) => result === 'violated') ?? pass()
      }),
    },
    cnf_jwk: {
      title: 'Wallet attestation confirms one public key',
      reasons: {
        missing: {
          says: 'The wallet attestation has no cnf.jwk',
          fix: 'Add cnf with jwk: the public key of the wallet instance.',
        },
        unusable: {
          says: 'The cnf.jwk of the wallet attestation is no usable public key',
          fix: 'Send kty, crv and each coordinate of the instance key in full length.',
        },
        private_members: {
          says: 'The cnf.jwk of the wallet attestation holds private key material: {seen}',
          fix: 'Export kty, crv, x and y alone, and stop using this key: it has been disclosed.',
        },
        ...keyUseReason('the wallet instance'),
      },
      clauses: ['ABCA-5.1', 'RFC7517-4'],
      level: 'must',
      refusal: 'The wallet attestation must hold one public key in cnf.jwk.',
      why: 'The proof of possession is verified with this key, and its private half must stay in the wallet.',
      run: onAttestation(({ cnf, claims }) => {
        if (cnf.privateMembers.length > 0)
          return violated('private_members', {
            expected: say`public members only`,
            actual: cnf.privateMembers.map(quote),
          })
        if (!cnf.isObject) return violated('missing', { expected: say`cnf.jwk, a public key`, actual: null })
        if (!cnf.valid)
          return violated('unusable', { expected: say`cnf.jwk, a public key`, actual: say`not a usable key` })
        return (
          judgeKeyUse(isObject(claims.cnf) ? claims.cnf.jwk : null, { verifies: null }) ?? pass(quote(cnf.thumbprint))
        )
      }),
    },
  },
)

export const walletAttestationNotes = area(
  'vci.wallet_attestation',
  { subject: of<ClientAuthenticationReading>(), concerns: ['client'] },
  {
    sub_not_unique: {
      title: 'Subject of the wallet attestation does not single this wallet out',
      problem: 'The subject of the wallet attestation singles this wallet out',
      clauses: ['HAIP-4.4.1', 'OID4VCI-1FINAL-15.4.4'],
      level: 'must',
      profile: 'haip',
      needs: ['vci.wallet_attestation.sub'],
      why: 'A subject of its own in every wallet lets issuers recognise its user.',
      hint: 'Give all wallet instances of a provider the same sub.',
      run: onAttestation(({ history }) => {
        if (history.subject === 'first') return notObserved(say`No other session of this wallet provider was seen.`)
        return history.subject === 'shared'
          ? pass()
          : tolerated({
              expected: say`a sub that other sessions have too`,
              actual: say`a sub that was never seen before`,
            })
      }),
    },
    not_reused_across_issuers: {
      title: 'Wallet attestation is used at one issuer only',
      problem: 'The wallet attestation was used at another issuer too',
      clauses: ['HAIP-4.4.1'],
      level: 'must',
      profile: 'haip',
      why: 'The same key at two issuers lets them find out that they serve the same user.',
      hint: 'Use a wallet attestation with a separate key for each issuer.',
      run: onAttestation(({ history, cnf }) => {
        if (cnf.thumbprint === null) return notApplicable(say`There is no key to compare.`)
        const seenAt = history.key?.seenAt ?? null
        return seenAt === null
          ? pass()
          : violated({ expected: say`a key of this issuer only`, actual: { seen_at: issuerWords(seenAt) } })
      }),
    },
    challenge_repeated: {
      title: 'Proof of possession answers a challenge that no earlier request answered',
      problem: 'The proof of possession answers the challenge of an earlier request',
      clauses: ['ABCA-8', 'ABCA-12.1'],
      level: 'info',
      why: 'Draft 07 does not forbid it, but a server may take each challenge once, and such a server refuses the request.',
      hint: 'Ask challenge_endpoint for a challenge before each request.',
      run: ({ attestation: reading }) => {
        const challenge = reading?.pop || reading?.combined ? reading.challenge : null
        if (challenge === 'current') return pass()
        return challenge === 'repeated'
          ? violated({ expected: say`a new challenge`, actual: bare.usedBefore })
          : notApplicable(say`The request answers no challenge that may serve again.`)
      },
    },
    optional_claims: {
      title: 'Wallet attestation tells about the wallet',
      problem: 'The wallet attestation tells nothing about the wallet',
      clauses: ['OID4VCI-1FINALA-E'],
      level: 'info',
      why: 'Name, link and status help an issuer to show and to check which wallet it serves.',
      hint: 'Add wallet_name, wallet_link and status to the attestation.',
      run: onAttestation(({ claims }) => {
        // TS3 has the status within client_status.
        const told: Readonly<Record<string, unknown>> = { ...claims, status: claims.status ?? claims.client_status }
        const there = ['wallet_name', 'wallet_link', 'status'].filter((name) => told[name] !== undefined)
        return there.length > 0
          ? pass(there.map(quote))
          : violated({ expected: [say`wallet_name`, say`wallet_link`, say`status`], actual: [] })
      }),
    },
    wia_claims: {
      title: 'Wallet attestation has every claim of a wallet instance attestation',
      reasons: {
        missing: {
          says: 'The wallet attestation lacks {seen}',
          fix: 'Have the wallet provider add what is missing; iss is not needed, for the certificate names the provider.',
        },
      },
      clauses: ['TS3-2.3.1', 'ABCA-5.1'],
      level: 'should',
      rejects: null,
      why: 'A European issuer reads from them which wallet it serves, how it is certified and whether it was revoked.',
      run: onAttestation(({ claims }, { unit }) => judgeInstanceClaims(claims, unit.isEuropean)),
      fromRecord: onRecorded('client_attestation', ({ claims }, session) =>
        judgeInstanceClaims(claims, session.kind === 'issuance' && session.options.trust_framework === 'eu'),
      ),
    },
  },
)
