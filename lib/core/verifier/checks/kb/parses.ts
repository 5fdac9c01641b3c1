import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { repeatedName } from '../../../ground/jose/repeated-name'
import { say } from '../../../ground/values/wording'
import { explained } from '../../judgements/hint-words'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbParses = defineCheck<PresentedSubject>('vp.kb.parses', {
  title: 'Key Binding JWT can be read',
  problem: 'The Key Binding JWT cannot be read',
  clauses: ['RFC9901-4.3', 'RFC7519-7.2', 'RFC7515-4', 'RFC7519-4'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding' },
  why: 'An unreadable proof proves nothing.',
  hint: 'Send a compact JWS whose header and payload are JSON objects with unique members.',
  run: onKbJwt(({ jws }, { hints }) => {
    const repeated = repeatedName(jws.duplicates)
    const actual = jws.unreadable ?? (repeated === null ? null : say`${shownName(repeated)} twice`)
    return actual === null
      ? pass()
      : violated({ expected: say`a compact JWS`, actual, ...explained(hints, 'vp.kb.parses') })
  }),
})
