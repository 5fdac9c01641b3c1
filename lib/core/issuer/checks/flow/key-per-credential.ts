import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { SessionEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'

export const flowKeyPerCredential = defineCheck<SessionEvidence>('vci.flow.key_per_credential', {
  title: 'Each credential has its own holder key',
  problem: 'Several credentials are bound to one holder key',
  clauses: ['OID4VCI-1FINAL-3.3.2', 'OID4VCI-1FINAL-15.4.1'],
  level: 'should',
  why: 'Two credentials bound to one key can be linked to the same user.',
  hint: 'Make a new holder key for every requested credential.',
  run: ({ events }) => {
    const keys = events.flatMap(({ type, detail }) =>
      type === 'credential_issued' && Array.isArray(detail.holder_thumbprints) ? detail.holder_thumbprints : [],
    )
    if (keys.length < 2) return notObserved(say`Fewer than two credentials were issued.`)
    const distinct = new Set(keys).size
    return distinct === keys.length
      ? pass({ keys: distinct })
      : violated({ expected: { keys: keys.length }, actual: { keys: distinct } })
  },
})
