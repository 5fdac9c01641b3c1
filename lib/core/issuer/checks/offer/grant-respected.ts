import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say, word } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const offerGrantRespected = defineCheck<TokenReading>('vci.offer.grant_respected', {
  title: 'Wallet uses the grant of the offer',
  problem: 'The wallet used another grant than the one in the offer',
  clauses: ['OID4VCI-1FINAL-4.1.1'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: 'Use a grant that is listed in the grants of the credential offer.',
  needs: ['vci.token.grant_type'],
  impossibleIn: ['wallet_initiated'],
  why: 'The offer names its grant; its code does not work with another one.',
  hint: 'Read the grants object of the offer and use the grant type that is in it.',
  run: ({ grant, session, form }) => {
    if (grant === 'refresh_token') return notApplicable(say`A refresh uses no grant of the offer.`)
    if (session === null) return notObserved(say`The request could not be matched to an offer.`)
    if (session.flow === grant) return pass(word(grant))
    return violated({
      expected: word(session.flow),
      actual: quoteStart(form.body.get('grant_type') ?? 'absent', 80),
    })
  },
})
