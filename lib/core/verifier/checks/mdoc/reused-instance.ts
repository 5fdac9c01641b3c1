import { defineCheck, pass, tolerated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onDeviceResponse } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocReusedInstance = defineCheck<PresentedSubject>('vp.mdoc.reused_instance', {
  title: 'Document was not presented in another session',
  problem: 'The document was presented in another session too',
  clauses: ['OID4VP-1FINAL-15.5'],
  level: 'info',
  why: 'Verifiers can link presentations of the same document or key.',
  hint: 'Issue documents in batches and present each one once.',
  run: onDeviceResponse((_mdoc, { presented: { seenBefore } }) => {
    const seen = [...(seenBefore.instance ? ['the document'] : []), ...(seenBefore.holderKey ? ['its key'] : [])]
    return seen.length === 0 ? pass() : tolerated({ expected: say`a fresh instance`, actual: seen.map(quote) })
  }),
})
