import { defineCheck, pass, tolerated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtReusedInstance = defineCheck<PresentedSubject>('vp.sdjwt.reused_instance', {
  title: 'Credential was not presented in another session',
  problem: 'The credential was presented in another session too',
  clauses: ['OID4VP-1FINAL-15.5', 'RFC9901-10.1'],
  level: 'info',
  why: 'Verifiers can link presentations of the same credential or key.',
  hint: 'Issue credentials in batches and present each one once.',
  run: onSdJwt((_sdJwt, { presented: { seenBefore } }) => {
    const seen = [...(seenBefore.instance ? ['the credential'] : []), ...(seenBefore.holderKey ? ['its key'] : [])]
    return seen.length === 0 ? pass() : tolerated({ expected: say`a fresh instance`, actual: seen.map(quote) })
  }),
})
