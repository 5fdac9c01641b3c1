import { decidedBy, defineCheck, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { exchangesOf, firstFlowExchange, type IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { hasOwnIssuer } from '../../configurations/issuer-in-play'

export const metadataAsFetched = defineCheck<IssuanceEvidence>('vci.metadata.as_fetched', {
  title: 'Wallet reads the authorization server metadata before it starts',
  problem: 'The wallet did not read the authorization server metadata before it started',
  clauses: ['OID4VCI-1FINAL-12.2.4', 'RFC8414-3'],
  level: 'must',
  why: 'Only that document names the token endpoint and its requirements.',
  hint: 'Fetch the authorization server metadata at the start of each session, or make sure that a cached copy is fresh.',
  run: (evidence) => {
    const first = firstFlowExchange(evidence)
    if (first === null) return notObserved(say`The wallet has not started yet.`)
    const fetched = exchangesOf(evidence, 'getAuthorizationServerMetadata').find(({ at }) => at <= first.at)
    if (fetched) return decidedBy(fetched, pass())
    const expected = say`a fetch before the first request`
    return decidedBy(
      first,
      hasOwnIssuer(evidence.session)
        ? violated({ expected, actual: say`none seen` })
        : tolerated({ expected, actual: say`none seen; perhaps cached` }),
    )
  },
})
