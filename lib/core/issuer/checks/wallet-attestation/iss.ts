import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onAttestation } from '../../judgements/on-client-authentication'
import { refusesOtherDrafts, requiresIss } from '../../read/oauth/client-authentication/attestation-drafts'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

const noIssNeeded = say`The issuer takes a draft of client attestations that has no iss.`

export const walletAttestationIss = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.iss', {
  title: 'Wallet attestation names its issuer',
  problem: 'The wallet attestation does not name its issuer',
  clauses: ['ABCA-5.1', 'ABCA08-5.1'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: 'The wallet attestation must have iss: this issuer takes draft 07 of client attestations only.',
  concerns: ['client'],
  why: 'The server has to know which wallet provider speaks.',
  hint: 'Set iss to the identifier of the wallet provider.',
  run: onAttestation(({ claims }, { drafts }) => {
    if (typeof claims.iss === 'string' && claims.iss !== '') return pass(shown(claims.iss))
    if (claims.iss === undefined && !requiresIss(drafts)) return notApplicable(noIssNeeded)
    const mismatch = { expected: say`iss`, actual: shown(claims.iss) }
    return violated(refusesOtherDrafts(drafts) ? mismatch : { ...mismatch, error: null })
  }),
})
