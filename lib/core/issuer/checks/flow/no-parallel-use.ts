import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { SessionEvidence } from '../../../engine/sessions/session-evidence'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'

const requests = ['par_received', 'token_received', 'credential_request_received']

export const flowNoParallelUse = defineCheck<SessionEvidence>('vci.flow.no_parallel_use', {
  title: 'One wallet uses the offer',
  problem: 'More than one wallet used the offer',
  clauses: ['OID4VCI-1FINAL-13.6.1'],
  level: 'should',
  why: 'A second wallet using the same offer looks like a stolen link.',
  hint: 'Use each offer with one wallet only, and create a new one for the next.',
  run: ({ events, exchanges }) => {
    const clients = new Map(exchanges.map(({ id, client }) => [id, client]))
    const seen = events
      .filter(({ type }) => requests.includes(type))
      .map(({ detail, exchangeId }) => ({
        exchangeId,
        clientId: detail.client_id ?? null,
        jkt: detail.jkt ?? null,
        client: exchangeId === null ? null : clients.get(exchangeId),
      }))
    const [first] = seen
    if (first === undefined) return notObserved(say`No wallet request has been seen yet.`)
    // One wallet may start again with a new key; a different client with a different key is a different wallet.
    const other = seen.find(
      ({ clientId, jkt, client }) =>
        (clientId !== null && first.clientId !== null && clientId !== first.clientId) ||
        (jkt !== null && first.jkt !== null && jkt !== first.jkt && client !== first.client),
    )
    return other ? violated({ expected: say`one client with one key`, actual: bare.aSecondOne }) : pass()
  },
})
