import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onX5c } from '../../judgements/presentation/on-x5c'

export const vpSdjwtX5cNoAnchor = defineCheck<PresentedSubject>('vp.sdjwt.x5c_no_anchor', {
  title: 'Trust anchor is not sent along',
  clauses: ['HAIP-6.1.1'],
  level: 'must',
  profile: 'haip',
  why: 'Whoever trusts the anchor has it already; whoever does not must not take it from here.',
  hint: 'The issuer leaves the root certificate out of x5c.',
  run: onX5c(({ facts, selfSigned }) => {
    if (!facts.readable) return notApplicable('The certificates cannot be read.')
    return facts.includesAnchor || selfSigned.length > 0
      ? violated({ expected: 'no anchor', actual: 'a self-signed certificate or a known anchor' })
      : pass()
  }),
})
