import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { listed, say, type Wording, word } from '../../../ground/values/wording'
import { makesDeviation } from '../../deviations'
import { valueInLink } from '../../deviations/link'
import { isUnreadable } from '../../judgements/is-unreadable'
import type { ResponseReading } from '../../read/response/response-reading'

export const negativeParamsOfObject = defineCheck<ResponseReading>('vp.negative.params_of_object', {
  title: 'Wallet takes each parameter from the request, not from the link',
  problem: 'The wallet took a parameter from the link',
  clauses: ['OID4VP-1FINAL-5.10.1'],
  level: 'must',
  why: 'Nobody signed the link: whoever shows it could change what the verifier asks for, and where the response goes.',
  hint: 'Once you have the request, forget all parameters of the link but client_id.',
  run: (reading) => {
    const { session, kind, jwe, annexC } = reading
    if (!makesDeviation(session, 'conflicting_url_params'))
      return notApplicable(say`No parameter of the link contradicts the request.`)
    if (kind !== 'presentation' || isUnreadable(jwe, annexC))
      return notApplicable(say`The response holds no presentation.`)
    const taken = takenFromLink(reading)
    return taken.length === 0
      ? pass()
      : violated({ expected: say`the values of the request`, actual: say`${listed(taken, ' and ')} of the link` })
  },
})

/** The parameters that a response has from the link. Of an mdoc nobody sees the nonce: its device signature tells. */
function takenFromLink({ session, request, jwe, parameters, presentations }: ResponseReading): Wording[] {
  const nonces = presentations.map(({ reading }) =>
    reading.format === 'dc+sd-jwt' && reading.kbJwt.present ? reading.kbJwt.nonce.value : null,
  )
  return [
    ...(nonces.includes(valueInLink(session.request, 'nonce')) ? [word('nonce')] : []),
    ...(parameters.state === valueInLink(session.request, 'state') ? [word('state')] : []),
    ...((jwe === null) === (request.responseMode === 'direct_post.jwt') ? [word('response_mode')] : []),
  ]
}
