import { decidedBy, defineCheck, notObserved, pass } from '../../../engine/checks/check'
import { exchangesOf, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../../ground/ports/store-types'
import { say, word } from '../../../ground/values/wording'

const onceChecks = ['vci.token.preauth_code_once', 'vci.token.code_once'] as const
const repeats = ({ findings }: StoredExchange) =>
  findings.some(({ id, status }) => onceChecks.some((once) => once === id) && status === 'fail')

export const tokenNotRepeated = defineCheck<SessionEvidence>('vci.token.not_repeated', {
  title: 'Wallet asks for one token per code',
  problem: 'The wallet asked for a second token with one code',
  clauses: ['RFC6749-4.1.2', 'OID4VCI-1FINAL-13.6.1'],
  level: 'must',
  why: 'A second request with a redeemed code looks like theft, so the server revokes what the first one got.',
  hint: 'Keep the access token of the first response; do not repeat the token request once it succeeded.',
  run: (evidence) => {
    const requests = exchangesOf(evidence, 'requestToken')
    const accepted = requests.find(({ response }) => response.status === 200)
    if (accepted === undefined) return notObserved(say`No token was issued yet.`)
    const repeated = requests.find(repeats)
    if (repeated === undefined) return decidedBy(accepted, pass())
    // One cause is blamed once.
    const blamed = onceChecks.find((id) => repeated.findings.some((finding) => finding.id === id)) ?? onceChecks[0]
    return decidedBy(repeated, notObserved(say`The code was sent again; see ${word(blamed)}.`))
  },
})
