import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import { onJwe } from '../../judgements/on-jwe'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweKeyWithoutUse = defineCheck<ResponseReading>('vp.jwe.key_without_use', {
  title: 'Wallet encrypts to a key that does not say what it is used for',
  problem: 'The wallet did not encrypt to a key that does not say what it is used for',
  clauses: ['OID4VP-1FINAL-5.1'],
  level: 'must',
  why: 'A JWK may leave use out.',
  hint: 'Treat a key without use as an encryption key if its alg is for encryption.',
  run: (reading) => {
    if (deviationOf(reading.session)?.id !== 'enc_key_without_use')
      return notApplicable(say`The key of the request says what it is used for.`)
    return onJwe(({ openedWith }) =>
      openedWith === 'session' ? pass() : violated({ expected: say`the key of the request`, actual: bare.anotherOne }),
    )(reading)
  },
})
