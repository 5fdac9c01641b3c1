import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, tolerated } from '../../check'
import { onDeviceResponse } from '../../judgements/presentation/on-mdoc'

export const vpMdocReusedInstance = defineCheck<PresentedSubject>('vp.mdoc.reused_instance', {
  title: 'Document was not presented in another session',
  clauses: ['OID4VP-1FINAL-15.5'],
  level: 'info',
  why: 'Verifiers can link presentations of the same document or key.',
  hint: 'Issue documents in batches and present each one once.',
  run: onDeviceResponse((_mdoc, { presented: { seenBefore } }) => {
    const seen = [...(seenBefore.instance ? ['the document'] : []), ...(seenBefore.holderKey ? ['its key'] : [])]
    return seen.length === 0 ? pass() : tolerated({ expected: 'a fresh instance', actual: seen })
  }),
})
