import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parIssuerStateReturned = defineCheck<PushedRequestReading>('vci.par.issuer_state_returned', {
  title: 'Wallet returns the issuer_state of the offer',
  problem: 'The issuer_state is not that of a current offer of this issuer',
  clauses: ['OID4VCI-1FINAL-4.1.1', 'OID4VCI-1FINAL-5.1.3'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: (problem) => `${problem}: copy it from the offer.`,
  needs: ['vci.par.content_type'],
  impossibleIn: ['pre_authorized_code', 'wallet_initiated'],
  why: 'It ties the authorization to the offer that the user accepted.',
  hint: 'Copy issuer_state from the authorization_code grant of the offer into the pushed request.',
  run: ({ issuerState, session }) => {
    switch (issuerState.state) {
      case 'alive':
        return pass()
      case 'absent':
        return session === null || session.origin === 'wallet_initiated'
          ? notApplicable(say`The wallet started without an offer.`)
          : violated({ expected: say`issuer_state of the offer`, actual: null, error: null })
      default:
        return violated({
          expected: say`issuer_state of a current offer of this issuer`,
          actual: word(issuerState.state),
        })
    }
  },
})
