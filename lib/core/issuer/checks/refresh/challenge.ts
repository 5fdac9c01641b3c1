import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onRefresh } from '../../judgements/on-refresh'
import type { TokenReading } from '../../read/token/token-reading'

export const refreshChallenge = defineCheck<TokenReading>('vci.refresh.challenge', {
  title: 'The proof of possession of a refresh answers a fresh challenge',
  problem: 'The proof of possession of the refresh answers the challenge of an earlier token request',
  clauses: ['ABCA-9', 'ABCA-8', 'ABCA08-8', 'ABCA10-7.2', 'ABCA10-7.3'],
  level: 'must',
  rejects: 'use_attestation_challenge',
  refusal: 'Get a new challenge from challenge_endpoint and make a new proof of possession with it.',
  concerns: ['client'],
  impossibleIn: ['no_refresh'],
  why: 'A challenge that is answered twice lets an old proof be replayed.',
  hint: 'Ask challenge_endpoint for a new challenge before every token request, a refresh too.',
  run: onRefresh((facts, { challengeDigest }) => {
    if (challengeDigest === null || facts.challengeDigest === null)
      return notApplicable(say`The request answers no challenge that could be an old one.`)
    return challengeDigest === facts.challengeDigest
      ? violated({ expected: say`a new challenge`, actual: bare.usedBefore })
      : pass()
  }),
})
