import { area, of } from '../../../engine/checks/area'
import { notApplicable, notObserved, type Outcome, pass, tolerated, violated } from '../../../engine/checks/check'
import { formOf, shown } from '../../../engine/judgements/shown'
import { isObject } from '../../../shared/values/json'
import { say } from '../../../shared/values/wording'
import { inFramework } from '../../judgements/in-framework'
import {
  daysWords,
  judgeKeptPeriod,
  judgeKeptStatus,
  keptPeriodReasons,
  keptSeconds,
  keptStatusReasons,
} from '../../judgements/kept-status'
import { issuerWords, onAttestation } from '../../judgements/requests'
import type {
  AttestationJwt,
  ClientAuthenticationReading,
  WalletAttestationReading,
} from '../../read/oauth/client-authentication/client-authentication-reading'

const daySeconds = 86_400

/** Runs a check on the wallet attestation of a session in the European framework. */
const onUnit = (judge: (attestation: AttestationJwt, reading: WalletAttestationReading) => Outcome) =>
  onAttestation(inFramework(judge))

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Which of the two is no text; one of them is. */
const lacking = (name: unknown, version: unknown): string =>
  isText(version) ? 'no_name' : isText(name) ? 'no_version' : 'missing'

/** What TS3 wants of wallet attestations beyond OpenID4VCI. TS3-2.3.1 */
export const walletUnit = area(
  'vci.wallet_attestation',
  {
    subject: of<ClientAuthenticationReading>(),
    rejects: 'invalid_client',
    concerns: ['client'],
    profile: 'eu',
    needs: ['vci.wallet_attestation.signature'],
  },
  {
    client_status: {
      title: 'Wallet attestation has a client_status with an entry of a status list and its end',
      reasons: keptStatusReasons('client_status', 'wallet attestation'),
      clauses: ['TS3-2.3.1', 'TS3-2.4.1', 'CIR1731-R_GEN-1', 'ARF3-WUA_26'],
      level: 'must',
      refusal: 'The wallet attestation must have client_status as TS3 has it.',
      why: 'An issuer of PIDs looks there every day whether the wallet was revoked.',
      run: onUnit(({ claims }, { unit: { origin } }) =>
        judgeKeptStatus(claims.client_status, { status: claims.status, origin }),
      ),
    },
    client_status_period: {
      title: 'Status of the wallet is kept as long as the issuer asks',
      reasons: keptPeriodReasons('client_status'),
      clauses: ['TS3-2.4.2', 'CIR1731-LC_GEN-1', 'ARF3-WUA_32'],
      level: 'must',
      needs: ['vci.wallet_attestation.signature', 'vci.wallet_attestation.client_status'],
      refusal: 'The client_status.exp of the wallet attestation must lie ahead, at least as far as this issuer asks.',
      why: 'A PID must not outlive the time for which its provider can learn that the wallet was revoked.',
      run: onUnit(({ claims }, { now, unit: { periods } }) => {
        const remaining = keptSeconds(claims.client_status, now / 1000)
        return remaining === null
          ? notApplicable(say`The client_status has no time.`)
          : judgeKeptPeriod(remaining, periods.client)
      }),
    },
    lifetime: {
      title: 'Wallet attestation lives less than 24 hours',
      reasons: {
        too_long: {
          says: 'It lives for {seen}; a wallet instance attestation lives less than 24 hours, while client_status.exp may lie far ahead',
          fix: 'Have the wallet provider set exp less than 24 hours after it looked at the wallet.',
        },
      },
      clauses: ['TS3-2.2.1.1', 'CIR1731-TR-WIA-2.1', 'ARF3-WUA_33'],
      level: 'must',
      refusal: 'The wallet attestation must live less than 24 hours.',
      why: 'The provider looks at the wallet again before it signs another one.',
      run: onUnit(({ claims: { exp, iat } }, { now }) => {
        if (typeof exp !== 'number') return notApplicable(say`The wallet attestation has no exp that is a number.`)
        const lives = exp - (typeof iat === 'number' ? iat : now / 1000)
        if (lives >= daySeconds)
          return violated('too_long', { expected: say`less than 24 hours`, actual: say`${daysWords(lives)}` })
        return typeof iat === 'number'
          ? pass(say`${daysWords(lives)}`)
          : notObserved(say`Without iat nobody sees when it was made.`)
      }),
    },
    wallet_identity: {
      title: 'Wallet attestation says which wallet it is, and of which version',
      reasons: {
        missing: {
          says: 'Neither wallet_name nor wallet_version of the wallet attestation is a text with content',
          fix: 'Have the wallet provider add wallet_name and wallet_version, each a string that is not empty.',
        },
        no_name: {
          says: 'The wallet_name of the wallet attestation is no text with content',
          fix: 'Have the wallet provider add wallet_name, a string that is not empty.',
        },
        no_version: {
          says: 'The wallet_version of the wallet attestation is no text with content',
          fix: 'Have the wallet provider add wallet_version, a string that is not empty.',
        },
        older: {
          says: 'It has the object eudi_wallet_info of TS3 before 1.5',
          fix: 'Have the wallet provider put wallet_name, wallet_version and wallet_link at the top of the attestation.',
        },
        no_link: {
          says: 'The wallet attestation has no wallet_link that is a URI',
          fix: 'Have the wallet provider add wallet_link, the address of information about the wallet.',
        },
      },
      clauses: ['TS3-2.3.1', 'ARF3-WUA_27'],
      level: 'must',
      refusal: 'The wallet attestation must have wallet_name and wallet_version.',
      why: 'The name leads to the entry of the wallet solution on a list of the European Union.',
      run: onUnit(({ claims }) => {
        const { wallet_name: name, wallet_version: version, wallet_link: link } = claims
        const expected = say`wallet_name and wallet_version, strings`
        if (!isText(name) || !isText(version))
          return violated(isObject(claims.eudi_wallet_info) ? 'older' : lacking(name, version), {
            expected,
            actual: { wallet_name: formOf(name), wallet_version: formOf(version) },
          })
        return typeof link === 'string' && URL.canParse(link)
          ? pass({ wallet_name: shown(name), wallet_version: shown(version) })
          : tolerated('no_link', { expected: say`wallet_link, a URI`, actual: formOf(link) })
      }),
    },
    certification: {
      title: 'Wallet attestation tells how the wallet solution is certified',
      problem: 'The wallet attestation has no wallet_solution_certification_information, or an empty one',
      clauses: ['TS3-2.3.1'],
      level: 'must',
      refusal: 'The wallet attestation must have wallet_solution_certification_information.',
      why: 'An issuer may rely on certified wallets only; what the claim contains is not defined yet.',
      hint: 'Have the wallet provider add wallet_solution_certification_information: a string, an object or an array that is not empty.',
      run: onUnit(({ claims: { wallet_solution_certification_information: told } }) => {
        const size =
          typeof told === 'string'
            ? told.length
            : told !== null && typeof told === 'object'
              ? Object.keys(told).length
              : 0
        return size > 0
          ? pass()
          : violated({ expected: say`a string, an object or an array, not empty`, actual: formOf(told) })
      }),
    },
    pop_jwt: {
      title: 'Wallet attestation comes with a proof of possession of its own',
      problem: 'The wallet attestation comes with a DPoP proof in place of a proof of possession',
      clauses: ['TS3-2.2.1', 'OID4VCI-1FINALA-E'],
      level: 'must',
      why: 'TS3 refers to OpenID4VCI 1.0, which does not have the combined mode of later drafts.',
      hint: 'Send a proof of possession of its own in the header OAuth-Client-Attestation-PoP.',
      rejects: null,
      run: onUnit((_attestation, { combined }) =>
        combined === null ? pass() : violated({ expected: say`a PoP JWT`, actual: say`a DPoP proof alone` }),
      ),
    },
    status_not_shared: {
      title: 'Status entry of the wallet attestation is used at one issuer only',
      problem: 'The entry in client_status was in a wallet attestation for another issuer too',
      clauses: ['TS3-2.2.1.1', 'TS3-2.5.1', 'CIR1731-R_WIA-3', 'ARF3-ISSU_35a'],
      level: 'must',
      why: 'The same entry at two issuers lets them find out that they serve the same wallet.',
      hint: 'Fetch a wallet attestation for each issuer, each with an idx of its own in client_status.',
      rejects: null,
      run: onUnit(({ history: { status } }) => {
        if (status === null) return notApplicable(say`There is no entry of a status list to compare.`)
        return status.seenAt === null
          ? pass()
          : violated({ expected: say`an entry of this issuer only`, actual: { seen_at: issuerWords(status.seenAt) } })
      }),
    },
    dpop_key: {
      title: 'DPoP proof is signed with the attested key, where the issuer asks for that',
      reasons: {
        another: {
          says: 'The DPoP proof is signed with another key than that of cnf in the wallet attestation, and this issuer asks for the same',
          fix: 'Sign the DPoP proof with the private key that belongs to cnf.jwk of the wallet attestation.',
        },
      },
      clauses: ['TS3-2.2.1.1'],
      level: 'must',
      rejects: 'invalid_dpop_proof',
      refusal: 'The DPoP proof must be signed with the key in cnf of the wallet attestation.',
      why: 'TS3 1.5.1 asked for one key and 1.5.2 took it back; profiles that keep the rule let no token leave the attested wallet.',
      run: onUnit(({ cnf }, { dpopThumbprint, unit: { wantsAttestedDpopKey } }) => {
        if (dpopThumbprint === null) return notApplicable(say`There is no DPoP proof whose key can be read.`)
        const isSame = dpopThumbprint === cnf.thumbprint
        if (!wantsAttestedDpopKey)
          return notApplicable(isSame ? say`The DPoP key is the same key.` : say`The DPoP key is another key.`)
        return isSame ? pass() : violated('another', { expected: say`the key of cnf`, actual: say`another key` })
      }),
    },
  },
)

/** Whether a request has a wallet attestation that TS3 is about; elsewhere these checks have nothing to say. */
export const isOfFramework = ({ attestation }: ClientAuthenticationReading): boolean =>
  attestation?.unit.isEuropean === true
