import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, tolerated, violated } from '../../check'
import { onJweHeader } from '../../judgements/presentation/on-jwe-header'

const draftHint =
  'ISO/IEC 18013-7 and drafts up to 24 put the nonce of the mdoc here. OpenID4VP 1.0 does not; leave both out.'

export const vpJweApuApv = defineCheck<ResponseReading>('vp.jwe.apu_apv', {
  title: 'apu and apv are base64url',
  clauses: ['RFC7518-4.6.1.2', 'RFC7518-4.6.1.3'],
  level: 'info',
  why: 'Both go into the agreed key, byte for byte.',
  hint: 'Leave apu and apv out; OpenID4VP 1.0 gives them no meaning.',
  run: onJweHeader(({ apu, apv }) => {
    if (apu === undefined && apv === undefined) return notApplicable('The header has neither apu nor apv.')
    const good = [apu, apv].every(
      (value) => value === undefined || (typeof value === 'string' && /^[A-Za-z0-9_-]*$/.test(value)),
    )
    return good
      ? tolerated({ expected: 'neither', actual: 'present', hint: draftHint })
      : violated({ expected: 'base64url', actual: 'something else' })
  }),
})
