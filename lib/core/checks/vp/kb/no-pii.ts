import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onKbJwt } from '../../judgements/presentation/on-kb-jwt'
import { shownPaths } from '../../judgements/shown-path'

export const vpKbNoPii = defineCheck<PresentedSubject>('vp.kb.no_pii', {
  title: 'Key Binding JWT tells nothing about the person',
  clauses: ['OID4VP-1FINAL-15.8'],
  level: 'must',
  why: 'What the user discloses is in the Disclosures, where the user sees it.',
  hint: 'Take claims about the user out of the Key Binding JWT.',
  run: onKbJwt(({ personalClaims, jws }) => {
    if (jws.claims === null) return notApplicable('The payload cannot be read.')
    return personalClaims.length === 0
      ? pass()
      : violated({ expected: 'none', actual: shownPaths(personalClaims.slice(0, 20).map((name) => [name])) })
  }),
})
