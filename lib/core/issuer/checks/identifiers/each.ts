import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { isOver, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'

export const identifiersEach = defineCheck<SessionEvidence>('vci.identifiers.each', {
  title: 'Wallet asks for the credential of each credential_identifier that it was given',
  problem: 'The wallet did not ask for the credential of each credential_identifier that it was given',
  clauses: ['OID4VCI-1FINAL-3.3.4'],
  level: 'info',
  impossibleIn: ['no_identifiers'],
  why: 'Each identifier stands for a credential with other values, which the user may expect.',
  hint: 'Send a credential request for each of the credential_identifiers of the token response.',
  run: (evidence) => {
    const { events } = evidence
    const counts = events.flatMap(({ type, detail }) =>
      type === 'token_issued' && typeof detail.credential_identifiers === 'number'
        ? [detail.credential_identifiers]
        : [],
    )
    if (counts.length === 0) return notObserved(say`No token response gave credential_identifiers.`)
    const given = Math.max(...counts)
    if (given === 1) return notApplicable(say`There is one credential_identifier.`)
    const asked = new Set(
      events.flatMap(({ type, detail }) =>
        type === 'credential_issued' || type === 'credential_deferred' ? [detail.dataset] : [],
      ),
    ).size
    if (asked >= given) return pass({ datasets: asked })
    return isOver(evidence)
      ? violated({ expected: { datasets: given }, actual: { datasets: asked } })
      : notObserved(say`The session is still open.`)
  },
})
