import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocX5chainLeafNotSelfSigned = defineCheck<PresentedSubject>('vp.mdoc.x5chain_leaf_not_self_signed', {
  title: 'Certificate of the document signer is not self-signed',
  problem: 'The certificate of the document signer is self-signed',
  clauses: ['HAIP-6.1.1', 'ISO18013-5-9.3.1'],
  level: 'should',
  profile: 'haip',
  judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
  why: 'A self-signed certificate says nothing about who the issuer is.',
  hint: 'The issuer gets its certificate from a CA, and leaves the root out of x5chain.',
  run: onMdocDocument(({ x5chain }) => {
    if (x5chain === null || x5chain.leafSelfSigned === null) return notApplicable(say`The certificates cannot be read.`)
    if (x5chain.leafSelfSigned)
      return tolerated({ expected: say`a certificate of an authority`, actual: say`self-signed` })
    return x5chain.selfSigned.length > 0
      ? tolerated({ expected: say`no root`, actual: say`a root in x5chain` })
      : pass()
  }),
})
