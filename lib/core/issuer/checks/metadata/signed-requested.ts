import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { MetadataReading } from '../../read/metadata-reading'

export const metadataSignedRequested = defineCheck<MetadataReading>('vci.metadata.signed_requested', {
  title: 'Wallet asks for signed issuer metadata',
  problem: 'The wallet did not ask for signed issuer metadata',
  clauses: ['OID4VCI-1FINAL-12.2.3', 'HAIP-4.1'],
  level: 'info',
  why: 'Signed metadata lets a wallet check who the issuer is without trusting the web server alone.',
  hint: 'Send application/jwt in Accept when the wallet can verify signed metadata.',
  run: ({ document, accept }) => {
    if (document !== 'issuer_metadata') return notApplicable(say`Only issuer metadata comes signed.`)
    return /application\/jwt/i.test(accept ?? '')
      ? pass()
      : violated({ expected: say`application/jwt`, actual: bare.notAskedFor })
  },
})
