import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../../ground/ports/store-types'
import { say } from '../../../ground/values/wording'
import { behaviourOf } from '../../configurations/issuer-in-play'

export const batchUsed = defineCheck<IssuanceEvidence>('vci.batch.used', {
  title: 'Wallet asks for a batch rather than for one credential after the other',
  problem: 'The wallet asked several times for what one batch would have given',
  clauses: ['HAIP-4', 'OID4VCI-1FINAL-12.2.4'],
  level: 'should',
  profile: 'haip',
  impossibleIn: ['no_batch'],
  why: 'Each further request costs the wallet a nonce, a proof and a round trip.',
  hint: 'Where the metadata has batch_credential_issuance, put the proofs of all credentials of a dataset into one request.',
  run: ({ session, events }) => {
    const { batch } = behaviourOf(session)
    if (batch === null) return notObserved(say`The issuer offers no batch.`)
    const first = new Map<string, number>()
    for (const { type, detail, exchangeId } of events) {
      // What a refreshed token is for is issued anew.
      if (type === 'token_issued' || type === 'token_refreshed') first.clear()
      if (type !== 'credential_issued') continue
      const dataset = datasetOf(detail)
      const count = first.get(dataset)
      if (count !== undefined && count < (batch.issue ?? batch.size) && exchangeId !== null)
        return decidedBy({ id: exchangeId }, violated({ expected: say`one request`, actual: say`another request` }))
      first.set(dataset, typeof detail.count === 'number' ? detail.count : 0)
    }
    return first.size === 0 ? notObserved(say`No credential was issued.`) : pass()
  },
})

/** What the credentials of a response are about: the same claims of the same configuration. */
const datasetOf = (detail: StoredEvent['detail']): string =>
  JSON.stringify([detail.credential_configuration_id ?? null, detail.dataset ?? null])
