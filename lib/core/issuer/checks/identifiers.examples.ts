import type { ExamplesById } from '../../engine/checks/examples'
import { event, evidence } from '../../engine/evidence/fixtures/sessions'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../shared/ports/store-types'
import { type IdentifiersReading, noIdentifiers } from '../read/oauth/authorization-details'

const sent = (one: IdentifiersReading['sent']): IdentifiersReading => ({
  given: true,
  sent: one,
  names: one === 'known' ? { configurationId: 'pid', dataset: 1 } : null,
})

export const identifiersExamples: ExamplesById<IdentifiersReading> = {
  'vci.identifiers.used': {
    pass: [sent('known'), sent('unknown'), sent('malformed')],
    violated: [sent('absent')],
    notApplicable: [noIdentifiers],
  },
  'vci.identifiers.known': {
    pass: [sent('known')],
    violated: [sent('unknown'), { ...sent('unknown'), value: 'pid' }, sent('other_grant'), sent('malformed')],
    notApplicable: [noIdentifiers, sent('absent'), { ...sent('unknown'), given: false }],
  },
}

const given = (count: number) => event(1, 'token_issued', { credential_identifiers: count, expires_in: 600 })
const issued = (second: number, dataset: number) => event(second, 'credential_issued', { dataset })
const session = (readAfter: number, ...events: readonly StoredEvent[]) => evidence([], { events, readAfter })

export const identifiersSessionExamples: ExamplesById<IssuanceEvidence> = {
  'vci.identifiers.each': {
    pass: [session(60, given(2), issued(2, 1), issued(3, 2))],
    violated: [session(3600, given(2), issued(2, 1), issued(3, 1)), session(3600, given(2))],
    notApplicable: [
      evidence([]),
      session(60, given(2), issued(2, 1)),
      session(3600, given(1), issued(2, 1)),
      session(3600, event(1, 'token_issued', { expires_in: 600 })),
    ],
  },
}
