import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweIgnoresUnusableKey = defineCheck<ResponseReading>('vp.jwe.ignores_unusable_key', {
  title: 'Wallet skips a key that it does not know how to use',
  problem: 'The wallet did not skip a key that it cannot use',
  clauses: ['RFC7517-5'],
  level: 'should',
  why: 'Verifiers list keys for several wallets. A new kind of key must not prevent older wallets from responding.',
  hint: 'Ignore keys whose kty or alg you do not know, and take the next one.',
  run: (reading) => {
    if (deviationOf(reading.session)?.id !== 'unusable_enc_key')
      return notApplicable(say`The request lists only keys that can be used.`)
    return onJweHeader(({ kid }, { offered }) =>
      kid === offered?.kid ? pass() : violated({ expected: quote(offered?.kid), actual: shown(kid) }),
    )(reading)
  },
})
