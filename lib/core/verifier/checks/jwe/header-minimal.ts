import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { quote } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

const known = ['alg', 'enc', 'kid', 'epk', 'apu', 'apv', 'cty', 'typ']

export const jweHeaderMinimal = defineCheck<ResponseReading>('vp.jwe.header_minimal', {
  title: 'Header of the JWE has only members that decryption needs',
  problem: 'The header of the JWE has members that decryption does not need',
  clauses: ['RFC7516-4.1'],
  level: 'info',
  judges: { token: 'jwe', member: 'header' },
  why: 'The header is not encrypted, so anything else in it reveals something about the wallet.',
  hint: 'Send alg, enc, kid and epk. Also known are apu, apv, cty and typ.',
  run: onJweHeader((header) => {
    const others = Object.keys(header).filter((name) => !known.includes(name))
    return others.length === 0
      ? pass()
      : violated({ expected: known.map(quote), actual: others.slice(0, 20).map(shownName) })
  }),
})
