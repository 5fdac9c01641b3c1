import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweEpk = defineCheck<ResponseReading>('vp.jwe.epk', {
  title: 'Ephemeral key is a public key on the curve of the offered key',
  problem: 'The epk of the JWE is not a public key on P-256',
  clauses: ['RFC7518-4.6.1.1', 'RFC7518-6.2.1'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  judges: { token: 'jwe', member: 'header.epk' },
  why: 'Points off the curve are used to attack the private key of the verifier.',
  hint: 'Send epk with the kty, crv, x and y of a new key on P-256, and never its d.',
  run: onJweHeader(({ alg }, { epk }) => {
    if (typeof alg === 'string' && !alg.startsWith('ECDH-ES')) return notApplicable(say`The alg uses no ephemeral key.`)
    if (epk === null) return violated({ expected: say`epk`, actual: null })
    const { facts } = epk
    if (facts.privateMembers.length > 0)
      return violated({ expected: say`public members only`, actual: facts.privateMembers.map(quote) })
    return facts.valid && facts.kty === 'EC' && facts.crv === 'P-256'
      ? pass(say`EC P-256`)
      : violated({
          expected: say`EC P-256, on the curve`,
          actual: quote(`${shown(facts.kty) ?? say`no kty`} ${shown(facts.crv) ?? say``}`.trim()),
        })
  }),
})
