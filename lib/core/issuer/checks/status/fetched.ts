import { decidedBy, defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { type IssuanceEvidence, isOver } from '../../../engine/sessions/session-evidence'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { statusEntries } from '../../read/status/status-entries'

export const statusFetched = defineCheck<IssuanceEvidence>('vci.status.fetched', {
  title: 'Wallet reads the status list of its credential',
  problem: 'The wallet did not read the status list of its credential',
  clauses: ['TSL14-8'],
  level: 'info',
  impossibleIn: ['no_status'],
  why: 'A wallet that knows the status can tell its user that a credential was revoked, before a verifier does.',
  hint: 'Fetch uri of status_list in the credential, and look at the entry idx.',
  run: (evidence) => {
    if (statusEntries(evidence.events).length === 0) return notApplicable(say`No credential with a status was issued.`)
    const reads = evidence.events.filter(({ type }) => type === 'status_list_retrieved')
    const read = reads.find(({ detail }) => detail.by === 'wallet')
    if (read === undefined && reads.some(({ detail }) => detail.by === 'unknown'))
      return notObserved(say`A proxy hides whether the wallet read the list.`)
    if (read !== undefined) return read.exchangeId === null ? pass() : decidedBy({ id: read.exchangeId }, pass())
    return isOver(evidence)
      ? violated({ expected: say`a request for the list`, actual: bare.none })
      : notObserved(say`The wallet has not read the list yet.`)
  },
})
