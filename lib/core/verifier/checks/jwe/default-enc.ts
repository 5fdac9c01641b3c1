import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweDefaultEnc = defineCheck<ResponseReading>('vp.jwe.default_enc', {
  title: 'Wallet encrypts with A128GCM where the request lists no enc',
  problem: 'The wallet did not encrypt with A128GCM, although the request lists no enc',
  clauses: ['OID4VP-1FINAL-5.1', 'OID4VP-1FINAL-8.3'],
  level: 'must',
  judges: { token: 'jwe', member: 'header.enc' },
  why: 'Without a list, a verifier only has to support A128GCM.',
  hint: 'Use A128GCM when encrypted_response_enc_values_supported is absent.',
  run: (reading) => {
    if (deviationOf(reading.session)?.id !== 'no_enc_values')
      return notApplicable(say`The request lists how content may be encrypted.`)
    return onJweHeader(({ enc }) =>
      enc === 'A128GCM' ? pass() : violated({ expected: say`A128GCM`, actual: shown(enc) }),
    )(reading)
  },
})
