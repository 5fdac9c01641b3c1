import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onIdToken } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtKeySeparate = defineCheck<ResponseReading>('vp.idt.key_separate', {
  title: 'ID Token and credentials use separate keys',
  problem: 'The ID Token and a credential share a key',
  clauses: ['OID4VP-1FINAL-15.5'],
  level: 'info',
  why: 'A shared key links the subject to the credential for every verifier that sees both.',
  hint: 'Sign the ID Token with a key that no credential is bound to.',
  run: onIdToken(({ keyThumbprint }, { presentations }) => {
    if (keyThumbprint === null) return notApplicable(say`The key of the ID Token is not known.`)
    const holderKeys = presentations.flatMap(({ reading }) =>
      reading.format === 'dc+sd-jwt' ? (reading.cnf.jwk.thumbprint ?? []) : [],
    )
    if (holderKeys.length === 0) return notApplicable(say`No presentation is bound to a readable key.`)
    return holderKeys.includes(keyThumbprint)
      ? violated({ expected: say`a separate key`, actual: say`the key of a credential` })
      : pass()
  }),
})
