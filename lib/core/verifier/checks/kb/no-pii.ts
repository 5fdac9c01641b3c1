import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbNoPii = defineCheck<PresentedSubject>('vp.kb.no_pii', {
  title: 'Key Binding JWT reveals nothing about the user',
  problem: 'The Key Binding JWT reveals something about the user',
  clauses: ['OID4VP-1FINAL-15.8'],
  level: 'must',
  judges: { token: 'presented_credential', member: 'key_binding.claims' },
  why: 'User claims belong in Disclosures, where the user can see them.',
  hint: 'Remove claims about the user from the Key Binding JWT.',
  run: onKbJwt(({ personalClaims, jws }) => {
    if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
    return personalClaims.length === 0
      ? pass()
      : violated({ expected: bare.none, actual: shownPaths(personalClaims.slice(0, 20).map((name) => [name])) })
  }),
})
