import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtDigestOnce = defineCheck<PresentedSubject>('vp.sdjwt.digest_once', {
  title: 'Each digest occurs once in the credential',
  problem: 'A digest in the credential is malformed or occurs more than once',
  clauses: ['RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'claims._sd' },
  why: 'One Disclosure must not be used for two claims.',
  hint: 'The issuer uses a new salt for every digest.',
  run: onSdJwt(({ repeatedDigests, malformedDigests, issuerJwt }) => {
    if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
    if (malformedDigests.length > 0)
      return violated({ expected: say`digests as strings`, actual: shownPaths(malformedDigests) })
    return repeatedDigests.length === 0
      ? pass()
      : violated({ expected: say`each digest once`, actual: say`${repeatedDigests.length} repeated` })
  }),
})
