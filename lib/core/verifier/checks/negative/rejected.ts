import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { listed, quote, say, word } from '../../../ground/values/wording'
import { deviationOf, expectsRefusal } from '../../deviations'
import { isAdvisory, testsTrust } from '../../deviations/advisory'
import { missedBecause } from '../../deviations/missed'
import { althoughWrong } from '../../judgements/although-wrong'
import { isUnreadable } from '../../judgements/is-unreadable'
import type { ResponseReading } from '../../read/response/response-reading'

export const negativeRejected = defineCheck<ResponseReading>('vp.negative.rejected', {
  title: 'Wallet presents nothing if it has to refuse',
  problem: 'The request should have been refused',
  clauses: ['OID4VP-1FINAL-8.5', 'OID4VP-1FINAL-14.1.2'],
  level: 'must',
  rejects: 'request_should_have_been_rejected',
  refusal: (problem) => `${problem}: a wallet must not respond with a presentation.`,
  why: "A wallet that responds to any request hands out its user's data to anyone.",
  hint: 'Verify the request before asking the user, and respond with an error that says what is wrong.',
  run: ({ session, kind, jwe, annexC, history, walletError, trust }) => {
    if (!expectsRefusal(session)) return notApplicable(say`A correct wallet responds to this request.`)
    const deviation = deviationOf(session)
    const missed = deviation && missedBecause(deviation, history)
    if (missed === 'no_nonce')
      return notApplicable(say`The wallet sent no wallet_nonce, so nothing was wrong with the request.`)
    if (missed === 'no_key') return notApplicable(say`The wallet sent no key that the request can be encrypted to.`)
    if (missed) return notApplicable(say`The wallet announced that it verifies ${word(missed)}.`)
    if (!trust.reached) return notApplicable(say`The wallet read nothing of what is wrong.`)
    const shown = walletError?.beside.filter((name) => name !== 'code') ?? []
    if (kind === 'error' && shown.length === 0) return pass(say`an error`)
    if (kind === 'nothing') return notApplicable(say`The response holds no response parameters.`)
    if (isUnreadable(jwe, annexC)) return notApplicable(say`The response could not be decrypted.`)
    const what = kind === 'error' ? say`an error with ${listed(shown.map(quote), ' and ')} beside it` : say`a ${kind}`
    if (deviation === null) return violated({ expected: say`an error, or no response`, actual: what })
    if (trust.registeredOnly) return pass(say`a presentation of what is registered`)
    const tolerates = isAdvisory(session, trust)
    if (tolerates && testsTrust(session))
      return notApplicable(say`The session says what came of it: a warning is enough.`)
    return althoughWrong(what, deviation, { isAdvisory: tolerates, ...trust })
  },
})
